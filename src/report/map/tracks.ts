import type { Place } from './rows'

/** Two lines are no nearer to each other, in CSS pixels. */
export const apart = 10

/** The lines out of one place, which turn at one height. */
export interface Bundle {
  readonly from: Place
  /** Where they begin, and where each ends. */
  readonly x: number
  readonly ends: readonly (readonly [to: Place, x: number])[]
  readonly left: number
  readonly right: number
}

/** @returns the lines from a row to the next */
export const bundlesFrom = (row: readonly Place[]): Bundle[] =>
  row
    .filter(({ to }) => to.length > 0)
    .map((from) => {
      const x = startOf(from)
      const ends = from.to.map((to) => [to, endOf(x, to)] as const)
      const all = [x, ...ends.map(([, end]) => end)]
      return { from, x, ends, left: Math.min(...all), right: Math.max(...all) }
    })

/** Whether a line can go straight down out of a box, or into it. */
const isWithin = (x: number, { x: middle, half }: Place): boolean => Math.abs(x - middle) < half - 1.5 * apart

/** The lines out of a box begin above the one that passes the next row, if they can. */
function startOf(place: Place): number {
  const passing = place.to.find(({ isPassing }) => isPassing)
  return passing && !place.isPassing && isWithin(passing.x, place) ? passing.x : place.x
}

/** A line goes straight down, if it can; otherwise it ends in the middle, or beside those that can. */
function endOf(x: number, to: Place): number {
  if (to.isPassing) return to.x
  if (isWithin(x, to)) return x
  const starts = to.from.map(startOf)
  const side = Math.sign(x - to.x)
  if (starts.some((start) => isWithin(start, to))) return to.x + side * (to.half - apart)
  return starts.every((start) => Math.sign(start - to.x) === side) ? to.x : to.x + side * 2 * apart
}

/**
 * @returns the bundles of each track, the highest first: on a track none is over another, and none ends where one below
 *   it begins. What is straight needs none
 */
export function tracksOf(bundles: readonly Bundle[]): Bundle[][] {
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
        (other) => other !== bundle && bundle.ends.some(([, end]) => Math.abs(end - other.x) < apart),
      )
      if (!isOver && !isEarly) track.push(bundle)
    }
    if (track.length === 0) track.push(...waiting.slice(0, 1))
    tracks.push(track)
    waiting = waiting.filter((bundle) => !track.includes(bundle))
  }
  return tracks
}
