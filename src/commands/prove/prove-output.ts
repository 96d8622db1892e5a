import { type Audience, asMarkdown } from '../../cast/answer/render'
import { turnLine } from '../../cast/answer/turn'
import type { Output } from '../../cli/command'
import { commandsHere } from '../../cli/launcher'
import { allowCommand, faultLine, proveCommand } from '../../proof/consent/current-commands'
import { lineCharacters, outputPath } from '../../proof/gathered-output'
import type { CommandResult } from '../../proof/run-item'
import { changeText } from '../../proof/status/changed-criteria'
import { touchedText } from '../../proof/status/run-text'
import { nameOf, type StandingItem, type WorkHere } from '../../proof/work-here'
import { type ExitCode, exit } from '../../text/failure'
import { visible } from '../../text/markdown/visible'
import { beginningOf, code, fenced, inline, paragraphs } from '../../text/markdown-parts'
import { durationText, minuteOf } from '../../text/time'
import type { Work } from '../../work/work'
import { commandText } from '../../workflow/criteria/planned-command'
import { isNoProgram } from '../../workflow/criteria/status'
import { oppositeIn } from '../../workflow/criteria/weak-expectation'
import { you } from '../../workflow/turn'
import { isOver, lastStale, stageIn } from './passed-otherwise'
import type { Proving } from './prove'
import { countsLine, outputOf, summaryOf } from './prove-document'

const criterionCharacters = 100

/** @returns what an item is called in a list: `2. It has a header` */
export function titleOf({ number, criterion: { id, text }, isAlways }: StandingItem): string {
  const words = isAlways ? 'Asked by the settings' : beginningOf(inline(text), criterionCharacters)
  return id === undefined || id === text ? `${number}. ${words}` : `${number}. ${id}: ${words}`
}

/** @returns what came of proving, with a part for the agent and one for the developer */
export function proveOutput(proving: Proving, audience?: Audience): Output {
  const { work, chosen, results, early } = proving
  const failures = results.filter(({ verdict }) => verdict !== 'passed')
  // An earlier proof does not make up for a run that has shown nothing.
  const left = chosen.filter((item) => item.standing !== 'proven' || failures.some((ran) => isOf(ran, item)))
  const red = left.filter(
    (item) => isSeenFailing(item) && results.some((ran) => isOf(ran, item) && ran.item.reds?.includes(undefined)),
  )
  const judged = { failures, left, red }
  const code = exitOf(chosen, judged)
  const developer = developerPart(proving, judged)
  const orders = commandsHere(
    [early, early && work.work.flow.plan && remedy, aiPart(work, judged), proving.news?.isRelayed && changed]
      .filter(Boolean)
      .join(' '),
  )
  // Criteria that name one command share what it printed.
  const printed = failures.filter(({ run }, index) => failures.findIndex((each) => each.run === run) === index)
  const logs = printed.flatMap((result) => logOf(work, result))
  return outputOf(work, chosen, results, code, {
    markdown: asMarkdown({ ai: paragraphs(orders, ...logs), developer }, audience ?? 'both'),
    ...(audience !== 'ai' && {
      terminal: {
        main: paragraphs(...logs, developer),
        aside: audience === 'both' ? asMarkdown({ ai: orders, developer }, 'ai') : '',
      },
    }),
    // The document has the last lines with their command.
    ai: orders,
    developer,
  })
}

interface Judged {
  readonly failures: readonly CommandResult[]
  /** Those that are not proven, and of them those that were seen failing, as they have to be first. */
  readonly left: readonly StandingItem[]
  readonly red: readonly StandingItem[]
}

function exitOf(chosen: readonly StandingItem[], { failures, left }: Judged): ExitCode {
  const verdicts = failures.map(({ verdict }) => verdict)
  if (chosen.some(({ faults }) => faults.length > 0)) return exit.usage
  if (verdicts.includes('cannot start')) return exit.system
  if (verdicts.includes('not allowed')) return exit.notPossible
  return left.length === 0 ? exit.done : exit.found
}

