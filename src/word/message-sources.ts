import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder } from '../disk/read'
import { commonFolderOf, type GitSeen, seeGit } from '../git/head'
import { attemptOr } from '../text/failure'
import type { WordContext } from './permission'

/** How long a word is good, and how long a host counts as one that reports, in hours. */
const goodHours = 12

/** Who has passed words on in a clone: the host of an agent, or the developer with `spell say`. */
export type MessageSource = 'host' | 'typed'

/** What a command has seen of its clone, once. */
export interface CloneSeen {
  readonly git: GitSeen | undefined
  /** Who has passed words on here within the last hours: without one nothing else is opened. */
  readonly sources: readonly MessageSource[]
}

/** @returns what is seen of a clone when it is first asked for, and the same from then on */
export function seeingClone(root: string, now: Date): () => CloneSeen {
  let seen: CloneSeen | undefined
  return () => (seen ??= seeClone(root, now))
}

function seeClone(root: string, now: Date): CloneSeen {
  const git = seeGit(root)
  const folder = sourcesFolder(root, git?.common)
  // Most clones have no mark, which the names say that were listed anyway.
  const mayHave = (name: string) => folder !== git?.folder || (git.names?.includes(name) ?? true)
  const sources = (['host', 'typed'] as const).filter(
    (source) => mayHave(sourceName(source)) && isRecent(join(folder, sourceName(source)), now),
  )
  return { git, sources }
}

/** All worktrees share it, so that a cast without any word needs to open nothing else. */
export const sourcePath = (root: string, source: MessageSource): string =>
  join(sourcesFolder(root, commonFolderOf(root)), sourceName(source))

const sourceName = (source: MessageSource): string => `spell-${source}`

const sourcesFolder = (root: string, common: string | undefined): string => common ?? join(root, '.ai', '.local')

/** @returns who has passed words on, for a command that may have seen it */
export const messageSources = ({ root, now, clone }: Seeing): readonly MessageSource[] =>
  (clone?.() ?? seeClone(root, now)).sources

type Seeing = Pick<WordContext, 'root' | 'now' | 'clone'>

/** @returns whether a word for a step can be seen here, and agree to what was shown */
export const isSeenHere = async (asking: Seeing & Pick<WordContext, 'isTyped'>): Promise<boolean> =>
  messageSources(asking).length > 0 || (await asking.isTyped?.()) === true

/** Whether spell is used here, and no host is known to pass words on. */
export const hasNoHost = (root: string, now: Date): boolean =>
  isFolder(root, '.ai') && !messageSources({ root, now }).includes('host')

/** What is in the way of the mark, such as a link that leads in a circle, is told where something is written. */
function isRecent(path: string, now: Date): boolean {
  const mark = attemptOr(undefined, () => statSync(path, { throwIfNoEntry: false }))
  return mark !== undefined && isGood(mark.mtimeMs, now)
}

/** @param time in milliseconds */
export const isGood = (time: number, now: Date): boolean => Math.abs(now.getTime() - time) <= goodHours * 3_600_000
