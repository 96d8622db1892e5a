import { disk } from '../../../disk/disk'
import { onDisk } from '../../../disk/disk-failure'
import { joinPosix, local } from '../../../disk/local'
import { isThere, readText } from '../../../disk/read'
import { writeDerived } from '../../../disk/replace-file'
import type { Git } from '../../../git/git'
import { branchNameOf, readTrimmed } from '../../../git/head'
import { type Rebase, rebaseIn } from '../../../git/merge-tips'
import { ifPossible } from '../../../text/failure'
import { fromJson } from '../../../text/json'
import type { Pieces, PieceThere } from './pieces'

/** The side of a merge: this branch, or the other one. */
export const sides = ['mine', 'theirs'] as const
export type Side = (typeof sides)[number]

export const otherThan = (side: Side): Side => (side === 'mine' ? 'theirs' : 'mine')

/** The pieces of work of two commits, and of those that both come from; most that are the same in both are left out. */
export interface Trees extends Readonly<Record<Side, Pieces>> {
  readonly bases: readonly Pieces[]
  /** The ids of those that git picks; absent if that is all of them. */
  readonly picked?: ReadonlySet<string>
}

/** Which side each piece of work is taken from, and which of them need the user's word. */
interface Decision {
  readonly sides: ReadonlyMap<string, Side>
  readonly asked: ReadonlySet<string>
}

/**
 * Decides for each piece of work which side it is taken from, as a whole: from the side that has gone on with it; if both
 * have, or both have a piece of work in the same folder, from the chosen one.
 *
 * @param chosen the side for those that need a word
 */
export function decide(trees: Trees, chosen: Side): Decision {
  const sides = new Map<string, Side>()
  const asked = new Set<string>()
  const ask = (id: string) => {
    asked.add(id)
    sides.set(id, chosen)
  }
  for (const id of new Set([...trees.mine.keys(), ...trees.theirs.keys()])) {
    const [mine, theirs] = [hasAdvanced(trees, 'mine', id), hasAdvanced(trees, 'theirs', id)]
    const isSame = trees.mine.get(id)?.key === trees.theirs.get(id)?.key
    if (isSame || trees.picked?.has(id) === false) sides.set(id, 'mine')
    else if (mine === theirs) ask(id)
    else sides.set(id, mine ? 'mine' : 'theirs')
  }
  // Taking one piece of work from the chosen side may bring it into the folder of another.
  for (let crowded = inCrowdedFolders(trees, sides); crowded.some((id) => !asked.has(id)); ) {
    for (const id of crowded) ask(id)
    crowded = inCrowdedFolders(trees, sides)
  }
  return { sides, asked }
}

/** Whether a side differs from all commits that both come from. */
function hasAdvanced({ bases, ...trees }: Trees, side: Side, id: string): boolean {
  const key = trees[side].get(id)?.key
  return bases.length === 0 ? key !== undefined : bases.every((base) => base.get(id)?.key !== key)
}

function inCrowdedFolders(trees: Trees, sides: ReadonlyMap<string, Side>): string[] {
  const folders = new Map<string, string[]>()
  for (const [id, piece] of taken(trees, sides)) folders.set(piece.folder, [...(folders.get(piece.folder) ?? []), id])
  return [...folders.values()].filter((ids) => ids.length > 1).flat()
}

/** @returns the pieces of work that a decision takes, by their ids; those that the side does not have are not among them */
export const taken = (trees: Trees, sides: ReadonlyMap<string, Side>): Map<string, PieceThere> =>
  new Map(
    [...sides].flatMap(([id, side]): [string, PieceThere][] => {
      const piece = trees[side].get(id)
      return piece ? [[id, piece]] : []
    }),
  )

/** What was chosen in a rebase: the histories say so only when it is over, as each commit brings its own. */
export interface RebaseChoice extends Pick<Rebase, 'branch' | 'onto' | 'isLast'> {
  readonly side: Side
  /** The tip of the branch before. */
  readonly before: string
  /** The commit of the side that is not taken. */
  readonly tip: string
  /** The ids of the pieces of work, each with what its history is to say. */
  readonly notes: readonly (readonly [id: string, note: string])[]
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
