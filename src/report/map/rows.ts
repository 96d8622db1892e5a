/** A box in its row, or the place where a line passes through one between the boxes. */
export interface Place {
  /** Which box; undefined for a line that passes. */
  readonly box?: number
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
/** What each sweep leaves of the way to the middle: the picture becomes no wider than it has to be. */
const pull = 0.9
/** The last sweeps, which put boxes below each other. */
const unpulled = 3

/**
 * Places boxes in their rows, with few crossings: sweeping down and up, each goes to the middle of what it is linked to.
 *
 * @param rows the boxes of each row; @param links from a box to one in a later row; @param half of a box's width
 */
export function placed(rows: readonly (readonly number[])[], links: readonly Link[], half: number): Place[][] {
  const places = rows.map((boxes, row) => boxes.map((box): Place => ({ box, row, half, from: [], to: [], x: 0 })))
  const byBox = new Map(places.flat().map((place) => [place.box, place]))
  // All lines of a box pass a row at one place, and part where the first of them ends.
  for (const start of byBox.values()) {
    const ends = links.flatMap(([from, to]) => byBox.get(from === start.box ? to : undefined) ?? [])
    let at = start
    for (let row = start.row + 1; row <= Math.max(...ends.map((end) => end.row)); row++) {
      for (const end of ends) if (end.row === row) link(at, end)
      if (!ends.some((end) => end.row > row)) break
      const passing: Place = { row, half: passingHalf, from: [], to: [], x: at.x }
      link(at, passing)
      places[row]?.push(passing)
      at = passing
    }
  }
  for (const row of places) settle(row, (_, index) => index * 2 * (half + gap) - row.length * (half + gap))
  let best = { crossings: Number.POSITIVE_INFINITY, rows: places }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0
    for (const row of isDown ? places : places.toReversed()) {
      const wanted = new Map(row.map((place) => [place, pull * (middleOf(isDown ? place.from : place.to) ?? place.x)]))
      row.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0))
      settle(row, (place) => wanted.get(place) ?? 0)
    }
    const crossings = crossingsIn(places)
    if (crossings < best.crossings) best = { crossings, rows: places.map((row) => [...row]) }
  }
  for (let left = sweeps; left > 0; left--) {
    const share = left > unpulled ? pull : 1
    for (const row of best.rows) settle(row, ({ x, from, to }) => share * (middleOf([...from, ...to]) ?? x))
  }
  for (const row of best.rows) straighten(row, ({ from }) => from[0])
  for (const row of best.rows.toReversed()) straighten(row, ({ to }) => to[0])
  return best.rows
}

function link(from: Place, to: Place): void {
  from.to.push(to)
  to.from.push(from)
}

/** The middle of the boxes among these places; of the lines that pass, if there is no box. */
function middleOf(places: readonly Place[]): number | undefined {
  const boxes = places.filter(({ box }) => box !== undefined)
  const all = boxes.length > 0 ? boxes : places
  return all.length === 0 ? undefined : all.reduce((sum, { x }) => sum + x, 0) / all.length
}

/** Moves lines that pass to below or above the end that they come from or go to, where there is room. */
function straighten(row: readonly Place[], endOf: (place: Place) => Place | undefined): void {
  for (const [index, place] of row.entries()) {
    const end = place.box === undefined ? endOf(place) : undefined
    const x = end && (end.box === undefined || Math.abs(place.x - end.x) > end.half / 2) ? end.x : undefined
    const [before, after] = [row[index - 1], row[index + 1]]
    const hasRoom = (one?: Place, other?: Place) => !one || !other || other.x - other.half - one.x - one.half >= gap
    if (x !== undefined && hasRoom(before, { ...place, x }) && hasRoom({ ...place, x }, after)) place.x = x
  }
}

/** Puts the places of a row as near to where they are wanted as their order and widths allow. */
function settle(row: readonly Place[], wantedAt: (place: Place, index: number) => number): void {
  const offsets: number[] = []
  const blocks: { sum: number; weight: number; count: number }[] = []
  row.forEach((place, index) => {
    const before = row[index - 1]
    offsets.push(before ? (offsets[index - 1] ?? 0) + before.half + gap + place.half : 0)
    const weight = place.box === undefined ? 1 : boxWeight
    let block = { sum: weight * (wantedAt(place, index) - (offsets[index] ?? 0)), weight, count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      const { sum, weight: heavy, count } = last
      block = { sum: sum + block.sum, weight: heavy + block.weight, count: count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  })
  const starts = blocks.flatMap(({ sum, weight, count }) => Array.from({ length: count }, () => sum / weight))
  row.forEach((place, index) => {
    place.x = Math.round((starts[index] ?? 0) + (offsets[index] ?? 0))
  })
}

function crossingsIn(rows: readonly (readonly Place[])[]): number {
  const lines = rows.map((row) => row.flatMap((place) => place.to.map((end) => [place.x, end.x] as const)))
  const isCrossed = ([from, to]: readonly [number, number], [otherFrom, otherTo]: readonly [number, number]) =>
    (from - otherFrom) * (to - otherTo) < 0
  return lines.reduce(
    (sum, all) => sum + all.reduce((more, one) => more + all.filter((other) => isCrossed(one, other)).length, 0),
    0,
  )
}
