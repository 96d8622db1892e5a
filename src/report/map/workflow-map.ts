import { partsOf } from '../../engine/place'

/** What a reader of a workflow sees of its table: boxes in phases, and the words that lead between them. */
export interface WorkflowMap {
  /** Their titles, in the order of the work. */
  readonly phases: readonly string[]
  readonly boxes: readonly MapBox[]
  readonly ways: readonly MapWays[]
  /** Ways that would hide the others: a word that is possible nearly everywhere, and what is rare. */
  readonly others: readonly MapWays[]
  /** The word of most ways, which they need not say; empty if there is none. */
  readonly usual: string
}

/** A box, for one state or several that a reader need not tell apart. */
export interface MapBox {
  readonly states: readonly string[]
  readonly title: string
  /** The place of its phase in the list. */
  readonly phase: number
  /** The word that leads here from nearly everywhere; absent if ways lead here from where the work begins. */
  readonly anywhere?: string
}

/** Where a word leads, from each of these boxes to each of those: places in the list, or `beside`. */
export interface MapWays {
  readonly by: string
  /** Whether they lead through a state that only says that a file is missing. */
  readonly ifMissing?: true
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** From one box to another. */
export type Way = readonly [from: number, to: number]

/** Stands for no box: what is beside the work is entered from anywhere, and left. */
export const beside = -1

type Boxes = readonly Pick<MapBox, 'states' | 'phase'>[]

/** @returns the boxes of a state: several if parallel regions have something to say, none for a state that is not known */
export const boxesOf = (boxes: Boxes, state: string): number[] =>
  partsOf(state).flatMap((part) => boxes.flatMap(({ states }, box) => (states.includes(part) ? [box] : [])))

/** @returns how a step is seen on the map: empty if it stays in its boxes */
export function waysOf(boxes: Boxes, from: string, to: string): Way[] {
  const [before, after] = [boxesOf(boxes, from), boxesOf(boxes, to)]
  const left = before.filter((box) => !after.includes(box))
  const entered = after.filter((box) => !before.includes(box))
  if (left.length + entered.length === 0) return []
  const all = (left.length ? left : [beside]).flatMap((one) =>
    (entered.length ? entered : [beside]).map((other): Way => [one, other]),
  )
  // Where each state has a box in several frames, a step is seen in each of them.
  const inside = all.filter(([one, other]) => boxes[one]?.phase === boxes[other]?.phase)
  return inside.length > 0 ? inside : all
}

/** @returns whether a way is one of those of a word */
export const isAmong = ({ from, to }: MapWays, [start, end]: Way): boolean => from.includes(start) && to.includes(end)
