import { capital } from '../../answer/markdown'
import { kept } from '../../engine/records'
import { endsOf, type MapMarks } from './marks'
import { beside, type MapWays, type WorkflowMap } from './workflow-map'

/** Says what a map shows, for who cannot see it: plain lines, an item each. */
export function mapText(map: WorkflowMap, marks?: MapMarks): string {
  return [...(marks ? markLines(map, marks) : []), ...wayLines(map)].join('\n')
}

const listed = (items: readonly string[], last: Last): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`

/** Whether a list is of all, or of what it can be. */
type Last = 'and' | 'or'

function markLines(map: WorkflowMap, { here, hereTitle, visits, steps, words }: MapMarks): string[] {
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
        .map(({ say, ways }) => [say, ...[namesOf(map, endsOf(ways), 'or')].filter(Boolean)].join(', to '))
        .join('; ')}.`,
  ].filter((line) => line !== false)
}

/** The title of a box; one that several boxes have, with its phase. */
function nameOf(map: WorkflowMap, box: number): string {
  if (box === beside) return 'beside the work'
  const title = map.boxes[box]?.title ?? ''
  const isOne = map.boxes.filter((each) => each.title === title).length < 2
  return isOne ? title : `${map.phases[map.boxes[box]?.phase ?? 0]}: ${title}`
}

/** @returns what a way says: its word, unless most have that, and how often it was walked, if it was */
export const labelOf = (by: string, usual: string, walked = 0): string =>
  [by !== usual && by, walked > 0 && timesOf(walked)].filter(Boolean).join(' ')

/** @returns `×12`, in at most five characters: `×1.2k` */
export function timesOf(count: number): string {
  if (count < 1000) return `×${count}`
  const [unit, sign] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const value = count / unit
  return `×${value < 9.95 ? value.toFixed(1) : Math.min(999, Math.round(value))}${sign}`
}

/** @returns the names of boxes; `all of Review` for those of a whole phase */
export function namesOf(map: WorkflowMap, boxes: readonly number[], last: Last = 'and'): string {
  const names = new Set<string>()
  for (const box of boxes) {
    const phase = map.boxes[box]?.phase
    const own = map.boxes.flatMap((each, index) => (each.phase === phase ? [index] : []))
    const isWhole = own.length > 1 && own.every((each) => boxes.includes(each))
    names.add(isWhole ? `all of ${map.phases[phase ?? 0]}` : nameOf(map, box))
  }
  return listed([...names], last)
}

/** Of each phase its boxes, then of each box where it leads, then what is possible nearly everywhere. */
function wayLines(map: WorkflowMap): string[] {
  const { phases, boxes, ways, others } = map
  const out = new Map<string, string[]>()
  for (const { by, from, to } of ways.toSorted((one, other) => (one.from[0] ?? 0) - (other.from[0] ?? 0))) {
    const word = labelOf(by, map.usual)
    kept(out, namesOf(map, from), () => []).push(`${namesOf(map, to, 'or')}${word && ` (${word})`}`)
  }
  return [
    ...phases.flatMap((title, phase) => {
      const own = boxes.filter((box) => box.phase === phase).map((box) => box.title)
      return own.length === 1 && own[0] === title ? [] : [`${title}: ${own.join(', ')}.`]
    }),
    ...(map.usual ? [`Ways without a word: ${map.usual}.`] : []),
    ...[...out].map(([from, to]) => `${from.startsWith('all of ') ? capital(from) : from} → ${to.join('; ')}.`),
    ...others.map((ways) => otherLine(map, ways)),
  ]
}

/** What is possible nearly everywhere, or rarely, and has no line. */
function otherLine(map: WorkflowMap, { by, ifMissing, from, to }: MapWays): string {
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
