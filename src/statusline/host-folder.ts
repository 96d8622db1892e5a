import { fstatSync, read } from 'node:fs'
import { isFolder } from '../disk/read'
import { fromJson, isRecord } from '../failure/json'

/** How long a host may take to write, in milliseconds: it starts the next line after 300. */
const mostMs = 250
/** More than a host ever writes, in bytes. */
const mostLength = 1024 * 1024

/**
 * Reads what Claude Code pipes into its status line.
 *
 * @returns the folder that it works in; undefined if stdin is a terminal or a file, does not say one, or stays silent
 */
export async function folderOfHost(): Promise<string | undefined> {
  const said = await pipedJson().catch(() => undefined)
  if (!isRecord(said)) return undefined
  const { current_dir, project_dir } = isRecord(said.workspace) ? said.workspace : {}
  return [current_dir, said.cwd, project_dir].find((path) => typeof path === 'string' && isFolder(path, '.')) as
    | string
    | undefined
}

/**
 * Ends with the value, not with the stream, which may stay open. A socket of `node:net` takes 5 ms more than a read, a third
 * of the whole command. A read cannot be called off, and Node would wait for it: if the host stays silent, the process ends
 * itself once everything is printed.
 */
async function pipedJson(): Promise<unknown> {
  const stat = fstatSync(0)
  if (stat.isFile() || stat.isCharacterDevice()) return undefined
  return await new Promise((resolve) => {
    const bytes = Buffer.alloc(mostLength)
    let length = 0
    const timer = setTimeout(() => {
      process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
      resolve(undefined)
    }, mostMs)
    const end = (value?: unknown) => {
      clearTimeout(timer)
      resolve(value)
    }
    const more = () =>
      read(0, bytes, length, mostLength - length, null, (error, count) => {
        length += count
        const text = bytes.toString('utf8', 0, length)
        const value = text.trimEnd().endsWith('}') ? fromJson(text) : undefined
        if (error || count === 0 || value !== undefined || length === mostLength) end(value)
        else more()
      })
    more()
  })
}
