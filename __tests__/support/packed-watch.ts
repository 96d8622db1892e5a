import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { remembering } from './collab-session'
import { standingAt } from './discovery-plan'
import { beforeFoldersGo, type Folder } from './folder'
import { makeRepository } from './git-repository'
import { hopingAt, task } from './hope-session'
import { type Running, start } from './packed-processes'
import { git } from './team-repository'

/** A `spell watch` that runs. */
export interface Watching extends Running {
  /** That of the board, with the token. */
  readonly address: string
}

/** Starts the packed program, and waits for its address. */
export async function startWatch(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Watching> {
  const running = start(cwd, ['watch', '--no-open'], env)
  const [line] = await Promise.race([
    once(running.child.stdout ?? running.child, 'data'),
    running.ended.then((run) => Promise.reject(new Error(JSON.stringify(run)))),
  ])
  return { ...running, address: String(line).trim() }
}

/** An address of the same server: `at(address, '/follow')`. */
export const at = (address: string, path: string): string => {
  const url = new URL(address)
  return `${url.origin}${path}${url.search}`
}

/** The path of the first piece of work on the board. */
export async function firstOn(address: string): Promise<string> {
  const page = await (await fetch(address)).text()
  return /href="(\/work\/[0-9a-f]{16})\?/.exec(page)?.[1] ?? ''
}

export interface Heard {
  readonly title: string
  readonly html: string
}

const open = new Set<IncomingMessage>()
beforeFoldersGo(() => {
  for (const answer of open) answer.destroy()
})

/** Follows a page, and waits for what it is sent. */
export async function listen(address: string, seen = '') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}&seen=${seen}`, { agent: false }, resolve).on('error', reject)
  })
  open.add(answer)
  const heard: Heard[] = []
  const isOver = once(answer, 'close').then(() => open.delete(answer))
  let waiting = () => {}
  let rest = ''
  let hasEnded = false
  answer.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (part.startsWith('event: end')) hasEnded = true
      else if (part.startsWith('id: ')) heard.push(JSON.parse(part.slice(part.indexOf('data: ') + 6)))
    }
    waiting()
  })
  answer.on('error', () => {})
  return {
    status: answer.statusCode,
    heard,
    isOver,
    hasEnded: () => hasEnded,
    /** Resolves when the newest page that was sent has this text. */
    until: async (wanted: string | RegExp): Promise<Heard> => {
      for (;;) {
        const last = heard.at(-1)
        if (last && (typeof wanted === 'string' ? last.html.includes(wanted) : wanted.test(last.html))) return last
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
      }
    },
    stop: () => answer.destroy(),
  }
}

export interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a request as it is given: nothing in its path is resolved. */
export const ask = (
  address: string,
  more: { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { body, ...options } = more
    const { hostname, port, pathname, search } = new URL(address)
    const asking = request({ hostname, port, path: `${pathname}${search}`, agent: false, ...options }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (some: string) => {
        text += some
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    asking.on('error', reject)
    asking.end(body)
  })

const planned = (title: string, ...boxes: string[]): Record<string, string> => ({
  '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n',
  '.ai/task/plan.md': `# ${title}\n\n${boxes.map((box) => `- ${box}\n`).join('')}`,
})

/** What is under way in a worktree, by the branch that is checked out there: something of each workflow, in each phase. */
export const underWay: Readonly<Record<string, Record<string, string>>> = {
  main: {
    ...planned(
      'Orders can be exported as CSV',
      '[x] A header row',
      '[x] One row for each order',
      '[ ] Dates are ISO 8601',
    ),
    '.ai/task/task.md': '---\ntask_name: write-rows\n---\n\nWrite the rows.\n',
    ...stateFile('ACHIEVE_TASK_EXECUTED'),
    ...remembering('gather-goals'),
  },
  'feat/planning': { ...planned('Search in the archive', '[ ] Finds a title'), ...stateFile('GATHER_EDITING') },
  'feat/between': { ...planned('Invoices by e-mail', '[x] One', '[ ] Two'), ...stateFile('ACHIEVE_TASK_DRAFTING') },
  'feat/review': { ...planned('A faster start', '[x] One'), ...stateFile('PR_REVIEW_TASK_DRAFT_A') },
  'feat/complete': { ...planned('Log in with a passkey', '[x] One', '[x] Two'), ...stateFile('ACHIEVE_COMPLETE') },
  'feat/plan': standingAt('validation_awaiting_human_review'),
  'feat/hope': hopingAt('loop.wave_execution', { items: [task('a')] }),
  'feat/collab': remembering('execute-batch', { workItems: [] }),
  'feat/broken': { '.ai/task/state.json': '{' },
}

/** The state file of work in a state; it says the time at which each test believes to be. */
function stateFile(state: string): Record<string, string> {
  return { '.ai/task/state.json': `${JSON.stringify({ current_state: state, context: {}, history: [] }, null, 2)}\n` }
}

/** A repository with a worktree for each branch, in which that is under way. */
export function makeWorktrees(works: Readonly<Record<string, Record<string, string>>> = underWay): Folder {
  const [main = {}, ...others] = Object.values(works)
  const folder = makeRepository()
  execFileSync('git', ['symbolic-ref', 'HEAD', 'refs/heads/main'], { cwd: folder.path })
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'first')
  folder.write(main)
  const branches = Object.keys(works).slice(1)
  for (const [index, branch] of branches.entries()) addWorktree(folder, branch, others[index])
  return folder
}

/** Adds a worktree inside the folder of the repository, which git does not see there. */
export function addWorktree(folder: Folder, branch: string, files: Readonly<Record<string, string>> = {}): string {
  const name = `.git/wt/${branch.replaceAll('/', '-')}`
  git(folder, 'worktree', 'add', '--quiet', '-b', branch, name)
  folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])))
  return join(folder.path, name)
}
