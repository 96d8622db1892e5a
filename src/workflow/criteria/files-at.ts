import { inline } from '../../text/markdown/code'
import type { Proof } from './status'

/** Which commit has the files that a command ran on. */
export interface FilesAt {
  /** Null if none that was found has them; absent if that is not known, as without git. */
  readonly commit?: string | null
  /** The commit below files that no commit has; absent before the first one. */
  readonly onTopOf?: string
  /** Files that the command names, and git does not track. */
  readonly beside?: readonly string[]
}

/** @param commits by the trees that they have. A line by hand can have anything in a key that is not asked for */
export function filesAt({ treeAll, head, files = {} }: Proof, commits: ReadonlyMap<string, string>): FilesAt {
  if (typeof treeAll !== 'string') return {}
  const commit = commits.get(treeAll) ?? null
  const beside = Object.keys(files).filter((path) => files[path] !== 'gone' && !path.startsWith('.ai/'))
  return {
    commit,
    ...(commit === null && typeof head === 'string' && { onTopOf: head }),
    ...(beside.length > 0 && { beside }),
  }
}

/** @returns the end of a sentence: ` at 1a2b3c4`, `; files not committed yet, on top of 1a2b3c4` */
export function atText({ commit, onTopOf, beside }: FilesAt, isFresh: boolean | null): string {
  if (commit === undefined) return ''
  const none = `; files ${isFresh ? 'not committed yet' : 'that no commit here has'}${onTopOf ? `, on top of ${short(onTopOf)}` : ''}`
  return `${commit ? ` at ${short(commit)}` : none}${beside ? `, with ${beside.map(inline).join(', ')}, which git does not track` : ''}`
}

const short = (commit: string): string => commit.slice(0, 7)

/** @returns what a confirmation is of, in words; empty if that is not known */
export function seenText({ files, treeAll }: Pick<Proof, 'files' | 'treeAll'>): string {
  const named = Object.entries(files ?? {}).map(
    ([path, digest]) => `${inline(path)}${digest === 'gone' ? ', which is gone' : ''}`,
  )
  const [first, second, ...others] = named
  if (first === undefined) return treeAll === undefined ? '' : 'all files'
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`
}
