import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { wordsHere } from '../../cast/answer/words-here'
import { castContextOf } from '../../cast/cast-context'
import { type CommandContext, documentOutput, type Output } from '../../cli/command'
import { isForEyes, isTerminal } from '../../cli/streams'
import { builtJson } from '../../disk/built'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import type { Environment } from '../../disk/environment'
import { readShort } from '../../disk/read'
import { writeOver } from '../../disk/replace-file'
import { cloneOf } from '../../git/clone'
import { pathInTree, worktreesOf } from '../../git/worktrees'
import { html } from '../../text/blocks/write-html'
import { attempt, exit, Failure } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'
import { type PageTexts, reportBody } from '../report-page'
import { reportNamed } from '../report-words'
import { boardPage } from './board-page'
import { addressOf } from './frame'
import { follow } from './live'
import { knownBy, type LivePage, newToken, serve } from './server'
import { reportNow, workNow } from './work-now'

type Own = { readonly noOpen?: true; readonly terminal?: true }

/**
 * Shows all work of a repository, in the browser or the terminal, until it is ended, or says where that runs already.
 *
 * @throws Failure (usage) `no-terminal`, `usage`; (system) `no-port` if the system lets it listen nowhere
 */
export async function watch(cli: CommandContext<Own>): Promise<Output | undefined> {
  const { root, newWork } = castContextOf(cli)
  if (cli.options.terminal) {
    const { watchInTerminal } = await import('./terminal-watch')
    await watchInTerminal(root, cli, ended())
    return undefined
  }
  const note = noteOf(root, newWork())
  const other = await note.find()
  if (other) {
    await tellAddress(cli, other, true, [])
    return undefined
  }
  const over = ended()
  const token = newToken()
  const live = follow(
    root,
    () => server.tell(),
    ({ message }) => cli.tell(`Changes cannot be watched (${message}); they are looked for every ten seconds.`),
  )
  const server = await serve(
    token,
    builtJson<PageTexts>('pages.json'),
    pagesOf(root, cli, token),
    (count) => void (count > 0 ? live.begin() : live.rest()),
  ).catch((cause: Error) => {
    const message = `Cannot listen on 127.0.0.1: ${cause.message}.`
    throw new Failure(exit.system, 'no-port', message, 'spell watch --terminal', { cause })
  })
  const running = { port: server.port, token }
  const failed = note.write(running)
  await tellAddress(cli, running, false, failed ? [`A second \`spell watch\` will not find this one. ${failed}`] : [])
  await over
  note.remove(running)
  live.rest()
  await server.close()
  return undefined
}

/** Opens the address where a user can see it, and prints it. */
async function tellAddress(
  cli: CommandContext<Own>,
  running: Running,
  isReused: boolean,
  warnings: readonly string[],
): Promise<void> {
  const address = urlOf(running)
  const opener = openerOn(process.platform, cli.env)
  const isSeen = !cli.options.noOpen && !cli.options.json && isForEyes(cli.env) && (await isTerminal(1))
  if (isSeen && opener) await openBrowser(opener, address)
  const how = isReused ? 'Another `spell watch` shows it already.' : 'It only shows, and ends with Ctrl-C.'
  await cli.show({
    ...documentOutput('watch', true, { address, isReused }, `${address}\n`, warnings),
    terminal: { main: `All work of this repository, live:\n\n${address}\n\n${how}\n`, aside: '' },
  })
}

type Program = readonly [name: string, ...args: string[]]

