import { fstatSync } from 'node:fs'
import { fromJson, isRecord } from '../../failure/json'
import { isFolder } from '../../store/disk/read'

/** How long a host may take to write, in milliseconds: it starts the next line after 300. */
const mostMs = 250
/** More than a host ever writes, in characters. */
const mostLength = 1024 * 1024

/**
 * Reads what Claude Code pipes into its status line.
 *
 * @returns the folder that it works in; undefined if stdin is a terminal or a file, does not say one, or stays silent
 */
export async function folderOfHost(): Promise<string | undefined> {
  const said = await pipedJson()
  if (!isRecord(said)) return undefined
  const { current_dir, project_dir } = isRecord(said.workspace) ? said.workspace : {}
  return [current_dir, said.cwd, project_dir].find((path) => typeof path === 'string' && isFolder(path, '.')) as
    | string
    | undefined
}

/** Ends with the value, not with the stream, which may stay open. A read by `node:fs` would wait, and the exit with it. */
async function pipedJson(): Promise<unknown> {
  try {
    const stat = fstatSync(0)
    if (stat.isFile() || stat.isCharacterDevice()) return undefined
    const { Socket } = await import('node:net')
    const stream = new Socket({ fd: 0, readable: true, writable: false })
    return await new Promise((resolve) => {
      let text = ''
      const end = (value?: unknown) => {
        clearTimeout(timer)
        stream.destroy()
        resolve(value)
      }
      const timer = setTimeout(end, mostMs)
      stream.setEncoding('utf8').on('error', () => end())
      stream.on('end', () => end())
      stream.on('data', (more) => {
        text += more
        const value = text.trimEnd().endsWith('}') ? fromJson(text) : undefined
        if (value !== undefined || text.length > mostLength) end(value)
      })
    })
  } catch {
    return undefined
  }
}
