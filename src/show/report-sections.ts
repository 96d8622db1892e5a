import type { ChangedFile } from '../git/changes'
import { changeText } from '../proof/status/changed-criteria'
import type { Block, Entry, Section, Sign, Span } from '../text/blocks/block'
import { type TextBlock, textBlocks } from '../text/blocks/block'
import { beginningOf, countOf } from '../text/markdown-parts'
import { minuteOf } from '../text/time'
import { atText } from '../workflow/criteria/files-at'
import { expectedParts } from '../workflow/criteria/planned-command'
import type { ReportedCriterion, ReportedDecision, ReportedRun, ReportedTask } from '../workflow/reporting'
import type { ReportedThread, WorkReport } from './model'
import {
  byCriterion,
  byWords,
  decisionWord,
  grantText,
  leftOutText,
  standingSigns,
  stepsText,
  taskSigns,
  wavesIn,
} from './report-words'

/** What one reads in a pull request, which lists commits and files itself. */
const inShort = ['Acceptance criteria', 'Criteria that were changed', 'Changes', 'Not solved', 'Review']
const threadsInShort = 3
const pointsInShort = 4
/** Of a task's results: its file has all of them. */
const charactersOfResults = 4000
/** Of a command: it is whole in the plan. */
const charactersInShort = 60
const charactersOfPoint = 200

/** Says what a report says below its head: in short, or everything; the steps only on a page, which can fold them. */
export function reportSections(report: WorkReport, view: 'page' | 'text' | 'short' = 'text'): Section[] {
  const { verdict, criteria, changed, tasks, notSolved, threads, byHand, findings, next } = report
  const isShort = view === 'short'
  const newest = isShort ? threads.slice(-threadsInShort) : threads
  const left = (what: keyof WorkReport['leftOut']): Block[] => {
    const more = what === 'threads' ? threads.length - newest.length : 0
    const prose = leftOutText(report.leftOut[what] + more, what)
    return prose === '' ? [] : [{ kind: 'note', line: { prose } }]
  }
  const all: readonly (readonly [
    heading: string,
    blocks: readonly Block[],
    ...cut: (keyof WorkReport['leftOut'])[],
  ])[] = [
    ['Acceptance criteria', listOf(criteria.map((each) => criterionEntry(each, verdict, isShort)))],
    ['Criteria that were changed', listOf(byCriterion(changed).map(changedEntry))],
    [verdict.counted === 'phases' ? 'Phases' : 'Tasks', groupsOf(tasks), 'tasks'],
    ['Changes', changeBlocks(report, isShort), ...(isShort ? [] : (['commits', 'files'] as const))],
    ['What the commands printed', printedBlocks(criteria.flatMap(({ commands }) => commands))],
    // Whole, it stands with its task.
    ['Not solved', isShort ? listOf(notSolved.slice(0, pointsInShort).map(pointEntry)) : []],
    ['Review', listOf(newest.map(threadEntry)), 'threads'],
    ['Decided by hand', listOf(byHand.map(decisionEntry)), 'byHand'],
    ['What spell check finds', listOf(findings.map(findingEntry)), 'findings'],
    ['The path taken', wayBlocks(report, view === 'page', left)],
    ['What can be said next', listOf(next.map(({ say, summary }) => ({ what: { name: say }, note: summary })))],
  ]
  return all.flatMap(([heading, blocks, ...cut]) =>
    blocks.length > 0 && (!isShort || inShort.includes(heading))
      ? [{ heading, blocks: [...blocks, ...cut.flatMap(left)] }]
      : [],
  )
}

const listOf = (entries: readonly Entry[]): Block[] => (entries.length > 0 ? [{ kind: 'list', entries }] : [])

const criterionEntry = (
  { text, standing, byDeveloper, evidence, commands }: ReportedCriterion,
  verdict: WorkReport['verdict'],
  isShort: boolean,
): Entry => ({
  sign: standingSigns[standing],
  what: { prose: text },
  note: [
    byDeveloper && standing !== 'confirmed' && 'for the developer to confirm',
    byDeveloper && standing !== 'confirmed' && evidence && '; ',
    { prose: evidence },
    standing === 'claimed' && !evidence && !byDeveloper && commands.length === 0 && 'no command shows it',
  ],
  lines: commands.map((run) => runLine(run, verdict, isShort ? charactersInShort : Infinity)),
})

