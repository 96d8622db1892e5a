import { type Git, readable } from './git'
import { gitFolderOf } from './head'

export interface ChangedFile {
  /** Relative to the root. */
  readonly path: string
  /** In lines; absent of what git takes for no text, and of what it does not track yet. */
  readonly added?: number
  readonly removed?: number
  readonly isUntracked?: true
}

/** What came between two commits, or since one. */
export interface Changes {
  /** The last commit that is not among them; null if nothing was committed before. */
  readonly from: string | null
  /** The last commit; null before the first. */
  readonly to: string | null
  /** Whether what is not committed is among the files. */
  readonly isNow: boolean
  /** The newest first. */
  readonly commits: readonly { readonly id: string; readonly subject: string }[]
  readonly files: readonly ChangedFile[]
}

/** The newest so many are read. */
const mostCommits = 2_000

/** The records of spell are no change of the work. */
const scope = ['--', '.', ':(exclude).ai']

/**
 * @param began the commit at which something began; undefined before the first one
 * @param ended the commit at which it ended; undefined if it goes on
 * @returns undefined without git, or if this clone cannot tell: it lacks a commit, or an object
 */
export async function changesBetween(
  { root, ask: git, objects }: Git,
  began: string | undefined,
  ended: string | undefined,
): Promise<Changes | undefined> {
  if (!gitFolderOf(root)) return undefined
  const lines = async (...args: string[]) => (await git(args)).split('\0').filter(Boolean)
  try {
    const to = (await objects.get(`${ended ?? 'HEAD'}^{commit}`))?.id ?? null
    if (ended && !to) return undefined
    const from = began === undefined || !to ? null : began === to ? to : (await git(['merge-base', began, to])).trim()
    if (from === '') return undefined
    const base = from ?? (await git(['hash-object', '-t', 'tree', '--stdin'])).trim()
    const range = `--max-count=${mostCommits}`
    const commits = to ? await lines('log', '-z', range, '--format=%H %s', from ? `${from}..${to}` : to, '--', '.') : []
    const diff = (...compared: string[]) =>
      lines(...compared, '--numstat', '-z', '--relative', '--ignore-submodules=dirty', ...scope)
    const untracked = ended ? [] : await lines('ls-files', '-z', '--others', '--exclude-standard', ...scope)
    const edited = ended ? [] : await diff('diff-index', to ?? base)
    const isNow = untracked.length + edited.length > 0
    return {
      from,
      to,
      isNow,
      commits: commits.map((line) => ({
        id: line.slice(0, line.indexOf(' ')),
        subject: readable(line.replace(/^\w+ /, '')),
      })),
      files: [
        ...(isNow ? await diff('diff-index', base) : await diff('diff-tree', '-r', base, to ?? base)).map(fileIn),
        ...untracked.map((path) => ({ path: readable(path), isUntracked: true as const })),
      ],
    }
  } catch {
    return undefined
  }
}

/** @param line `3\t1\tpath`; of what is no text `-\t-\tpath` */
function fileIn(line: string): ChangedFile {
  const [added = '', removed = '', ...path] = line.split('\t')
  const counts = added === '-' ? {} : { added: Number(added), removed: Number(removed) }
  return { path: readable(path.join('\t')), ...counts }
}
