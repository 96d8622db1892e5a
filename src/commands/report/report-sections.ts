import type { Block, Entry, Ledger, LedgerEntry, Line, Row, Section, Sign, Span } from '../../blocks/block'
import { textBlocks } from '../../markdown/text-blocks'
import type {
  Decision,
  LeftOut,
  ReportedCriterion,
  ReportedRun,
  ReportedTask,
  ReportedThread,
  WorkReport,
} from './model'
import {
  byWords,
  countOf,
  decisionWords,
  headings,
  leftOutText,
  standingSigns,
  taskSigns,
  tasksHeading,
} from './report-words'

/**
 * Says everything that a report says below its head, for each view alike.
 *
 * @param picture of the way, as SVG of our own; absent without one
 * @returns the sections that have something
 */
export function reportSections(report: WorkReport, picture?: string): Section[] {
  const { criteria, tasks, threads, byHand, findings, next, leftOut } = report
  const all: readonly Section[] = [
    { heading: headings.criteria, blocks: criteria.length > 0 ? [ledgerOf(criteria)] : [] },
    { heading: tasksHeading(report), blocks: tasks.length > 0 ? [...groupsOf(tasks), ...left(leftOut, 'tasks')] : [] },
    { heading: headings.threads, blocks: listOf(threads.map(threadEntry), left(leftOut, 'threads')) },
    { heading: headings.byHand, blocks: listOf(byHand.map(decisionEntry), left(leftOut, 'byHand')) },
    { heading: headings.findings, blocks: listOf(findings.map(findingEntry), left(leftOut, 'findings')) },
    { heading: headings.way, blocks: wayBlocks(report, picture) },
    { heading: headings.next, blocks: listOf(next.map(nextEntry)) },
  ]
  return all.filter(({ blocks }) => blocks.length > 0)
}

const listOf = (entries: readonly Entry[], below: readonly Block[] = []): Block[] =>
  entries.length > 0 ? [{ kind: 'list', entries }, ...below] : []

const note = (prose: string): Block => ({ kind: 'note', line: [{ prose }] })

const left = (leftOut: LeftOut, what: keyof LeftOut): Block[] =>
  leftOut[what] > 0 ? [note(leftOutText(leftOut[what], what))] : []

const ledgerOf = (criteria: readonly ReportedCriterion[]): Ledger => ({
  kind: 'ledger',
  heads: ['Criterion', 'Status'],
  columns: [{ head: 'Shown by' }, { head: 'Result' }, { head: 'When (UTC)' }, { head: 'Commit', lead: 'at' }],
  entries: criteria.map(criterionEntry),
})

function criterionEntry({ text, standing, byDeveloper, evidence, commands }: ReportedCriterion): LedgerEntry {
  const said: Line = evidence === '' ? [] : [{ prose: evidence }]
  return {
    what: [{ prose: text }],
    sign: standingSigns[standing],
    note: byDeveloper ? [forTheDeveloper, ...(evidence === '' ? [] : ['; ']), ...said] : said,
    rows: commands.map(runRow),
  }
}

const forTheDeveloper: Span = { word: 'by the developer', tone: 'calm', long: 'for the developer to say' }
const fresh: Span = { word: 'fresh', tone: 'calm' }
const stale: Span = { word: 'stale', tone: 'warn', long: 'stale: files have changed since' }

const runRow = ({ command, folder, result, outcome, time, commit, isFresh }: ReportedRun): Row => [
  [{ code: command }, ...(folder === '' ? [] : [' in ', { code: folder }])],
  [
    outcome === null || outcome === 'passed' ? result : { word: result, tone: 'bad' },
    ...(isFresh === null ? [] : [', ', isFresh ? fresh : stale]),
  ],
  time === undefined ? [] : [{ time }],
  commit === undefined ? [] : [{ word: commit.slice(0, 7), tone: 'calm' }],
]

