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
export interface Decision {
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
