import { capital } from '../../answer/markdown'
import { kept } from '../../engine/records'
import {
  beside,
  labelOf,
  type MapBox,
  type MapEdge,
  type MapLayout,
  type MapPhase,
  type MapWays,
  timesOf,
  type Way,
} from './layout'
import type { MapMarks } from './marks'

/** Says what a map shows, for who cannot see it: plain lines, an item each. */
export function mapText(map: MapLayout, marks?: MapMarks): string {
  return [...(marks ? markLines(map, marks) : []), ...wayLines(map)].join('\n')
}

const listed = (items: readonly string[], last: Last): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`

/** Whether a list is of all, or of what it can be. */
type Last = 'and' | 'or'

function markLines(map: MapLayout, { here, hereTitle, visits, steps, words }: MapMarks): string[] {
  const entered = visits.flatMap((count, box) => (count > 0 ? [`${nameOf(map, box)} ${timesOf(count)}`] : []))
  const walked = steps.map(
    ({ way: [from, to], by, count }) => `${nameOf(map, from)} → ${nameOf(map, to)} by ${by} ${timesOf(count)}`,
  )
  const at = here.length === 0 ? ', which is not on this map' : ''
  return [
    `Now: ${hereTitle}${at}.`,
    entered.length > 0 && `Entered: ${entered.join('; ')}.`,
    walked.length > 0 && `Walked: ${walked.join('; ')}.`,
    words.length > 0 &&
      `Can be said now: ${words
        .map(({ say, to }) => `${say}${to.length > 0 ? `, to ${namesOf(map, to, 'or')}` : ''}`)
        .join('; ')}.`,
  ].filter((line) => line !== false)
}

/** The title of a box; one that several boxes have, with its phase. */
function nameOf(map: Named, box: number): string {
  if (box === beside) return 'beside the work'
  const title = map.boxes[box]?.title ?? ''
  const isOne = map.boxes.filter((each) => each.title === title).length < 2
  return isOne ? title : `${map.phases[map.boxes[box]?.phase ?? 0]?.title}: ${title}`
}

const endsOf = (ways: readonly Way[], side: 0 | 1): number[] => [...new Set(ways.map((way) => way[side]))]

/** What the names of boxes are made of. */
interface Named {
  readonly boxes: readonly Pick<MapBox, 'title' | 'phase'>[]
  readonly phases: readonly Pick<MapPhase, 'title'>[]
}

/** @returns the names of boxes; `all of Review` for those of a whole phase */
export function namesOf(map: Named, boxes: readonly number[], last: Last = 'and'): string {
  const names = new Set<string>()
  for (const box of boxes) {
    const phase = map.boxes[box]?.phase
    const own = map.boxes.flatMap((each, index) => (each.phase === phase ? [index] : []))
    const isWhole = own.length > 1 && own.every((each) => boxes.includes(each))
    names.add(isWhole ? `all of ${map.phases[phase ?? 0]?.title}` : nameOf(map, box))
  }
  return listed([...names], last)
}

const firstOf = ({ ways }: MapEdge): number => Math.min(...endsOf(ways, 0))

/** Of each phase its boxes, then of each box where it leads, then what is possible nearly everywhere. */
function wayLines(map: MapLayout): string[] {
  const { phases, boxes, edges, others } = map
  const out = new Map<string, string[]>()
  for (const { ways, by } of edges.toSorted((one, other) => firstOf(one) - firstOf(other))) {
    const word = labelOf(by, map.usual)
    const to = `${namesOf(map, endsOf(ways, 1), 'or')}${word && ` (${word})`}`
    kept(out, namesOf(map, endsOf(ways, 0)), () => []).push(to)
  }
  return [
    ...phases.flatMap(({ title }, phase) => {
      const own = boxes
        .filter((box) => box.phase === phase)
        .map((box) => (box.task ? `${box.title} (${box.task.sign.word})` : box.title))
      return own.length === 1 && own[0] === title ? [] : [`${title}: ${own.join(', ')}.`]
    }),
    ...(map.usual ? [`Ways without a word: ${map.usual}.`] : []),
    ...[...out].map(([from, to]) => `${from.startsWith('all of ') ? capital(from) : from} → ${to.join('; ')}.`),
    ...others.map((ways) => otherLine(map, ways)),
  ]
}

/** What is possible nearly everywhere, or rarely, and has no line. */
function otherLine(map: MapLayout, { by, ifMissing, from, to }: MapWays): string {
  const missing = map.boxes.flatMap((_, box) => (from.includes(box) ? [] : [box]))
  const start =
    from.includes(beside) || missing.length === 0
      ? 'anywhere'
      : missing.length <= 4
        ? `anywhere but ${namesOf(map, missing)}`
        : namesOf(map, from)
  const ends = to.filter((box) => box !== beside)
  const targets = [to.includes(beside) && 'back to the work', ends.length > 0 && `to ${namesOf(map, ends, 'or')}`]
  return `${ifMissing ? 'If a file is missing, from' : 'From'} ${start} ${targets.filter(Boolean).join(', or ')}: ${by}.`
}