const changedEntry = ({ number, text, changes }: ReturnType<typeof byCriterion>[number]): Entry => ({
  sign: { sign: '!', word: 'changed', tone: 'warn' },
  what: [number !== undefined && `${number}. `, { prose: text }],
  lines: changes.map((change) => ({ prose: changeText(change, minuteOf) })),
})

const stale = { word: 'stale: files have changed since', tone: 'warn' } as const

/** What the head says of all, that the files are the same since and at which commit they are, no line says again. */
const runLine = (
  { command, folder, expect, result, outcome, time, isFresh, ...at }: ReportedRun,
  { commit, onTopOf }: WorkReport['verdict'],
  characters: number,
): Span => [
  { code: beginningOf(command, characters) },
  folder !== '' && [' in ', { code: folder }],
  expect.length > 0 && [' (expected: ', ...expect.map(expectation), ')'],
  ': ',
  outcome === null || outcome === 'passed' ? { prose: result } : { word: result, tone: 'bad' },
  isFresh === false && [', ', stale],
  time !== undefined && [', ', { time }],
  !(at.commit === commit && at.onTopOf === onTopOf) && atText(at, isFresh),
]

function expectation(said: string, index: number): Span {
  const [words, code] = expectedParts(said)
  return [index > 0 && ', ', words, code !== undefined && { code }]
}

/** What a command has printed last is shown once, however many criteria it stands for and whatever they expect of it. */
function printedBlocks(all: readonly ReportedRun[]): Block[] {
  const printed = all.filter(({ output }) => output !== undefined)
  const keyOf = ({ command, folder }: ReportedRun) => JSON.stringify([command, folder])
  return [...new Set(printed.map(keyOf))].map((key) => {
    const runs = printed.filter((run) => keyOf(run) === key)
    const newest = runs.reduce((one, other) => ((other.time ?? '') > (one.time ?? '') ? other : one))
    return {
      kind: 'folded',
      isOpen: runs.some(({ outcome }) => outcome !== 'passed'),
      summary: [{ code: newest.command }, ': ', { prose: [...new Set(runs.map(({ result }) => result))].join('; ') }],
      blocks: [{ kind: 'printed', lines: newest.output ?? [] }],
    }
  })
}

function changeBlocks({ changes, way: { began }, leftOut }: WorkReport, isShort: boolean): Block[] {
  if (!changes) {
    if (began === undefined) return []
    const lacks = [{ code: shortOf(began) }, ', the commit at which it began.']
    return [{ kind: 'note', line: ['Not known: git cannot compare what is here with ', ...lacks] }]
  }
  const { from, to, isNow, commits, files } = changes
  const where = from !== began && ', the last commit in common with where it began'
  const start =
    to === null
      ? 'Nothing is committed here yet'
      : from === null
        ? 'All that git has: no commit is recorded where it began'
        : ['Since ', { code: shortOf(from) }, where]
  const last = to !== null && to !== from && [', to ', { code: shortOf(to) }]
  const end = to !== null && [last, isNow ? ', uncommitted changes included' : to === from && ', nothing is committed']
  if (isShort) {
    const counts = [countOf(commits.length + leftOut.commits, 'commit'), countOf(files.length + leftOut.files, 'file')]
    return [{ kind: 'note', line: [start, end, `: ${counts.join(', ')}.`] }]
  }
  const list = (what: string, lines: readonly Span[]) => (lines.length > 0 ? [{ what, lines }] : [])
  const made = commits.map(({ id, subject }) => [{ code: shortOf(id) }, ' ', subject])
  return [
    { kind: 'note', line: [start, end, '.'] },
    ...listOf([...list('Commits', made), ...list('Files', files.map(fileLine))]),
  ]
}

const shortOf = (commit: string): string => commit.slice(0, 7)

const fileLine = ({ path, added, removed, isUntracked }: ChangedFile): Span => [
  { code: path },
  isUntracked && ', not tracked yet',
  added !== undefined && ` (+${added} −${removed})`,
]