/** @returns the program that opens an address in the browser; undefined if there is no screen to show one on. */
export function openerOn(platform: string, env: Environment): Program | undefined {
  if (['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some((name) => env[name])) return undefined
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  if (platform === 'darwin') return ['open']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** Opens an address without a shell; nothing in it may mean something to `cmd`. After a failure it is still printed. */
async function openBrowser([name, ...args]: Program, address: string): Promise<void> {
  const { spawn } = await import('node:child_process')
  const opener = spawn(name, [...args, address], { stdio: 'ignore', detached: true, windowsHide: true })
  opener.on('error', () => {})
  opener.unref()
}

/** Resolves when it is to end. */
const ended = (): Promise<void> =>
  new Promise((resolve) => {
    // Not `once`: a second signal must not leave the note behind.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })

/** @returns what reads a page as it is now, the board if no piece of work is named; what cannot be read is said on the page. */
function pagesOf(root: string, cli: CommandContext, token: string): (page: string) => Promise<LivePage> {
  const [main] = worktreesOf(root)
  const name = basename(main?.top ?? root)
  return async (page) => {
    try {
      const words = await wordsHere(root, cli.env)
      if (page === '') return boardPage(name, await workNow(root, cli), (each) => addressOf(each, token), words)
      const read = await reportNow(root, cli, page)
      if (!read)
        return said(false, 'Not under way any more', 'It was archived or removed. All that is left is on the board.')
      const report = reportNamed(read, words)
      const { title, verdict } = report
      return {
        isThere: true,
        title: `${title} · ${verdict.isComplete ? 'complete' : 'not complete'}`,
        body: html`<p id="verdict" data-said="${verdict.text}" hidden></p>${reportBody(report)}`,
      }
    } catch (error) {
      const { message } = error as Error
      return said(true, 'This cannot be read', message, error instanceof Failure ? error.fix : 'spell doctor')
    }
  }
}

const said = (isThere: boolean, title: string, text: string, fix?: string): LivePage => ({
  isThere,
  title,
  body: html`<header><h1>${title}</h1></header>
<main><p id="verdict" data-said="${title}" dir="auto">${text}</p>${fix !== undefined && html`<p>Run: <code>${fix}</code></p>`}</main>`,
})

/** A server that runs, as its note says. */
interface Running {
  readonly port: number
  readonly token: string
}

/** Only its user may read and write a note. */
const ownFileMode = 0o600
/** How long a server may take to answer. In milliseconds. */
const patienceMs = 1_000
/** Of a note. */
const mostBytes = 1_024

const urlOf = ({ port, token }: Running): string => `http://127.0.0.1:${port}${addressOf('', token)}`

/**
 * The note by which another process finds the server of a repository: one for all its worktrees, in git's folder; without
 * git there is none. `part` is a name ending for an unfinished file, which no other process has.
 */
function noteOf(root: string, part: string) {
  const clone = cloneOf(root).folder
  const inTree = createHash('sha256').update(pathInTree(root, '')).digest('hex').slice(0, 8)
  const isGit = existsSync(join(clone, 'HEAD')) && clone !== root
  const place = isGit ? join(clone, `spell-watch-${inTree}.json`) : undefined

  const read = (): Running | undefined => {
    const text = place === undefined ? undefined : attempt(() => readShort(dirname(place), basename(place), mostBytes))
    const note = typeof text === 'string' ? fromJson(text) : undefined
    const { port, token } = isRecord(note) ? note : {}
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
    return isPort && typeof token === 'string' && /^[\w-]{43}$/.test(token) ? { port, token } : undefined
  }

  return {
    /** @returns the server that runs already; undefined if there is none, or its note is a leftover */
    find: async (): Promise<Running | undefined> => {
      const running = read()
      return running && (await answers(running)) ? running : undefined
    },
    /** @returns why it could not be written, if so: then no other process finds this server */
    write: (running: Running): string | undefined => {
      if (place === undefined) return undefined
      const write = () => writeOver(place, `${JSON.stringify(running)}\n`, part, ownFileMode)
      const failed = attempt(() => onDisk('write', place, write))
      return failed instanceof Failure ? failed.message : undefined
    },
    /** Removes it, unless it is that of another server. */
    remove: (running: Running): void => {
      if (place !== undefined && read()?.token === running.token) attempt(() => disk.remove(place))
    },
  }
}

/** Whether a server of ours listens there, and takes the token for its own. */
const answers = (running: Running): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = request(urlOf(running), { method: 'HEAD', timeout: patienceMs, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200 && answer.headers[knownBy.toLowerCase()] === '1')
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
    asking.end()
  })