const groupsOf = (tasks: readonly ReportedTask[]): Block[] =>
  [...new Set(tasks.map(({ group }) => group))].flatMap((group): Block[] => [
    ...(group === '' ? [] : [{ kind: 'heading', text: group } as const]),
    ...listOf(tasks.filter((task) => task.group === group).map(taskEntry)),
  ])

const taskEntry = ({ name, status, time, achieved, path: file }: ReportedTask): Entry => ({
  sign: taskSigns[status],
  lines: [{ what: [{ name }, ...(time === undefined ? [] : [', ', { time }])] }],
  inside: { kind: 'text', parts: textBlocks(achieved), file },
})

function threadEntry({ id, place, question, decision, answer, isResolved }: ReportedThread): Entry {
  const sign: Sign = isResolved
    ? { sign: '✓', word: 'resolved', tone: 'good' }
    : answer !== ''
      ? { sign: '✓', word: 'answered', tone: 'good' }
      : { sign: '○', word: 'not answered', tone: 'warn' }
  const terms: readonly (readonly [term: string, text: string])[] = [
    ['Asked', question],
    ['Decided', decision],
    ['Answered', answer],
  ]
  return {
    sign,
    lines: [{ what: [{ name: id }, ...(place === '' ? [] : [' at ', { code: place }])] }],
    inside: { kind: 'terms', terms: terms.filter(([, text]) => text !== '') },
  }
}

const decisionEntry = ({ kind, text, by, said, time }: Decision): Entry => ({
  lines: [
    {
      note: [
        ...(time === undefined ? [] : [{ time }, ' ']),
        { name: decisionWords[kind] },
        ...(by === 'unknown' ? [] : [` ${byWords[by]}`]),
      ],
    },
    { what: [{ prose: text }] },
    ...(said === '' ? [] : [{ quote: [{ prose: said }] }]),
  ],
})

const findingEntry = ({ rule, message }: WorkReport['findings'][number]): Entry => ({
  lines: [{ note: [{ code: rule }] }, { what: [{ prose: message }] }],
})

const nextEntry = ({ say, summary }: WorkReport['next'][number]): Entry => ({
  lines: [{ what: [{ name: say }] }, ...(summary === '' ? [] : [{ note: [summary] }])],
})

function wayBlocks({ way, state, leftOut }: WorkReport, picture: string | undefined): Block[] {
  const { steps, states, recent } = way
  if (steps === 0) return [note('No step is recorded.')]
  const [first, last] = [states[0]?.first, recent.at(-1)?.time]
  const span: Line = first && last ? [' from ', { time: first }, ' to ', { time: last }, ' UTC'] : []
  const titles = new Map(states.map((each) => [each.state, each.title]))
  return [
    { kind: 'note', line: [countOf(steps, 'step'), ...span, '.'] },
    ...(picture === undefined ? [] : [{ kind: 'picture', svg: picture } as const]),
    {
      kind: 'table',
      look: 'path',
      columns: [{ head: 'State' }, { head: 'Entered' }, { head: 'First', lead: false }, { head: 'Last', lead: 'last' }],
      rows: states.map((each) => [
        [each.title],
        [each.visits === 1 ? 'once' : `${each.visits.toLocaleString('en')} times`],
        [{ time: each.first }],
        [{ time: each.last }],
      ]),
      current: states.findIndex((each) => each.state === state),
    },
    ...left(leftOut, 'edges'),
    {
      kind: 'folded',
      summary: leftOut.recent > 0 ? `The last ${recent.length} of ${countOf(steps, 'step')}` : countOf(steps, 'step'),
      blocks: [
        {
          kind: 'table',
          look: 'steps',
          columns: [{ head: 'When (UTC)' }, { head: 'By' }, { head: 'Step' }],
          rows: recent.map(({ time, by, from, to }) => [
            [{ time }],
            [by],
            [`${titles.get(from) ?? from} → ${titles.get(to) ?? to}`],
          ]),
        },
        ...left(leftOut, 'recent'),
      ],
    },
  ]
}
