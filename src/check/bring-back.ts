import { basename, dirname } from 'node:path'
import { asideCommand } from '../disk/aside-command'
import { digestOf } from '../disk/digest'
import { pathInCommand } from '../disk/disk-failure'
import { isFolder, isThere } from '../disk/read'
import { commitWith } from '../git/committed'
import type { Git } from '../git/git'
import { ifPossible } from '../text/failure'
import type { Base } from './base'

/**
 * @param command brings the paths from git
 * @returns the command with what keeps it from destroying a text: what has one of the names is moved away first, and if
 *   something has got one since, or it was followed before, nothing happens
 */
export function intoPlace(root: string, paths: readonly string[], command: string): string {
  // Below a file there is nothing.
  const isHere = (path: string) => ifPossible(() => isThere(root, path)) === true
  const [first, ...others] = paths.filter(isHere)
  const missing = paths.filter((path) => !isHere(path)).map((path) => `test ! -e ${pathInCommand(path)}`)
  return [...missing, ...(first === undefined ? [] : [asideCommand(root, first, ...others)]), command].join(' && ')
}

/** @returns a command that restores texts from commits that have them, under any path; unless all are known, how to look for `sought` */
export async function bringTextsBack(
  git: Git,
  files: readonly { readonly path: string; readonly digest: string }[],
  sought: string,
): Promise<string> {
  const { root } = git
  const paths = files.map(({ path }) => path)
  const texts = await Promise.all(
    files.map(({ path, digest }) => shown(git, path, (bytes) => digestOf(bytes.toString()) === digest)),
  )
  if (texts.includes(undefined)) return searchAll(sought)
  const folders = new Set(paths.map((path) => dirname(path)).filter((folder) => !isFolder(root, folder)))
  const made = [...folders].map((folder) => `mkdir -p ${pathInCommand(folder)}`)
  return intoPlace(root, paths, [...made, ...texts].join(' && '))
}

/** @returns a command that restores a file from the newest commit with a file of its name and content; undefined without one */
export async function showFrom(git: Git, path: string, has: (bytes: Buffer) => boolean): Promise<string | undefined> {
  const text = await shown(git, path, has)
  return text && intoPlace(git.root, [path], text)
}

async function shown(git: Git, path: string, has: (bytes: Buffer) => boolean): Promise<string | undefined> {
  const known = await commitWith(git, basename(path), has)
  return known && `git show ${pathInCommand(`${known.commit}:./${known.path}`)} > ${pathInCommand(path)}`
}

/** @returns a command that restores files from a commit; without a path if the base has everything */
export const bringBack = (root: string, { commit }: Pick<Base, 'commit'>, ...paths: readonly string[]): string =>
  intoPlace(root, paths, `git restore --source=${commit.slice(0, 12)} -- ${paths.map(pathInCommand).join(' ')}`)

/** @returns how to go back to a commit before a change, which nothing repairs */
export const goBack = (path = '.ai'): string => `git log --oneline -- ${pathInCommand(path)}   # go back to before it`

/** @returns how to look for what no commit of this branch has */
export const searchAll = (path: string): string =>
  `git log --oneline --all -- ${pathInCommand(path)}   # no commit of this branch has it; another may`
