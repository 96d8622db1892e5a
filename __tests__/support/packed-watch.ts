import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { remembering } from './collab-session'
import { standingAt } from './discovery-plan'
import { type Folder, makeRepository } from './folder'
import { git } from './git'
import { hopingAt, task } from './hope-session'
import { type Running, start } from './packed-program'

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

/** The path of the first piece of work on the board. */
export async function firstOn(address: string): Promise<string> {
  const page = await (await fetch(address)).text()
  return /href="(\/work\/[0-9a-f]{16})\?/.exec(page)?.[1] ?? ''
}

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
