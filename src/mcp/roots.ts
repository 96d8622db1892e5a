import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFolder, isThere } from '../disk/read'
import { findRoot } from '../disk/root'
import { attemptOr, exit, Failure } from '../failure/failure'

/**
 * Chooses the folder to work in from the client's open folders; if there are several, none is guessed.
 *
 * @param uris the client's roots: `file://` URIs, or absolute paths, which some clients send
 * @param asked the folder of `--cwd`, if given
 * @returns a folder; undefined for the one in which the server was started
 * @throws Failure `several-roots`, or `root-unusable` if the folder does not exist on this machine
 */
export function chooseFolder(uris: readonly string[], asked: string | undefined): string | undefined {
  if (uris.length === 0) return asked
  const found = uris.map((uri) => {
    const path = pathOf(uri)
    return { uri, folder: path !== undefined && isFolder(path, '') ? path : undefined }
  })
  const folders = found.flatMap(({ folder }) => folder ?? [])
  // Several open folders of the same work count as one.
  const roots = new Set(folders.map((folder) => findRoot(realpathSync(folder))))
  if (roots.size === 1 && folders.length === uris.length) return folders[0]
  if (asked !== undefined) return asked
  const unusable = found.find(({ folder }) => folder === undefined)
  if (unusable) {
    const message = `The folder that the client has open is not on this machine: ${unusable.uri}.`
    throw new Failure(exit.usage, 'root-unusable', message, 'spell mcp --cwd DIR')
  }
  const message = `The client has several folders open, and a piece of work belongs to one: ${[...roots].join(', ')}.`
  throw new Failure(exit.usage, 'several-roots', message, 'spell mcp --cwd DIR')
}

/** @returns the folder that Claude Code names to every server; undefined if it names none that is on this machine */
export const projectFolder = (named: string | undefined): string | undefined =>
  named !== undefined && isAbsolute(named) && isFolder(named, '') ? named : undefined

/**
 * Some clients start their servers in the root of the disk or in the home folder, whatever the developer has open.
 *
 * @throws Failure `no-folder` if it is not suitable
 */
export function refuseNowhere(root: string, home = homedir()): void {
  if (dirname(root) !== root && root !== home) return
  if (isFolder(root, '.ai') || isThere(root, '.git')) return
  const message = `The client does not say which folder it has open, and started the server in ${root}.`
  throw new Failure(exit.usage, 'no-folder', message, 'spell mcp --cwd DIR')
}

/** @returns the path of a URI, on Windows one with a drive or a share; undefined if it is not on this machine */
export function pathOf(uri: string, windows?: boolean): string | undefined {
  if (isAbsolute(uri)) return uri
  return attemptOr(undefined, () => fileURLToPath(uri, { windows } as { windows: boolean }))
}
