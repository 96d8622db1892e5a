import { isFolder } from '../../disk/read'
import { fromJson, isRecord } from '../../text/json'

/** How long a host may take to begin and to end, in milliseconds: it writes at once, and starts the next line after 300. */
const beginMs = 50
const mostMs = 250
/** More than a host ever writes, in characters. */
const mostLength = 1024 * 1024

/** @returns the folder in which Claude Code works, as it says on stdin; undefined if it says none, or nothing */
export async function folderOfHost(): Promise<string | undefined> {
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
