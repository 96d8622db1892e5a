import { digestOf } from '../disk/digest'
import { commitWith } from '../git/committed'
import type { Environment } from '../settings/settings'
import type { Base } from './check/base'

/** @returns a command that restores a text from the commit that has it, under any path; undefined if none is known */
export async function bringTextBack(
  root: string,
  path: string,
  digest: string,
  env: Environment,
): Promise<string | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return showFrom(root, path, name, env, async (bytes) => digestOf(bytes.toString()) === digest)
}

/** @returns a command that restores a file from the newest commit with a file of that name and content; undefined without one */
export async function showFrom(
  root: string,
  path: string,
  name: string,
  env: Environment,
  has: (bytes: Buffer) => Promise<boolean>,
): Promise<string | undefined> {
  const known = await commitWith(root, name, env, has)
  return known && `git show ${quoted(`${known.commit}:./${known.path}`)} > ${quoted(path)}`
}

/** @returns a command that restores files: from the base, or else one that shows which commits have them */
export function bringBack(base: Pick<Base, 'commit'> | undefined, ...paths: readonly string[]): string {
  const all = paths.map(quoted).join(' ')
  return base
    ? `git restore --source=${base.commit.slice(0, 12)} -- ${all}`
    : `git log --oneline -- ${all}   # then: git restore --source=COMMIT -- ${all}`
}

/** @returns how to go back to a commit before a change, which nothing repairs */
export const goBack = (path = '.ai'): string => `git log --oneline -- ${path}   # go back to before it`

/** Quotes a name for a shell, if needed. */
export const quoted = (path: string): string => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
