import { beside, type MapLayout, type MapWays, timesOf, type Way } from './layout'
import type { MapMarks } from './marks'

/**
 * Says what a map shows, for who cannot see it: plain lines, an item each.
 *
 * @param marks of a piece of work; absent for the workflow alone
 */
export function mapText(map: MapLayout, marks?: MapMarks): string {
  return [...(marks ? markLines(map, marks) : []), ...wayLines(map)].join('\n')
}

const titleAt = ({ boxes }: MapLayout, box: number): string => boxes[box]?.title ?? 'beside the work'

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

function markLines(map: MapLayout, { here, hereTitle, visits, walked, alsoWalked, words }: MapMarks): string[] {
  const entered = visits.flatMap((count, box) => (count > 0 ? [`${nameOf(map, box)} ${timesOf(count)}`] : []))
  const lines = map.edges.flatMap(({ ways, by }, edge) =>
    walked[edge] ? [`${routeOf(map, ways)} by ${by.join(' or ')} ${timesOf(walked[edge])}`] : [],
  )
  const also = alsoWalked.map(({ way, by, count }) => `${routeOf(map, [way])} by ${by} ${timesOf(count)}`)
  const at = here.length === 0 ? ', which is not on this map' : ''
  return [
    `Now: ${hereTitle}${at}.`,
    entered.length > 0 && `Entered: ${entered.join('; ')}.`,
    lines.length > 0 && `Walked: ${lines.join('; ')}.`,
    also.length > 0 && `Walked besides: ${also.join('; ')}.`,
    words.length > 0 &&
      `Can be said now: ${words
        .map(({ say, to }) => `${say}${to.length > 0 ? ` (to ${listed(to.map((box) => nameOf(map, box)))})` : ''}`)
        .join('; ')}.`,
  ].filter((line) => line !== false)
}

/** A title that several boxes have is told with its phase. */
function nameOf(map: MapLayout, box: number): string {
  const title = titleAt(map, box)
  const isOne = map.boxes.filter((each) => each.title === title).length < 2
  return isOne ? title : `${map.phases[map.boxes[box]?.phase ?? 0]?.title}: ${title}`
}

function routeOf(map: MapLayout, ways: readonly Way[]): string {
  const [from, to] = ([0, 1] as const).map((side) => [...new Set(ways.map((way) => way[side]))])
  return `${listed((from ?? []).map((box) => nameOf(map, box)))} → ${listed((to ?? []).map((box) => nameOf(map, box)))}`
}

function wayLines(map: MapLayout): string[] {
  const { phases, boxes, edges, others } = map
  return [
    ...phases.flatMap(({ title }, phase) => {
      const own = boxes.filter((box) => box.phase === phase).map((box) => box.title)
      return own.length === 1 && own[0] === title ? [] : [`${title}: ${own.join(', ')}.`]
    }),
    ...edges.map(({ ways, by }) => `${routeOf(map, ways)}: ${by.join(', ')}.`),
    ...others.map((ways) => otherLine(map, ways)),
  ]
}

/** What is possible nearly everywhere, or rarely, and has no line. */
function otherLine(map: MapLayout, { by, from, to }: MapWays): string {
  const missing = map.boxes.flatMap((_, box) => (from.includes(box) ? [] : [box]))
  const names = (boxes: readonly number[]) => listed(boxes.map((box) => nameOf(map, box)))
  const start = from.includes(beside) || missing.length === 0
    ? 'anywhere'
    : missing.length <= 4
      ? `anywhere but ${names(missing)}`
      : names(from)
  const ends = to.filter((box) => box !== beside)
  const back = to.includes(beside) ? 'back to the work' : ''
  return `From ${start} ${[back, ends.length > 0 && `to ${names(ends)}`].filter(Boolean).join(', or ')}: ${by}.`
}
