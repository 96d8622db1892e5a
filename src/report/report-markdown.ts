import { bullets, capital, paragraphs, sections } from '../answer/markdown'
import { shownCommand } from '../answer/shown-command'
import { noCell, table } from '../answer/table'
import { shownProse, shownText } from '../markdown/shown-text'
import type { ReportedCriterion, ReportedTask, ReportedThread, WorkReport } from './model'
import {
  byWords,
  countOf,
  decisionWords,
  headings,
  leftOutText,
  minuteOf,
  type Sign,
  standingSigns,
  taskSigns,
  tasksHeading,
} from './report-words'
import { textBlocks } from './text-blocks'

/** @returns the report as Markdown for a pull request or a release note; its first line is the verdict */
export function reportMarkdown(report: WorkReport): string {
  const { verdict, criteria, tasks, threads, byHand, findings, next, leftOut } = report
  const left = (what: keyof typeof leftOut) => leftOutText(leftOut[what], what)
  return `${paragraphs(
    shownText(verdict.text),
    `${shownText(report.title)} (${headOf(report)})`,
    sections(3, [
      [headings.criteria, criteria.length > 0 && criteriaTable(criteria)],
      [tasksHeading(report), paragraphs(tasks.length > 0 && tasksText(tasks), left('tasks'))],
      [headings.threads, paragraphs(threads.length > 0 && threads.map(threadText).join('\n'), left('threads'))],
      [headings.byHand, paragraphs(bullets(byHand.map(decisionText)), left('byHand'))],
      [
        headings.findings,
        paragraphs(
          bullets(findings.map(({ rule, message }) => `\`${rule}\`: ${shownProse(message)}`)),
          left('findings'),
        ),
      ],
      [headings.way, wayText(report)],
      [
        headings.next,
        bullets(next.map(({ say, summary }) => `**${shownText(say)}**${summary && `: ${shownText(summary)}`}`)),
      ],
    ]),
  )}\n`
}

const headOf = ({ workflow, work, stateTitle, isArchived }: WorkReport): string =>
  [workflow, shownText(work), isArchived ? 'archived' : shownText(stateTitle)].join(' · ')

const signed = ({ sign, word }: Sign): string => `${sign} ${word}`

function criteriaTable(criteria: readonly ReportedCriterion[]): string {
  const rows = criteria.flatMap(({ text, standing, byDeveloper, evidence, commands }, index) => {
    const said = [byDeveloper && 'by the developer', evidence && shownText(evidence)].filter(Boolean).join('; ')
    const of = [String(index + 1), shownProse(text) || noCell, signed(standingSigns[standing])]
    const runs = commands.map(({ command, folder, result, time, commit, isFresh }) => [
      `${shownCommand(command)}${folder === '' ? '' : ` in ${shownCommand(folder)}`}`,
      [shownText(result), isFresh === true && 'fresh', isFresh === false && 'stale'].filter(Boolean).join(', '),
      time === undefined ? noCell : shownText(minuteOf(time)),
      commit === undefined ? noCell : shownText(commit.slice(0, 7)),
    ])
    if (runs.length === 0) return [[...of, said || noCell, noCell, noCell, noCell]]
    return runs.map(([command = '', ...others], run) => [
      ...(run === 0 ? of : ['', '', '']),
      [command, run === 0 && said].filter(Boolean).join('; '),
      ...others,
    ])
  })
  return table(['#', 'Criterion', 'Status', 'Shown by', 'Result', 'When (UTC)', 'Commit'], rows)
}

function tasksText(tasks: readonly ReportedTask[]): string {
  const groups = [...new Set(tasks.map(({ group }) => group))]
  return groups
    .map((group) =>
      paragraphs(
        group && `**${shownText(group)}**`,
        tasks
          .filter((task) => task.group === group)
          .map(taskText)
          .join('\n'),
      ),
    )
    .join('\n\n')
}

/** What a task achieved, as far as a list in a pull request has room. */
const mostBlocks = 12

function taskText({ name, status, time, achieved, path }: ReportedTask): string {
  const head = `- ${signed(taskSigns[status])}: **${shownText(name) || noCell}**${time ? `, ${shownText(minuteOf(time))}` : ''}`
  const blocks = textBlocks(achieved)
  const lines = blocks.slice(0, mostBlocks).map(({ kind, text }) => {
    const shown = kind === 'code' ? shownCommand(text) : shownProse(text)
    return `  - ${kind === 'heading' ? `*${shown}*` : shown}`
  })
  const more = blocks.length > mostBlocks && path ? [`  - … all of it is in ${shownCommand(path)}`] : []
  return [head, ...lines, ...more].join('\n')
}

function threadText({ id, place, question, decision, answer, isResolved }: ReportedThread): string {
  const status = isResolved ? '✓ resolved' : answer ? '✓ answered' : '○ not answered'
  return [
    `- ${status}: **${shownText(id)}**${place && ` at ${shownCommand(place)}`}`,
    question && `  - Asked: ${shownProse(question)}`,
    decision && `  - Decided: ${shownProse(decision)}`,
    answer && `  - Answered: ${shownProse(answer)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function decisionText({ kind, text, by, said, time }: WorkReport['byHand'][number]): string {
  const who = byWords[by]
  const head = [time && shownText(minuteOf(time)), `**${decisionWords[kind]}**${who && ` ${who}`}`]
    .filter(Boolean)
    .join(' ')
  return `${head}: ${shownProse(text)}${said && ` “${shownProse(said)}”`}`
}

function wayText({ way, leftOut }: WorkReport): string {
  const { steps, states } = way
  const [first, last] = [states[0]?.first, way.recent.at(-1)?.time]
  if (steps === 0) return 'No step is recorded.'
  return paragraphs(
    `${countOf(steps, 'step')}${first && last ? ` from ${shownText(minuteOf(first))} to ${shownText(minuteOf(last))} UTC` : ''}.`,
    table(
      ['State', 'Entered', 'First', 'Last'],
      states.map(({ title, visits, first: one, last: other }) => [
        shownText(title),
        visits === 1 ? 'once' : `${visits.toLocaleString('en')} times`,
        shownText(minuteOf(one)),
        shownText(minuteOf(other)),
      ]),
    ),
    leftOutText(leftOut.edges, 'edges'),
  )
}

/** @returns the verdict as a sentence, for a message */
export const verdictLine = ({ verdict }: WorkReport): string => `${capital(verdict.text)}.`
