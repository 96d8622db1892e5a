import { pointText, sinceText, turnLine } from '../../cast/answer/turn'
import type { Board, BoardCard } from '../../cli/command'
import { commandsHere } from '../../cli/launcher'
import { noCell, table } from '../../text/markdown/table'
import { beginningOf, inline, plain } from '../../text/markdown-parts'
import { minuteOf } from '../../text/time'
import type { SpreadWork, WorkPlace } from '../../work/everywhere'
import type { PieceOfWork } from '../../work/piece'
import { passedCounts } from '../../workflow/criteria/counts'
import { type Turn, you } from '../../workflow/turn'
import { unnamed } from '../../workflows/registry'

/** A piece of work here, or wherever it is. */
export type ListedWork = PieceOfWork & Partial<Omit<SpreadWork, keyof PieceOfWork>>

/** Writes a Markdown table without the columns that would be empty. */
export function workTable(work: readonly ListedWork[], now: Date): string {
  const columns: readonly (readonly [head: string, cell: (work: ListedWork) => string | undefined])[] = [
    ['Work', nameOf],
    ['Workflow', ({ workflow }) => workflow],
    ['Branch or worktree', ({ places }) => places && placesText(places)],
    ['State', stateOf],
    ['Criteria', criteriaOf],
    ['Next', ({ turn }) => turn && turnLine(turn, now)],
    ['Last step', ({ time }) => time && minuteOf(time)],
    ['Last commit', (each) => commitOf(each, now)],
    ['Stale', (each) => staleOf(each)],
  ]
  const filled = columns.filter(([, cell]) => work.some((each) => cell(each)))
  const heads = filled.map(([head]) => head)
  const rows = work.map((each) => filled.map(([, cell]) => cell(each) || noCell))
  return table(heads, rows)
}

/** The longest title and reason, in characters. */
const fits = 60

const nameOf = ({ name, title }: ListedWork): string =>
  `**${inline(name)}**${title ? `: ${beginningOf(inline(title), fits)}` : ''}`

/** What cannot be read has no state. */
function stateOf({ state, phase, where, isGivenUp }: ListedWork): string {
  if (state === undefined) return `✗ ${inline(where)}`
  if (isGivenUp) return `○ ${inline(where)} (given up)`
  return phase === 'complete' ? `✓ ${inline(where)}` : inline(where)
}

const criteriaOf = ({ criteria }: ListedWork): string | undefined => criteria && passedCounts(criteria)

/** @returns undefined without a commit; `Ada, 2026-08-01` */
function commitOf({ commit }: ListedWork, now: Date): string | undefined {
  const when = commit?.time && pointText(commit.time, now)
  return commit && [beginningOf(inline(commit.by), fits), when].filter(Boolean).join(', ')
}

/** @returns undefined if it is not stale; `! since 2026-08-01` */
const staleOf = ({ isStale, last }: ListedWork): string | undefined =>
  isStale && last ? `! since ${last.slice(0, 10)}` : undefined

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

/** Who is to act, in the order in which a developer wants to see it. */
const headings = {
  you: 'Waits for you',
  agent: 'The agent works',
  nobody: 'Complete',
  elsewhere: 'On other branches',
} as const

/** @returns who acts next: the developer on what cannot be read; undefined on a branch that is not checked out */
export function turnOf({ turn, places }: ListedWork): Turn | undefined {
  if (!turn && places?.every(({ kind }) => kind !== 'worktree')) return undefined
  const known = turn ?? you('run `spell doctor`')
  return { ...known, does: commandsHere(known.does) }
}

/** @returns the work of each turn, those without any left out */
export const byTurn = <Work extends ListedWork>(work: readonly Work[]) =>
  (Object.keys(headings) as (keyof typeof headings)[]).flatMap((who) => {
    const own = work.filter((each) => (turnOf(each)?.who ?? 'elsewhere') === who)
    return own.length > 0 ? [{ who, heading: headings[who], work: own }] : []
  })

export const boardOf = (work: readonly ListedWork[], now: Date): Board['columns'] =>
  byTurn(work).map(({ heading, work: own }) => ({
    heading: `${heading} ${own.length}`,
    cards: own.map((each) => cardOf(each, now, work)),
  }))

type About = (work: ListedWork) => string | undefined

const workflowOf: About = ({ workflow }) => workflow

const abouts: readonly About[] = [workflowOf, ({ turn }) => turn?.agent, ({ places }) => places && placesText(places)]

/** @returns what distinguishes a piece of work from the others: its workflow, the agent that was seen, where it is */
export const aboutOf = (work: ListedWork, all: readonly ListedWork[]): readonly string[] =>
  abouts.flatMap((of) => {
    const isSame = (all.length > 1 || of === workflowOf) && all.every((each) => of(each) === of(work))
    return isSame ? [] : (of(work) ?? [])
  })

function cardOf(work: ListedWork, now: Date, all: readonly ListedWork[]): BoardCard {
  const { title, time } = work
  const name = title && work.name === unnamed ? undefined : inline(work.name)
  const said = (...texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => (text ? [text] : []))
  const [stale, turn] = [staleOf(work), turnOf(work)]
  return {
    title: said(name, title && beginningOf(inline(title), fits)).join(': '),
    lines: said(
      said(stateOf(work), time && sinceText(time, now)).join(' · '),
      criteriaOf(work),
      turn && plain(turnLine(turn)),
      stale?.replace('! ', '! stale '),
    ),
    dimmed: said(...aboutOf(work, all), commitOf(work, now)),
  }
}
