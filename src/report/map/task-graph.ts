import { kept } from '../../engine/records'
import type { ReportedTask } from '../../flows/reporting'
import { visible } from '../../markdown/visible'
import { taskSigns } from '../report-words'
import { type MapBox, type MapEdge, type MapLayout, smallWidth, titleWidth, wrapped } from './layout'
import { type Link, type Place, placed } from './rows'

/** In CSS pixels, but for the most boxes side by side: a wave with more has several rows. */
const [boxWidth, padding, mostInRow] = [160, 12, 4]
/** Where lines lead to the side, between two rows, in CSS pixels. */
const slope = 40
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
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `${[...(lines[most - 1] ?? '')].slice(0, room - 1).join('')}…`]
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

/** Puts the rows below each other, with as much room between two as their lines need. */
function drawn(rows: readonly (readonly Place[])[], waves: readonly string[], boxes: readonly Unplaced[]): MapLayout {
  const all = rows.flat()
  const titles = Math.ceil(Math.max(...waves.map(({ length }) => length)) * titleWidth)
  const left = Math.min(...all.map(({ x, half }) => x - half)) - titles - 4 * padding
  for (const place of all) place.x -= left
  const width = Math.max(...all.map(({ x, half }) => x + half)) + 2 * padding
  const boxesIn = (row: readonly Place[] = []) =>
    row.flatMap(({ box, isPassing }) => (isPassing ? [] : (boxes[box] ?? [])))
  let y = padding
  const levels = rows.map((row, index) => {
    const own = boxesIn(row)
    const wave = own[0]?.phase ?? 0
    const isAlone = (other: number) => boxesIn(rows[other])[0]?.phase !== wave
    const top = isAlone(index - 1) ? y + padding : y
    const bottom = top + Math.max(...own.map(({ height }) => height))
    const below = (isAlone(index + 1) ? bottom + padding : bottom) + padding
    y = below + (row.some(({ to }) => to.length > 0) ? slope : 0) + padding
    return { wave, top, bottom, below }
  })
  return {
    width,
    height: y - padding,
    phases: waves.map((title, wave) => {
      const own = levels.filter((level) => level.wave === wave)
      const [top, bottom] = [(own[0]?.top ?? 0) - padding, (own.at(-1)?.bottom ?? 0) + padding]
      return {
        title,
        frame: [padding, top, width - 2 * padding, bottom - top],
        head: [2 * padding, top + padding, titles, 16],
        exits: [],
      }
    }),
    boxes: boxes.map(({ height: _, ...box }, index) => {
      const { x = 0, row = 0 } = all.find((place) => place.box === index && !place.isPassing) ?? {}
      const { top = 0, bottom = 0 } = levels[row] ?? {}
      return { ...box, frame: [x - boxWidth / 2, top, boxWidth, bottom - top] }
    }),
    edges: rows.flatMap((row, index) =>
      row.flatMap((from) =>
        from.to.map((to): MapEdge => {
          const { top = 0, bottom = 0, below = 0 } = levels[index] ?? {}
          const end = levels[index + 1]?.top ?? 0
          const turn = to.x === from.x ? [] : [from.x, below, to.x, end - 2 * padding]
          const line = [from.x, from.isPassing ? top : bottom, ...turn, to.x, end]
          return { ways: to.isPassing ? [] : [[from.box, to.box]], by: [], line, label: [0, 0] }
        }),
      ),
    ),
    others: [],
    usual: '',
    passed: [],
    resting: [],
  }
}
