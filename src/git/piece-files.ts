import type { Environment } from '../disk/environment'
import { entriesOf, type Git, openGit, type QuietGit, readable } from './git'
import { listed } from './listed-files'
import { orGitFailed } from './start'
import { folderMode, modeOf, type TreeFile } from './tree-id'
import { pathInTree } from './worktrees'

/** The files of a commit, or of the index, by their paths relative to the root. */
export type Files = ReadonlyMap<string, TreeFile>

export interface IndexFiles {
  readonly files: Files
  readonly unmerged: ReadonlySet<string>
  /** The ids of all versions that it has. */
  readonly ids: ReadonlySet<string>
}

const ours = '.ai/'

/** @throws Failure (system) `no-git`, `git-failed` if git cannot be asked */
export const askGit = <T>(git: Git, use: (git: Git) => Promise<T>): Promise<T> => use(git).catch(orGitFailed(git.root))

/** @returns the files in `.ai/` about which git asks, relative to the root. Throws Failure as `askGit` does */
export const unmergedFiles = async (root: string, env: Environment): Promise<readonly string[]> =>
  indexFiles(openGit(root, env).ask).then(({ unmerged }) => [...unmerged], orGitFailed(root))

/** @returns what a commit has of `.ai/`. Throws Error if this clone lacks something of it */
export async function committedFiles({ root, objects }: Git, commit: string): Promise<Files> {
  const entriesIn = async (tree: string): Promise<readonly TreeFile[]> => {
    const entries = await entriesOf(objects, tree)
    if (!entries) throw new Error(`this clone has no tree ${tree}`)
    return entries
  }
  const filesIn = async (tree: string, above: string): Promise<readonly TreeFile[]> => {
    const below = async ({ id, mode, path: name }: TreeFile) => {
      const path = `${above}${readable(name)}`
      return mode === folderMode ? await filesIn(id, `${path}/`) : [{ id, mode: modeOf(mode), path }]
    }
    return (await Promise.all((await entriesIn(tree)).map(below))).flat()
  }
  let tree = `${commit}^{tree}`
  for (const name of pathInTree(root, '.ai').split('/')) {
    const folder = (await entriesIn(tree)).find(({ mode, path }) => mode === folderMode && readable(path) === name)
    if (!folder) return new Map()
    tree = folder.id
  }
  return new Map((await filesIn(tree, ours)).map((file) => [file.path, file]))
}

/** @returns what the index has of `.ai/`. Throws Error with git's message */
export async function indexFiles(git: QuietGit): Promise<IndexFiles> {
  const printed = await git(['ls-files', '--stage', '-z', '--', ours])
  const asked = printed.split('\0').filter((entry) => /^\d+ \w+ [123]\t/.test(entry))
  const unmerged = new Set(byPath(asked.join('\0')).keys())
  return { files: byPath(printed), unmerged, ids: new Set(listed(printed).map(({ id }) => id)) }
}

/** @returns the files in folders that git neither tracks nor ignores. Throws Error with git's message */
export async function untrackedFiles(git: QuietGit, folders: readonly string[]): Promise<string[]> {
  const printed = await git(['ls-files', '--others', '--exclude-standard', '-z', '--', ...folders])
  return readable(printed).split('\0').filter(Boolean)
}

/** At most so many names go to git at once: some systems allow 32,000 bytes of arguments. */
const namesAtOnce = 100

/** @returns the ids that git would give to files as they are here. Throws Error with git's message */
export async function idsHere(git: QuietGit, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (let at = 0; at < paths.length; at += namesAtOnce) {
    const some = paths.slice(at, at + namesAtOnce)
    const printed = (await git(['hash-object', '--', ...some])).trim().split('\n')
    for (const [index, path] of some.entries()) ids.set(path, printed[index] ?? '')
  }
  return ids
}

/** Replaces entries of the index, whatever git asks about them; one without a file leaves it. Throws Error of git. */
export async function stage(
  { root, ask }: Git,
  wanted: readonly (readonly [path: string, file?: StagedFile])[],
): Promise<void> {
  if (wanted.length === 0) return
  const lines = wanted.flatMap(([path, file]) => {
    const at = `${Buffer.from(pathInTree(root, path)).toString('latin1')}\0`
    const gone = `0 ${'0'.repeat(40)}\t${at}`
    return file ? [gone, `${file.mode} ${file.id} 0\t${at}`] : [gone]
  })
  await ask(['update-index', '-z', '--index-info'], lines.join(''))
}

export type StagedFile = Pick<TreeFile, 'mode' | 'id'>

/** @returns the id of a text that git has now. Throws Error with git's message */
export const keepText = async (git: QuietGit, bytes: Buffer): Promise<string> =>
  (await git(['hash-object', '-w', '--stdin'], bytes.toString('latin1'))).trim()

const byPath = (printed: string): Map<string, TreeFile> =>
  new Map(
    listed(printed).map((file) => {
      const path = readable(file.path)
      return [path, { ...file, path }]
    }),
  )
