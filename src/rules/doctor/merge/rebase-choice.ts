import { disk } from '../../../disk/disk'
import { onDisk } from '../../../disk/disk-failure'
import { joinPosix } from '../../../disk/join-posix'
import { local } from '../../../disk/local'
import { isThere, readText } from '../../../disk/read'
import { writeDerived } from '../../../disk/replace-file'
import { ifPossible } from '../../../failure/failure'
import { fromJson } from '../../../failure/json'
import type { Git } from '../../../git/git'
import { branchNameOf, readTrimmed } from '../../../git/head'
import { type Rebase, rebaseIn } from '../../../git/merge-tips'
import type { Side } from './decide'

/** What was chosen in a rebase: the histories say so only when it is over, as each commit brings its own. */
export interface RebaseChoice {
  readonly side: Side
  readonly branch: string
  readonly onto: string
  /** The tip of the branch before. */
  readonly before: string
  /** The commit of the side that is not taken. */
  readonly tip: string
  /** The ids of the pieces of work, each with what its history is to say. */
  readonly notes: readonly (readonly [id: string, note: string])[]
  /** Whether git has stopped at the last commit. */
  readonly isLast: boolean
}

/** What the histories are still to say after a rebase. It is of this working copy. */
const path = `${local}/rebased.json`
/** The chosen side, in git's folder of the rebase: git removes it with that. */
const sideName = 'spell-side'

/** @returns the side that was chosen at an earlier stop of a rebase */
export function chosenIn({ folder }: Rebase): Side | undefined {
  const side = readTrimmed(`${folder}/${sideName}`)
  return side === 'mine' || side === 'theirs' ? side : undefined
}

/** @returns the choice at a stop of a rebase, with the pieces of work of the stops before */
export function toNameAfter(
  root: string,
  { branch, onto, tip: before, isLast }: Rebase,
  { side, tip, notes }: Pick<RebaseChoice, 'side' | 'tip' | 'notes'>,
): RebaseChoice {
  const earlier = choiceKept(root)
  const isSame = earlier?.before === before && earlier.onto === onto && earlier.side === side
  const all = new Map([...(isSame ? earlier.notes : []), ...notes])
  return { side, branch, onto, before, tip, notes: [...all], isLast }
}

/** Keeps a choice for the next stops, and for the end. @throws Failure if it cannot write */
export function keepChoice(root: string, choice: RebaseChoice): void {
  const rebase = rebaseIn(root)
  if (rebase) {
    onDisk('write', rebase.folder, () => {
      const [full, part] = [`${rebase.folder}/${sideName}`, `${rebase.folder}/${sideName}-${process.pid}`]
      disk.writeUnsynced(part, choice.side)
      disk.replace(part, full)
    })
  }
  if (!choice.isLast) writeDerived(root, path, JSON.stringify(choice))
  else if (isThere(root, path)) onDisk('write', path, () => disk.remove(joinPosix(root, path)))
}

/**
 * @returns what the histories are still to say, if the rebase is over and its branch is checked out; not after it was aborted
 * @throws Error with git's message
 */
export async function choiceToName({ root, ask }: Git): Promise<RebaseChoice | undefined> {
  const choice = choiceKept(root)
  if (!choice || rebaseIn(root) || choice.branch !== (branchNameOf(root) ?? 'detached HEAD')) return undefined
  const isIn = async (commit: string) => (await ask(['merge-base', commit, 'HEAD'])).trim() === commit
  return (await isIn(choice.onto)) && !(await isIn(choice.before)) ? choice : undefined
}

function choiceKept(root: string): RebaseChoice | undefined {
  const text = ifPossible(() => readText(root, path))
  return text === undefined ? undefined : (fromJson(text) as RebaseChoice | undefined)
}