/** The waves of a task graph are columns. */
function groupsOf(tasks: readonly ReportedTask[]): Block[] {
  const waves = wavesIn(tasks)
  const others = tasks.filter((task) => !waves.some((wave) => wave.tasks.includes(task)))
  const columns = waves.map(({ heading, tasks: own }) => ({
    heading,
    entries: own.map((task) => taskEntry(task, tasks)),
  }))
  return [
    ...[...new Set(others.map(({ group }) => group))].flatMap((group): Block[] => [
      ...(group === '' ? [] : [{ kind: 'heading', text: group } as const]),
      ...listOf(others.filter((task) => task.group === group).map((task) => taskEntry(task, tasks))),
    ]),
    ...(columns.length > 0 ? [{ kind: 'columns', columns } as const] : []),
  ]
}

const taskEntry = (
  { id = '', dependsOn = [], name, status, time, achieved, path }: ReportedTask,
  all: readonly ReportedTask[],
): Entry => ({
  sign: taskSigns[status],
  what: [{ name: id === '' || id === name ? name : `${id}: ${name}` }, time !== undefined && [', ', { time }]],
  note: dependsOn.map((other, index) => [
    index === 0 ? 'after: ' : ', ',
    { code: other },
    !all.some((task) => task.id === other) && ' (not among these tasks)',
  ]),
  parts: textBlocks(beginningOf(achieved, charactersOfResults)),
  file: path,
})

function threadEntry({ id, place, question, decision, answer, isResolved }: ReportedThread): Entry {
  const told = (word: string, text: string): TextBlock[] => (text ? [{ kind: 'item', text: `${word}: ${text}` }] : [])
  const isAnswered = isResolved || answer !== ''
  const sign: Sign = isAnswered
    ? { sign: '✓', word: isResolved ? 'resolved' : 'answered', tone: 'good' }
    : { sign: '○', word: 'not answered', tone: 'warn' }
  return {
    sign,
    what: [{ name: id }, place !== '' && [' at ', { code: place }]],
    parts: [...told('Asked', question), ...told('Decided', decision), ...told('Answered', answer)],
  }
}

const decisionEntry = ({ kind, text, by, said, time }: ReportedDecision): Entry => ({
  over: [time !== undefined && [{ time }, ' '], { name: decisionWord(kind) }, ` ${byWords[by]}`],
  what: { prose: text },
  quote: said,
})

const pointEntry = (text: string): Entry => ({ what: [{ prose: beginningOf(text, charactersOfPoint) }] })

const findingEntry = ({ rule, message }: WorkReport['findings'][number]): Entry => ({
  over: { code: rule },
  what: { prose: message },
})

function wayBlocks(
  { way: { steps, words, states, recent }, granted, leftOut }: WorkReport,
  isPage: boolean,
  left: (what: 'edges' | 'recent') => Block[],
): Block[] {
  if (steps === 0) return [{ kind: 'note', line: 'No step is recorded.' }]
  const [first, last] = [states[0]?.first, recent.at(-1)?.time]
  const isMoment = first && last && minuteOf(first) === minuteOf(last)
  const span: Span = isMoment ? [' ', { time: first }] : [' from ', { time: first ?? '' }, ' to ', { time: last ?? '' }]
  const when = first && last && [words && ';', span, ' UTC']
  const titles = new Map(states.map((each) => [each.state, each.title]))
  const count = countOf(steps, 'step')
  const lines = recent.map(({ time, by, from, to }) => ({
    what: [{ time }, ` ${by} `, `${titles.get(from) ?? from} → ${titles.get(to) ?? to}`],
  }))
  const shown = leftOut.recent > 0 ? `the last ${recent.length} of ${count}` : count
  return [
    { kind: 'note', line: [stepsText(steps, words), when, '.', granted !== undefined && [' ', grantText(granted)]] },
    { kind: 'note', line: states.map(({ title, visits }) => (visits > 1 ? `${title} ×${visits}` : title)).join(' → ') },
    ...(isPage
      ? [{ kind: 'folded', summary: shown, blocks: [...left('edges'), ...listOf(lines), ...left('recent')] } as const]
      : []),
  ]
}