function developerPart({ work, chosen, results, stale, early, news }: Proving, { left, red }: Judged): string {
  const isBarred = results.some(({ verdict }) => verdict === 'not allowed')
  const next = isBarred ? you(`run \`${allowCommand(work.work)}\``) : news?.look
  const look = next && commandsHere(`${turnLine(next)}.`)
  if (chosen.length === 0) {
    const text = `Nothing was run: all commands have passed on the files that are here now. \`${work.said.command} --all\` runs them again. ${countsLine(work)}`
    return paragraphs(commandsHere(text).trim(), news?.text, look)
  }
  const lines = chosen.flatMap((item) => [
    `- ${left.includes(item) ? '✗' : '✓'} ${titleOf(item)}`,
    ...results.filter((ran) => isOf(ran, item)).map((result) => `  - ${resultText(result, work)}`),
    ...item.faults.map((fault) => `  - ${faultLine(fault)}`),
    ...whyNot(item, results).map((reason) => `  - ${reason}`),
    // What is listed below is not told twice.
    ...(news?.text ? [] : work.changed)
      .filter(({ number, passed }) => number === item.number && !passed?.agrees)
      .map((change) => `  - ${changeText(change, minuteOf)}`),
  ])
  const untied = work.here.trees ? '' : 'Without git, a proof is not tied to a version of the files.'
  const lacking = left.filter((item) => !red.includes(item))
  const isRest = red.length === 0 || lacking.length > 0
  // The line that decides comes last: what was printed may have filled the screen.
  const decides = [seenRed(red), isRest && summaryOf(work, chosen, lacking), countsLine(work, chosen.length)]
  return paragraphs(lines.join('\n'), untied, early, stale, decides.filter(Boolean).join(' '), news?.text, look)
}

const isSeenFailing = ({ criterion, reds }: StandingItem) => criterion.redFirst && !reds.includes(undefined)
const seenRed = (red: readonly StandingItem[]): string =>
  red.length === 0 ? '' : `Seen failing first, as it has to be: ${red.map(nameOf).join(', ')}.`

const isOf = ({ item }: CommandResult, { number }: StandingItem): boolean => item.number === number
const hasRun = ({ verdict, exit, missing }: CommandResult): boolean =>
  verdict !== 'cannot start' && !missing && !(verdict === 'failed' && isNoProgram(exit))
/** Once its commands have passed: whether that does not count because they were not seen failing. */
const lacksRed = ({ criterion, standing, faults }: StandingItem): boolean =>
  criterion.redFirst && faults.length === 0 && ['claimed', 'open'].includes(standing)

/** Why an item is not proven although all of its commands have passed. */
function whyNot(item: StandingItem, results: readonly CommandResult[]): string[] {
  const { standing } = item
  const ours = results.filter((ran) => isOf(ran, item))
  const hasPassed = ours.length > 0 && ours.every(({ verdict }) => verdict === 'passed')
  if (!hasPassed || standing === 'proven') return []
  if (standing === 'stale') return ['a command after it has changed files, so it has to run again']
  if (lacksRed(item))
    return [
      `\`red: first\`: it has to be seen failing before${item.criterion.id === undefined ? '' : ', on other files'}`,
    ]
  return []
}

function resultText(result: CommandResult, { items }: WorkHere): string {
  const { bound, verdict, because, run, tests, touched } = result
  const time = run ? ` in ${durationText(run.ms)}` : ''
  const counted = tests ? `, ${tests.passed} ${tests.passed === 1 ? 'test' : 'tests'}` : ''
  const command = commandText(bound.command)
  if (verdict === 'passed') {
    const printed = run ? Buffer.concat([run.output.head, run.output.tail]).toString() : ''
    const opposite = oppositeIn(bound.command, printed)
    // What is weak before it runs was said where it was shown.
    const weak =
      opposite !== undefined &&
      `weak: it also printed ${code(beginningOf(inline(visible(opposite.trim())), lineCharacters))}`
    return [`${command} passed${time}${counted}`, touchedText(touched), weak].filter(Boolean).join(', ')
  }
  const what = { changed: 'proves nothing', killed: 'was killed' } as const
  const said =
    verdict === 'cannot start' || verdict === 'not allowed'
      ? `was not started`
      : !hasRun(result)
        ? 'could not run'
        : `${what[verdict as keyof typeof what] ?? verdict}`
  const known = items.find(({ number }) => number === result.item.number)?.known
  const place = run && run.output.bytes > 0 && known ? `; all it printed: ${code(outputPath(known, result.index))}` : ''
  return `${command} ${said}: ${because.join(', ')}${place}`
}

/** Only a task that is under way, or a review that is applied, has results to come. */
const hasResultsToCome = ({ flow, isArchived, saved }: Work): boolean =>
  !isArchived && ['task', 'review'].includes(flow.states.stages?.[saved.current] ?? '')
