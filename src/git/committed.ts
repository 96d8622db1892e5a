import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { bytesOf, type Git, openGit, readable } from './git'
import { versionsIn } from './versions'

const maxCommits = 200

/** @returns the content of a file in HEAD; undefined if it has none, or without git */
export async function committedText(
  { here, ask }: Pick<Git, 'here' | 'ask'>,
  path: string,
): Promise<string | undefined> {
  if (!here?.folder) return undefined
  const bytes = await ask(['cat-file', 'blob', `HEAD:./${path}`]).catch(() => undefined)
  return bytes === undefined ? undefined : readable(bytes)
}

/** @returns whether git has all that is in a folder; also where there is no git, or it ignores the folder */
export async function isCommitted(root: string, folder: string, env: Environment): Promise<boolean> {
  const { here, ask } = openGit(root, env)
  if (!here?.folder) return true
  const status = ['--no-optional-locks', 'status', '--porcelain', '--', `./${folder}`]
  return (await ask(status).catch(() => '')) === ''
}

/** @returns whether a commit is another one or comes before it; false if git does not have both */
export async function isWithin(root: string, commit: string, other: string, env: Environment): Promise<boolean> {
  const { here, ask } = openGit(root, env)
  if (!here?.folder || !/^[0-9a-f]+$/i.test(other)) return false
  return (await ask(['merge-base', '--is-ancestor', commit, other]).catch(() => undefined)) !== undefined
}

/**
 * Searches the last commits of the checkout for a text.
 *
 * @param name of the file, which may have been in any folder of `.ai/`
 * @param isWanted called with the bytes of each version of such a file
 * @param first which of them is tried first
 * @returns the short id of the first commit that has it, and the file's path; undefined without one
 */
export async function commitWith(
  { here, ask, objects }: Git,
  name: string,
  isWanted: (bytes: Buffer) => boolean,
  first: 'newest' | 'oldest' = 'newest',
): Promise<{ readonly commit: string; readonly path: string } | undefined> {
  if (!here?.folder) return undefined
  const order = first === 'oldest' ? ['--reverse'] : []
  const asked = [...order, `--max-count=${maxCommits}`, '--', `.ai/**/${name}`]
  const seen = new Set<string>()
  for (const { commit, blob, path } of await versionsIn(ask, ['--glob-pathspecs'], asked).catch(() => [])) {
    if (seen.has(blob)) continue
    seen.add(blob)
    if (isWanted(await bytesOf(objects, blob))) return { commit: commit.slice(0, 12), path: readable(path) }
  }
  return undefined
}

/**
 * @param paths as a plan names them; a pattern, and what is no path, is left out
 * @returns those that are not here, and that no commit before has had either: what one had may have been removed
 */
export async function absentFiles(
  root: string,
  paths: readonly string[],
  env: Environment,
): Promise<readonly string[]> {
  const lacking = paths.filter((path) => /^[\w@./+~-]+$/.test(path) && !existsSync(join(root, path)))
  if (lacking.length === 0) return []
  const asked = ['log', '--format=', '--name-only', '-z', 'HEAD', '--', ...lacking]
  const { ask } = openGit(root, env)
  const known = await ask(asked).catch(() => '')
  const before = known.split('\0')
  return lacking.filter((path) => !before.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`)))
}
