/** A box in its row, or the place at which the lines out of a box pass between the boxes of a row. */
export interface Place {
  readonly box: number
  readonly isPassing: boolean
  readonly row: number
  /** Half its width, in CSS pixels. */
  readonly half: number
  readonly from: Place[]
  readonly to: Place[]
  /** Its middle. */
  x: number
}

/** From one box to another. */
export type Link = readonly [from: number, to: number]

const gap = 16
/** So lines that pass side by side are nearer to each other than to a box. */
const passingHalf = -3
/** A line makes room for a box. */
const boxWeight = 8
const sweeps = 16
/** What a sweep leaves of the way to the middle, so that the picture is no wider than it has to be; the last leave all. */
const [pull, unpulled] = [0.9, 3]

/**
 * Places boxes in their rows with few crossings: sweeping down and up, each goes to the middle of what it is linked to.
 *
 * @param rows the boxes of each row
 * @param half of a box's width
 */
export function placed(rows: readonly (readonly number[])[], links: readonly Link[], half: number): Place[][] {
  const placeOf = (box: number, row: number, isPassing: boolean): Place => {
    return { box, isPassing, row, half: isPassing ? passingHalf : half, from: [], to: [], x: 0 }
  }
  const places = rows.map((boxes, row) => boxes.map((box) => placeOf(box, row, false)))
  const byBox = new Map(places.flat().map((place) => [place.box, place]))
  // All lines out of a box pass a row at one place, and part where the first of them ends.
  for (const start of byBox.values()) {
    const ends = links.flatMap(([from, to]) => byBox.get(from === start.box ? to : -1) ?? [])
    let at = start
    for (let row = start.row + 1; row <= Math.max(...ends.map((end) => end.row)); row++) {
      const passing = ends.some((end) => end.row > row) ? [placeOf(start.box, row, true)] : []
      for (const to of [...ends.filter((end) => end.row === row), ...passing]) {
        at.to.push(to)
        to.from.push(at)
      }
      places[row]?.push(...passing)
      at = passing[0] ?? at
    }
  }
  for (const row of places) settle(row, (_, index) => (2 * index - row.length) * (half + gap))
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0
    for (const row of isDown ? places : places.toReversed()) {
      const wanted = new Map(row.map((place) => [place, pull * middleOf(isDown ? place.from : place.to, place)]))
      row.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0))
      settle(row, (place) => wanted.get(place) ?? 0)
    }
  }
  for (let left = sweeps; left > 0; left--)
    for (const row of places)
      settle(row, (place) => (left > unpulled ? pull : 1) * middleOf([...place.from, ...place.to], place))
  for (const row of places) straighten(row, ({ from }) => from[0])
  for (const row of places.toReversed()) straighten(row, ({ to }) => to[0])
  return places
}

/** The middle of the boxes among these places; of the lines that pass, if there is no box; otherwise where it is. */
function middleOf(places: readonly Place[], { x }: Place): number {
  const boxes = places.filter(({ isPassing }) => !isPassing)
  const all = boxes.length > 0 ? boxes : places
  return all.length === 0 ? x : all.reduce((sum, place) => sum + place.x, 0) / all.length
}

/** Moves lines that pass to below or above the end that they come from or go to, as near as there is room. */
function straighten(row: readonly Place[], endOf: (place: Place) => Place | undefined): void {
  for (const [index, place] of row.entries()) {
    const end = place.isPassing ? endOf(place) : undefined
    if (!end || (!end.isPassing && Math.abs(place.x - end.x) < end.half / 2)) continue
    const [before, after] = [row[index - 1], row[index + 1]]
    const least = before ? before.x + before.half + gap + place.half : Number.NEGATIVE_INFINITY
    const most = after ? after.x - after.half - gap - place.half : Number.POSITIVE_INFINITY
    place.x = Math.max(least, Math.min(end.x, most))
  }
}

/** Puts the places of a row as near to where they are wanted as their order and widths allow. */
function settle(row: readonly Place[], wantedAt: (place: Place, index: number) => number): void {
  const offsets: number[] = []
  // Places that touch move together.
  const blocks: { sum: number; weight: number; count: number }[] = []
  for (const [index, place] of row.entries()) {
    const before = row[index - 1]
    const offset = before ? (offsets.at(-1) ?? 0) + before.half + gap + place.half : 0
    offsets.push(offset)
    const weight = place.isPassing ? 1 : boxWeight
    let block = { sum: weight * (wantedAt(place, index) - offset), weight, count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      const { sum, weight: heavy, count } = last
      block = { sum: sum + block.sum, weight: heavy + block.weight, count: count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  }
  const starts = blocks.flatMap(({ sum, weight, count }) => Array.from({ length: count }, () => sum / weight))
  for (const [index, place] of row.entries()) place.x = Math.round((starts[index] ?? 0) + (offsets[index] ?? 0))
}
