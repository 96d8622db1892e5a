import { isAbsolute, join, relative, sep } from 'node:path'
import type { Environment } from '../disk/environment'
import { topOf } from './clone'
import { type Git, openGit, readable } from './git'
import { gitFolderOf } from './head'
import { ifInstalled } from './start'

/** @returns those that git ignores and does not track; undefined without a repository. Throws Failure `git-failed` */
export async function ignoredOf(
  { root, here, ask }: Git,
  paths: readonly string[],
): Promise<readonly string[] | undefined> {
  if (paths.length === 0) return []
  if (!here?.folder) return undefined
  return await ifInstalled(root, async () => {
    const text = await ask(['check-ignore', '-z', '--stdin'], paths.map(asBytes).join(''))
    const ignored = new Set(text.split('\0'))
    return paths.filter((path) => ignored.has(asBytes(path).slice(0, -1)))
  })
}

/** A line of an ignore file, and the first path that it keeps out of commits. */
interface Ignoring {
  /** The ignore file, relative to the root if it is in the repository. */
  readonly where: string
  readonly line: number
  readonly pattern: string
  readonly path: string
}

/** @returns the rules by which git ignores those of the paths that it does not track. Throws Failure `git-failed` */
export async function ignoringIn(root: string, paths: readonly string[], env: Environment): Promise<Ignoring[]> {
  const top = topOf(root)
  if (top === undefined || !gitFolderOf(root)) return []
  const said = await ifInstalled(root, () =>
    openGit(root, env).ask(['check-ignore', '--verbose', '-z', '--stdin'], paths.map(asBytes).join('')),
  )
  const fields = (said ?? '').split('\0').map(readable)
  return Array.from({ length: Math.floor(fields.length / 4) }, (_, index) => {
    const [source = '', line = '', pattern = '', path = ''] = fields.slice(4 * index)
    const inside = isAbsolute(source) ? source : relative(root, join(top, source)).split(sep).join('/')
    return { where: inside, line: Number(line), pattern, path }
    // The last rule decides, which may be one that does not ignore.
  }).filter(({ pattern }) => !pattern.startsWith('!'))
}

/** As git is told names: a character a byte, and an end. */
const asBytes = (path: string): string => `${Buffer.from(path).toString('latin1')}\0`
