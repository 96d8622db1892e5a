import type { Place } from './rows'

/** In CSS pixels: between what is in a frame and its border, below its head, and between two lines. */
const [padding, headHeight, apart] = [12, 26, 10]

/** The lines out of one place, which turn at one height. */
export interface Bundle {
  readonly from: Place
  /** Where they begin, and where each ends. */
  readonly x: number
  readonly ends: ReadonlyMap<Place, number>
  readonly left: number
  readonly right: number
}

export interface Row {
  readonly places: readonly Place[]
  readonly wave: number
  readonly height: number
}

/** How high everything is. */
export interface Levels {
  readonly rows: readonly { readonly top: number; readonly bottom: number }[]
  /** The frame of each wave, and where lines enter it. */
  readonly waves: readonly { readonly top: number; readonly bottom: number; readonly entering: readonly number[] }[]
  readonly bundles: ReadonlyMap<Place, Bundle & { readonly turn: number }>
  readonly height: number
}

/** Puts the rows below each other, with as much room between two as their lines need. */
export function levelsOf(all: readonly Row[]): Levels {
  const rows: { top: number; bottom: number }[] = []
  const waves: { top: number; bottom: number; entering: readonly number[] }[] = []
  const bundles = new Map<Place, Bundle & { turn: number }>()
  let entering: readonly number[] = []
  let y = padding
  for (const [index, { places, wave, height }] of all.entries()) {
    const isFirst = wave !== all[index - 1]?.wave
    const top = isFirst ? y + headHeight : y
    const bottom = top + height
    rows.push({ top, bottom })
    if (isFirst) waves.push({ top: y, bottom: 0, entering })
    const { [wave]: frame } = waves
    if (frame) frame.bottom = bottom + padding
    y = wave !== all[index + 1]?.wave ? bottom + padding : bottom
    const own = bundlesFrom(places)
    const tracks = tracksOf(own)
    for (const bundle of own) {
      const track = tracks.findIndex((each) => each.includes(bundle))
      bundles.set(bundle.from, { ...bundle, turn: y + padding + track * apart })
    }
    entering = own.flatMap(({ ends }) => [...ends.values()])
    y += 2 * padding + Math.max(0, tracks.length - 1) * apart
  }
  return { rows, waves, bundles, height: y - padding }
}

/** @returns the corners of each line that ends at a box, and the box that it comes from */
export const linesTo = (end: Place, levels: Levels): { readonly from: number; readonly line: readonly number[] }[] =>
  end.from.map((last) => {
    const { from, corners, x } = lineTo(last, end, levels)
    return { from, line: [...corners, x, levels.rows[end.row]?.top ?? 0] }
  })

function lineTo(from: Place, to: Place, levels: Levels): { from: number; corners: readonly number[]; x: number } {
  const { x: start, ends, turn } = levels.bundles.get(from) ?? { x: from.x, turn: 0 }
  const x = ends?.get(to) ?? start
  const [before] = from.box === undefined ? from.from : []
  const above = before
    ? lineTo(before, from, levels)
    : { from: from.box ?? 0, corners: [start, levels.rows[from.row]?.bottom ?? 0] }
  return { from: above.from, corners: x === start ? above.corners : [...above.corners, start, turn, x, turn], x }
}

/** @returns the lines from a row to the next */
function bundlesFrom(row: readonly Place[]): Bundle[] {
  return row.flatMap((from) => {
    if (from.to.length === 0) return []
    const x = startOf(from)
    const ends = new Map(from.to.map((to) => [to, endOf(x, to)]))
    const all = [x, ...ends.values()]
    return [{ from, x, ends, left: Math.min(...all), right: Math.max(...all) }]
  })
}

/** Whether a line can go straight down out of a box, or into it. */
const isWithin = (x: number, { x: middle, half }: Place): boolean => Math.abs(x - middle) < half - 1.5 * apart

/** Where the lines out of a place begin: above the one that passes the next row, if they can. */
export function startOf(place: Place): number {
  const passing = place.box === undefined ? undefined : place.to.find(({ box }) => box === undefined)
  return passing && isWithin(passing.x, place) ? passing.x : place.x
}

/** Where a line that begins at `x` ends: straight down, if it can; otherwise in the middle, or beside those that can. */
function endOf(x: number, to: Place): number {
  if (to.box === undefined || isWithin(x, to)) return to.box === undefined ? to.x : x
  const starts = to.from.map(startOf)
  const side = Math.sign(x - to.x)
  if (starts.some((start) => isWithin(start, to))) return to.x + side * (to.half - apart)
  return starts.every((start) => Math.sign(start - to.x) === side) ? to.x : to.x + side * 2 * apart
}

/**
 * @returns the bundles of each track, the highest first: on a track none is over another, and none ends where one below
 *   it begins. What is straight needs none
 */
function tracksOf(bundles: readonly Bundle[]): Bundle[][] {
  const towards = ({ x, left, right }: Bundle) => Math.sign(left + right - 2 * x)
  // Of lines to the right, those that begin further right are higher: so they do not cross.
  let waiting = bundles
    .filter(({ left, right }) => left < right)
    .toSorted((one, other) => towards(one) - towards(other) || towards(one) * (other.x - one.x))
  const tracks: Bundle[][] = []
  while (waiting.length > 0) {
    const track: Bundle[] = []
    for (const bundle of waiting) {
      const isOver = track.some(({ left, right }) => left < bundle.right + apart && bundle.left < right + apart)
      const isEarly = waiting.some(
        (other) => other !== bundle && [...bundle.ends.values()].some((end) => Math.abs(end - other.x) < apart),
      )
      if (!isOver && !isEarly) track.push(bundle)
    }
    if (track.length === 0) track.push(...waiting.slice(0, 1))
    tracks.push(track)
    waiting = waiting.filter((bundle) => !track.includes(bundle))
  }
  return tracks
}
