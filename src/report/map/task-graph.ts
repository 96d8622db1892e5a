import { kept } from '../../engine/records'
import type { ReportedTask } from '../../flows/reporting'
import { visible } from '../../markdown/visible'
import { taskSigns } from '../report-words'
import { type MapBox, type MapLayout, smallWidth, titleWidth, wrapped } from './layout'
import { type Link, type Place, placed } from './rows'
import { levelsOf, linesTo } from './tracks'

/** In CSS pixels, but for the most boxes side by side: a wave with more has several rows. */
const [boxWidth, padding, mostInRow] = [160, 12, 4]
/** A longer text is cut: the list of tasks has all of it. */
const [mostIdLines, mostTitleLines] = [2, 3]

type Unplaced = Omit<MapBox, 'frame'> & { readonly height: number }

/**
 * Lays out the tasks that say what they depend on: a frame for each wave, in it the boxes, and a line from each to those
 * that depend on it.
 *
 * @returns undefined if there are none
 */
export function graphOf(all: readonly ReportedTask[]): MapLayout | undefined {
  const tasks = all.filter(({ dependsOn }) => dependsOn !== undefined)
  if (tasks.length === 0) return undefined
  const waves = [...new Set(tasks.map(({ group }) => group))]
  const boxes = tasks.map((task) => boxOf(task, waves.indexOf(task.group)))
  const byId = new Map(tasks.map(({ id }, index) => [id, index]))
  // A record by hand can name one that is unknown, or in no earlier wave.
  const isEarlier = (from: number, to: number) => (boxes[from]?.phase ?? 0) < (boxes[to]?.phase ?? 0)
  const before = tasks.map(({ dependsOn = [] }, to) =>
    dependsOn.map((id) => byId.get(id) ?? to).filter((from) => isEarlier(from, to)),
  )
  const links = withoutDetours(before)
  const rows = waves.flatMap((_, wave) =>
    rowsOf(
      boxes.flatMap(({ phase }, box) => (phase === wave ? [box] : [])),
      links,
    ),
  )
  return drawn(placed(rows, links, boxWidth / 2), waves, boxes)
}

/** The links to each box, without those that follow from others: a line past a box says less than those through it. */
function withoutDetours(before: readonly (readonly number[])[]): Link[] {
  const behind = new Map<number, ReadonlySet<number>>()
  const allBehind = (box: number): ReadonlySet<number> =>
    kept(behind, box, () => new Set((before[box] ?? []).flatMap((from) => [from, ...allBehind(from)])))
  return before.flatMap((ends, to) =>
    ends.filter((from) => !ends.some((end) => allBehind(end).has(from))).map((from): Link => [from, to]),
  )
}

function boxOf({ id = '', name, status }: ReportedTask, phase: number): Unplaced {
  const lines = linesIn(id, titleWidth, mostIdLines)
  const sign = taskSigns[status]
  const below = [...(name === id ? [] : linesIn(name, smallWidth, mostTitleLines)), `${sign.sign} ${sign.word}`]
  const height = 24 + 17 * lines.length + 15 * below.length
  return { states: [], title: visible(id), phase, task: { lines, below, sign }, height }
}

/** A text in the lines that a box has room for; letters as wide as they are high count twice. */
function linesIn(text: string, letterWidth: number, most: number): string[] {
  const seen = visible(text.replace(/\s+/g, ' ').trim())
  const room = Math.floor((boxWidth - 12) / letterWidth / (/[\u1100-\uffff]/.test(seen) ? 2 : 1))
  const lines = wrapped(seen, room)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, room - 1)}…`]
}

/** Rows as long as each other. What nothing depends on comes first, so that few lines pass by it. */
function rowsOf(boxes: readonly number[], links: readonly Link[]): number[][] {
  const rank = (box: number) =>
    Number(links.some(([from]) => from === box)) - Number(links.some(([, to]) => to === box))
  const sorted = boxes.toSorted((one, other) => rank(one) - rank(other))
  const count = Math.ceil(boxes.length / mostInRow)
  const length = Math.ceil(boxes.length / count)
  return Array.from({ length: count }, (_, row) => sorted.slice(row * length, (row + 1) * length))
}

function drawn(rows: readonly (readonly Place[])[], waves: readonly string[], boxes: readonly Unplaced[]): MapLayout {
  const all = rows.flat()
  const left = Math.min(...all.map(({ x, half }) => x - half)) - 2 * padding
  for (const place of all) place.x -= left
  const width = Math.max(...all.map(({ x, half }) => x + half)) + 2 * padding
  const levels = levelsOf(
    rows.map((places) => {
      const own = places.flatMap(({ box }) => boxes[box ?? -1] ?? [])
      return { places, wave: own[0]?.phase ?? 0, height: Math.max(...own.map(({ height }) => height)) }
    }),
  )
  return {
    width,
    height: levels.height,
    phases: waves.map((title, wave) => {
      const { top = 0, bottom = 0, entering = [] } = levels.waves[wave] ?? {}
      const head = [freeOf(entering, title.length * titleWidth), top + 5, title.length * titleWidth, 16] as const
      return { title, frame: [padding, top, width - 2 * padding, bottom - top], head }
    }),
    boxes: boxes.map(({ height: _, ...box }, index) => {
      const { x = 0, row = 0 } = all.find((place) => place.box === index) ?? {}
      const { top = 0, bottom = 0 } = levels.rows[row] ?? {}
      return { ...box, frame: [x - boxWidth / 2, top, boxWidth, bottom - top] }
    }),
    edges: all.flatMap((end) => {
      const { box: to } = end
      if (to === undefined) return []
      return linesTo(end, levels).map(({ from, line }) => ({ ways: [[from, to]], by: [], line, label: [0, 0] }))
    }),
    others: [],
    usual: '',
    passed: [],
    resting: [],
  }
}

/** How far left a title can be without a line through it. */
function freeOf(lines: readonly number[], width: number): number {
  const places = [2 * padding, ...lines.map((x) => x + padding)].toSorted((one, other) => one - other)
  return (
    places.find(
      (left) => left >= 2 * padding && !lines.some((x) => x > left - padding && x < left + width + padding),
    ) ?? 0
  )
}