const isBeforeTask = ({ flow, saved }: Work): boolean =>
  ['planning', 'between'].includes(flow.states.stages?.[saved.current] ?? '')
const changed = 'Show the developer what was changed, as it is printed for them.'
const remedy = 'With `red: first` below it, it has to be seen failing first.'
const tell = 'Tell the developer in a sentence what has passed.'

function aiPart(here: WorkHere, { failures, left: all, red }: Judged): string {
  const { said, work } = here
  const { called, then } = said
  if (all.length === 0) {
    const isAtPlan = work.flow.plan && !hasResultsToCome(work)
    const stale = lastStale(here)
    const next = isAtPlan ? `${tell} What passed is ticked already.` : isOver(work) ? tell : then
    return stale ? `Run ${stale}. ${next}` : next
  }
  const isBarred = (item: StandingItem) => failures.some((ran) => isOf(ran, item) && ran.verdict === 'not allowed')
  const left = all.filter((item) => !isBarred(item))
  const ask =
    left.length < all.length &&
    `Ask the developer to run \`${allowCommand(work)}\` in a terminal. Never run it yourself.`
  if (ask && left.length === 0) return ask
  const names = left.map(nameOf).join(' ')
  const numbered = (items: readonly StandingItem[]) =>
    `${called[items.length > 1 ? 1 : 0]} ${items.map(nameOf).join(', ')}`
  const isWaiting = stageIn(work)?.mayChange === false
  const unable = left.filter(
    (item) => item.faults.length > 0 || failures.some((ran) => isOf(ran, item) && !hasRun(ran) && !ran.missing),
  )
  const untold = left.filter((item) => failures.some((ran) => isOf(ran, item) && ran.missing))
  const unseen = left.filter((item) => lacksRed(item) && failures.every((ran) => !isOf(ran, item)))
  const write = isBeforeTask(work) ? 'In the task, first write' : 'Write'
  const orders = [
    ask,
    unable.length > 0 &&
      `What cannot be run (${unable.map(nameOf).join(', ')}) says nothing of the work: tell the developer, who fixes the command or what it lacks.`,
    untold.length > 0 &&
      `Could not run, which shows nothing of the work: ${numbered(untold)}. ${write} what is missing (${[...new Set(failures.flatMap(({ missing = [] }) => missing))].join(', ')}), and run this again before the work.`,
    red.length > 0 &&
      `${seenRed(red)} Read the lines below, and tell the developer in a sentence what is missing. If that is the test itself, write it and run this again. Then do the task.`,
    unseen.length > 0 &&
      `Passed, but not seen failing before, so it shows nothing of the work: ${numbered(unseen)}. ${write} the test that the work has to make pass; run this before the work (or with it taken back) and after it.`,
    unable.length + untold.length + red.length + unseen.length < left.length &&
      !isWaiting &&
      (isBeforeTask(work)
        ? 'No task has begun: what fails is for the next one, and the commands stay as they are.'
        : `Fix the work that your task is about, not the command: change ${called[1]} or their commands only as the developer decided.`),
    isWaiting ? 'Change no file now.' : !isBeforeTask(work) && `Then run \`${proveCommand(work)} ${names}\` again.`,
    failures.some((ran) => red.every((item) => !isOf(ran, item))) &&
      'Say in a sentence what is wrong; leave out the lines that were printed.',
  ]
  return orders.filter(Boolean).join(' ')
}

/** The last lines that a command has printed; those from its first failure on, if that comes earlier. */
function logOf({ said: { called } }: WorkHere, { bound, run, item }: CommandResult): string[] {
  if (!run || run.output.lastLines.length === 0) return []
  const { head, tail, lastLines } = run.output
  const all = Buffer.concat([head, tail]).toString().trimEnd().split(/\r?\n/)
  const first = all.findIndex((line) => failure.test(line))
  const isEarlier = first >= 0 && first < all.length - lastLines.length
  const lines = isEarlier ? all.slice(first, first + lastLines.length) : lastLines
  const which = item.commands.length > 1 ? ` of ${commandText(bound.command)}` : ''
  const words = `The ${isEarlier ? 'first failure' : 'last lines'}${which} (${called[0]} ${nameOf(item)}):`
  return [`${words}\n\n${fenced(visible(lines.map((line) => beginningOf(line, lineCharacters)).join('\n')))}`]
}

const failure = /^\s*not ok\b|\bAssertionError\b|\berror TS\d+/
