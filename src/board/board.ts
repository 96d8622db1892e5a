import { beginningOf, inline, plain } from '../answer/markdown'
import { spanText, turnLine } from '../answer/turn'
import { minuteOf } from '../blocks/minute'
import type { Board, BoardCard } from '../cli/command'
import { type WorkPhase, workPhases } from '../flows/flow'
import { phaseNames } from '../flows/phase-names'
import { noCell, table } from '../markdown/table'
import { shownCounts } from '../proof/criteria/counts'
import type { SpreadWork, WorkPlace } from '../work/everywhere'
import type { PieceOfWork } from '../work/piece'

/** A piece of work here, or wherever it is. */
export type ListedWork = PieceOfWork & Partial<Omit<SpreadWork, keyof PieceOfWork>>

type Column = readonly [head: string, cell: (work: ListedWork) => string | undefined]

/** Writes a Markdown table without the columns that would be empty. */
export function workTable(work: readonly ListedWork[], now: Date): string {
  const columns: readonly Column[] = [
    ['Phase', (each) => each.phase && phaseNames[each.phase]],
    ['Work', nameOf],
    ['Workflow', ({ workflow }) => workflow],
    ['Branch or worktree', ({ places }) => places && placesText(places)],
    ['State', stateOf],
    ['Criteria', criteriaOf],
    ['Next', ({ turn }) => turn && turnLine(turn, now)],
    ['Last step', ({ time }) => time && minuteOf(time)],
    ['Last commit', (each) => commitOf(each, now)],
    ['Stale', (each) => staleOf(each, now)],
  ]
  const filled = columns.filter(([, cell]) => work.some((each) => cell(each)))
  return table(
    filled.map(([head]) => head),
    work.map((each) => filled.map(([, cell]) => cell(each) || noCell)),
  )
}

/** The longest title and reason, in characters. */
const fits = 60

const nameOf = ({ name, title }: ListedWork): string =>
  `**${inline(name)}**${title ? `: ${beginningOf(inline(title), fits)}` : ''}`

/** What cannot be read has no state. */
function stateOf({ state, phase, where }: ListedWork): string {
  if (state === undefined) return `✗ ${inline(where)}`
  return phase === 'complete' ? `✓ ${inline(where)}` : inline(where)
}

const criteriaOf = ({ criteria }: ListedWork): string | undefined => criteria && shownCounts(criteria)

/** @returns undefined without a commit; `Ada, 3 days ago` */
function commitOf({ commit }: ListedWork, now: Date): string | undefined {
  const when = commit?.time && ago(commit.time, now)
  return commit && [beginningOf(inline(commit.by), fits), when].filter(Boolean).join(', ')
}

/** @returns undefined if it is not stale; `! since 2026-08-01, 113 days ago` */
const staleOf = ({ isStale, last }: ListedWork, now: Date): string | undefined =>
  isStale && last ? `! since ${last.slice(0, 10)}, ${ago(last, now)}` : undefined

/** @returns `main, and 3 more` */
export function placesText(places: readonly WorkPlace[]): string {
  const [first] = places
  const more = places.length - 1
  return `${first ? placeText(first) : ''}${more > 0 ? ` and ${more} more` : ''}`
}

function placeText({ kind, branch, path = '', isHere }: WorkPlace): string {
  if (kind !== 'worktree') return inline(branch ?? '')
  const named = branch === undefined ? 'detached HEAD' : inline(branch)
  return isHere ? `${named} (here)` : `${named} in ${inline(path)}`
}

/** @returns the command that shows more; elsewhere there is none */
const moreOf = ({ command, places }: ListedWork): string | undefined => (places ? undefined : command)

/** @returns `2 min ago` */
export function ago(time: string, now: Date): string {
  const span = spanText(time, now)
  return span ? `${span} ago` : 'just now'
}

/** What cannot be read is in the first column: somewhere it has to be seen. */
export const columnOf = ({ phase }: ListedWork): WorkPhase => phase ?? 'planning'

/** @returns the same by phase, in the order of the work */
export const byPhase = <Work extends ListedWork>(work: readonly Work[]): readonly Work[] =>
  workPhases.flatMap((phase) => work.filter((each) => columnOf(each) === phase))

export const boardOf = (work: readonly ListedWork[], now: Date): Board['columns'] =>
  workPhases.map((phase) => ({
    heading: phaseNames[phase],
    cards: work.filter((each) => columnOf(each) === phase).map((each) => cardOf(each, now, work)),
  }))

type About = (work: ListedWork) => string | undefined

const abouts: readonly About[] = [
  ({ workflow }) => workflow,
  ({ turn }) => turn?.agent,
  ({ places }) => places && placesText(places),
]

/** @returns what distinguishes a piece of work from the others: its workflow, the agent that was seen, where it is, and what `more` says */
export const aboutOf = (work: ListedWork, all: readonly ListedWork[], more: readonly About[] = []): readonly string[] =>
  [...abouts, ...more].flatMap((of) =>
    all.length > 1 && all.every((each) => of(each) === of(work)) ? [] : (of(work) ?? []),
  )

export function cardOf(work: ListedWork, now: Date, all: readonly ListedWork[]): BoardCard {
  const { name, title, time } = work
  const said = (...texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => (text ? [text] : []))
  const stale = staleOf(work, now)
  return {
    title: said(inline(name), title && beginningOf(inline(title), fits)).join(': '),
    lines: said(
      time === undefined ? stateOf(work) : `${stateOf(work)} · ${ago(time, now)}`,
      criteriaOf(work),
      work.turn && plain(turnLine(work.turn)),
      stale?.replace('! ', '! stale '),
    ),
    dimmed: aboutOf(work, all, [(each) => commitOf(each, now), moreOf]),
  }
}
