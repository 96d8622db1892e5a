import type { Sign } from '../../blocks/block'
import { partsOf } from '../../engine/place'

/** The map of a workflow, laid out when the package is built (`scripts/compile-maps.ts`). Lengths are in CSS pixels. */
export interface MapLayout {
  readonly width: number
  readonly height: number
  readonly phases: readonly MapPhase[]
  readonly boxes: readonly MapBox[]
  readonly edges: readonly MapEdge[]
  /** Ways that would hide the others if they were drawn: a word that is possible nearly everywhere, and what is rare. */
  readonly others: readonly MapWays[]
  /** The word of lines that have no label; empty if all have one. */
  readonly usual: string
  /** The boxes that a step can pass without being there: it is walked along two lines. */
  readonly passed: readonly number[]
  /** States of a region that say nothing of where the work is, and have no box. */
  readonly resting: readonly string[]
}

export interface MapPhase {
  readonly title: string
  /** Left, top, width, height. */
  readonly frame: Frame
  /** Where its title is: no line crosses it. */
  readonly head: Frame
  /** The words that lead out of it, as text below its boxes: lines to other frames would hide each other. */
  readonly exits: readonly MapExit[]
}

/** Edges of the same words from the same place, and what they say. */
export interface MapExit {
  readonly edges: readonly number[]
  readonly lines: readonly string[]
  /** Where its first line begins. */
  readonly at: readonly [x: number, y: number]
}

/** A box, for one state or several that a reader need not tell apart. */
export interface MapBox {
  readonly states: readonly string[]
  readonly title: string
  /** The place of its phase in the list. */
  readonly phase: number
  readonly frame: Frame
  /** The word that leads here from nearly everywhere; absent if lines lead here from where the work begins. */
  readonly anywhere?: string
  /** Of a task graph: how its id, title and state are broken into lines, and the state alone. */
  readonly task?: { readonly lines: readonly string[]; readonly below: readonly string[]; readonly sign: Sign }
}

export type Frame = readonly [left: number, top: number, width: number, height: number]

/** One line of the map, for every pair of boxes that its words lead between. */
export interface MapEdge {
  /** Of a part of a line that leads on none. */
  readonly ways: readonly Way[]
  /** The spells or commands. */
  readonly by: readonly string[]
  /** The corners of its line; it ends in an arrow. Empty of one that leads out of its phase, see `MapExit`. */
  readonly line: readonly number[]
  /** The middle of its label. */
  readonly label: readonly [x: number, y: number]
}

/** Places of boxes in the list; `beside` stands for none: what is beside the work is entered from anywhere, and left. */
export type Way = readonly [from: number, to: number]
export const beside = -1

export interface MapWays {
  readonly by: string
  /** Whether they lead through a state that only says that a file is missing. */
  readonly ifMissing?: boolean
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** By the name of the workflow: what `dist/maps.json` has. */
export type Maps = Readonly<Record<string, MapLayout>>

/** Where the states of a map are, laid out or not yet. */
interface Boxes {
  readonly boxes: readonly Pick<MapBox, 'states' | 'phase'>[]
}

/** @returns the boxes of a state: several if parallel regions have something to say, none for a state that is not known */
export const boxesOf = ({ boxes }: Boxes, state: string): number[] =>
  partsOf(state).flatMap((part) => {
    return boxes.flatMap(({ states }, box) => (states.includes(part) ? [box] : []))
  })

/** @returns how a step is seen on the map: empty if it stays in its boxes */
export function waysOf(map: Boxes, from: string, to: string): Way[] {
  const [before, after] = [boxesOf(map, from), boxesOf(map, to)]
  const left = before.filter((box) => !after.includes(box))
  const entered = after.filter((box) => !before.includes(box))
  if (left.length + entered.length === 0) return []
  const all = (left.length ? left : [beside]).flatMap((one) =>
    (entered.length ? entered : [beside]).map((other): Way => [one, other]),
  )
  // Where each state has a box in several frames, a step is seen in each of them.
  const inside = all.filter(([one, other]) => map.boxes[one]?.phase === map.boxes[other]?.phase)
  return inside.length > 0 ? inside : all
}

export const isSame = ([from, to]: Way, other: Way): boolean => from === other[0] && to === other[1]

/** How wide a character of a title and of a smaller text may be: fonts differ. */
export const [titleWidth, smallWidth] = [7.8, 7.3]

/** From one line of an exit to the next. */
export const exitHeight = 15

/** A longer title is broken into lines. */
const mostInLine = 21

/** @returns the lines of a title in its box, each about as long as the others */
export const linesOf = (title: string): string[] =>
  wrapped(title, Math.floor(title.length / Math.ceil(title.length / mostInLine)) + 3)

/** @returns words in lines; a word that is too long is cut */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`
    else for (let at = 0; at < Math.max(1, word.length); at += room) lines.push(word.slice(at, at + room))
  }
  return lines
}

/** @returns what the label of a line says: its words, and how often it was walked, if it was */
export const labelOf = (by: readonly string[], usual: string, walked = 0): string =>
  [by.filter((word) => word !== usual).join(', '), walked > 0 && timesOf(walked)].filter(Boolean).join(' ')

/** @returns what a box says that no line leads to; empty for others */
export const entryOf = (anywhere: string | undefined): string => (anywhere ? `from anywhere: ${anywhere}` : '')

/** @returns `×12`, in at most five characters: `×1.2k` */
export function timesOf(count: number): string {
  if (count < 1000) return `×${count}`
  const [unit, sign] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const value = count / unit
  return `×${value < 9.95 ? value.toFixed(1) : Math.min(999, Math.round(value))}${sign}`
}
