import { defineCommand, documentOutput } from '../cli/command'
import { clock } from '../cli/edge'
import { isFolder } from '../disk/read'
import { findRoot, workingFolder } from '../disk/root'
import { glanceAt, lineOf, problemLine } from '../show/statusline/glance'
import { attemptAsync, exit, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { textsOf } from '../work/texts'

/** How the line is written for what shows it. */
const formats: Readonly<Record<string, (line: string) => string>> = {
  plain: (line) => line,
  // tmux would read `#[…]` and `#(…)`.
  tmux: (line) => line.replaceAll('#', '##'),
}

/** For a line that is always in view, which is asked for again and again: it never fails, and waits only for a host that writes to stdin. */
export const command = defineCommand({
  name: 'statusline',
  summary: 'Print where the work is, in one line for Claude Code, starship or tmux',
  options: [
    {
      key: 'format',
      flag: '--format',
      value: 'FORMAT',
      help: 'tmux escapes its own signs (default: plain)',
      choices: Object.keys(formats),
    },
    {
      key: 'host',
      flag: '--host',
      value: 'HOST',
      help: 'read from stdin, as this host writes it, which folder is meant (default: read nothing)',
      choices: ['claude'],
    },
  ],
  async run(_, { options: { cwd, json, format = 'plain', host }, env }) {
    const asked = cwd ?? (host === undefined ? undefined : await folderOfHost())
    const glance = async () => glanceAt(findRoot(workingFolder(asked)), env, clock.now(), textsOf)
    const found = await attemptAsync(glance).catch(
      ({ message }: Error) => new Failure(exit.system, 'internal', message, 'spell doctor'),
    )
    const isRead = !(found instanceof Failure)
    const line = isRead ? lineOf(found) : problemLine(found.message, found.fix)
    const problem = isRead ? null : { code: found.code, message: found.message, fix: found.fix }
    const work = isRead ? found : []
    const { document } = documentOutput('statusline', isRead, { line, work, problem })
    const exact = line && `${formats[format]?.(line)}\n`
    // Who asks for JSON is told by the exit code, too.
    return { document, markdown: '', exact, exitCode: json && !isRead ? found.exitCode : exit.done }
  },
})

/** How long a host may take to begin and to end, in milliseconds: it writes at once, and starts the next line after 300. */
const beginMs = 50
const mostMs = 250
/** More than a host ever writes, in characters. */
const mostLength = 1024 * 1024

/** @returns the folder in which Claude Code works, as it says on stdin; undefined if it says none, or nothing */
async function folderOfHost(): Promise<string | undefined> {
  const said = process.stdin.isTTY ? undefined : await jsonOf(process.stdin)
  if (!isRecord(said)) return undefined
  const { current_dir, project_dir } = isRecord(said.workspace) ? said.workspace : {}
  return [current_dir, said.cwd, project_dir].find((path) => typeof path === 'string' && isFolder(path, '.')) as
    | string
    | undefined
}

/** Ends with the value, not with the stream, which may stay open: only a closed stream lets the process end. */
async function jsonOf(stream: NodeJS.ReadStream): Promise<unknown> {
  const value = await new Promise<unknown>((resolve) => {
    let text = ''
    // What has come meanwhile is heard first.
    setTimeout(() => setImmediate(() => text === '' && resolve(undefined)), beginMs).unref()
    setTimeout(resolve, mostMs).unref()
    stream.setEncoding('utf8').on('data', (more) => {
      text += more
      const value = text.trimEnd().endsWith('}') ? fromJson(text) : undefined
      if (value !== undefined || text.length > mostLength) resolve(value)
    })
    stream.once('end', resolve).once('error', () => resolve(undefined))
  })
  stream.destroy()
  return value
}
