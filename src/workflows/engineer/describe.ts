import { openLines } from '../../text/markdown/open-lines'
import type { TaskItem } from '../../text/markdown/task-item'
import { remarks, type Standing } from '../../workflow/criteria/counts'
import type { AnswerExtras, Phrases } from '../../workflow/texts'
import type { TransitionResult } from '../../workflow/transition'
import { isUnwritten } from './facts'
import { file } from './files'
import { type State, stages } from './states'
import { criteriaOf, type PlanAfter, planAfter, sayingOf, textOf, ticking, valuesOf } from './values'

/** The most criteria to list, and the most questions and assumptions. */
const listed = 3

/** What answers say about the plan and the task, in addition to the facts; `here` says where a file of the work is. */
export function describe(
  taken: TransitionResult,
  phrases: Phrases,
  here: (path: string) => string = (path) => path,
): AnswerExtras {
  const { probe, proofs, rows, commandsLeft } = taken
  const [row = ''] = rows
  const plan = planAfter(taken)
  const say = sayingOf(taken, plan, phrases, here)
  const isUnshown = ticking.includes(row) && proofs?.hasRun !== true && (commandsLeft?.allowed ?? 0) > 0
  const isLeftOver = row === 'A3' && !isUnwritten(probe[file.task] ?? '')
  const overview = overviewOf(taken, plan, here)
  return {
    values: valuesOf(taken, plan, say),
    warnings: [say('unshown', isUnshown), say('idle', isLeftOver)].filter(Boolean),
    faults: (proofs?.faults ?? []).map((fault) => `${here(file.plan)} ${fault}`),
    unlisted: plan.isDone && isUnwritten(probe[file.task]) ? [here(file.task)] : [],
    ...(overview && { overview }),
  }
}

/** What a look lists of the criteria and the points that are open, and a step of what was ticked and is left behind. */
function overviewOf(taken: TransitionResult, plan: PlanAfter, here: (path: string) => string): string {
  const { state, rows, proofs, ticked } = taken
  const isLook = rows[0]?.startsWith('L') === true
  // A plan that is being written is listed as a whole, by what tells of the developer's words.
  const isListed = isLook && plan.text !== undefined && stages[state as State] === 'planning'
  const most = isLook && !isListed ? listed : 0
  const open = plan.criteria.flatMap(({ text, ticked }, index) =>
    plan.isMet[index] || most === 0 ? [] : [{ text, as: boxOf(ticked, proofs?.standings[index]) }],
  )
  const first = open.slice(0, most)
  const texts = first.map(({ text }) => text)
  const list = [...first.map(({ text, as }) => `- ${as} ${text}`), ...moreIn(open.length - most, here(file.plan))]
  const points = isListed ? '' : stillOpen(taken, texts, here)
  return [tickedText(plan.criteria, ticked), list.join('\n'), points].filter(Boolean).join('\n\n')
}

const moreIn = (count: number, path: string): string[] => (count > 0 ? [`- and ${count} more in \`${path}\``] : [])

/** What stands before a criterion that is not met: its box, or why its tick or its last run is not enough. */
function boxOf(ticked: boolean, standing: Standing = 'open'): string {
  if (standing === 'failed') return '✗ failed:'
  return ticked ? `✗ open (${remarks[standing] ?? standing}):` : '[ ]'
}

/** What was ticked since the last step, each with the task whose results show it. */
function tickedText(criteria: readonly TaskItem[], numbers: readonly number[] = []): string {
  const lines = numbers.map((number) => {
    const { text = '' } = criteria[number - 1] ?? {}
    const [, task = ''] = /\btasks\/task-([^/)]+)-\d{4}-\d\d-\d\d-\d{4}\//.exec(text) ?? []
    return `${number}${task && ` (“${task}”)`}`
  })
  return lines.length === 0 ? '' : `Ticked: ${criteriaOf(lines)}`
}

/** The Accio rows that leave the context or the plan, and the documents whose open points they list. */
const leaving: Readonly<Record<string, readonly string[]>> = {
  GC2a: [file.context],
  GC2b: [file.context],
  GC1t: [file.plan, file.context],
  GC1f: [file.plan, file.context],
  G2: [file.plan, file.context],
  G4: [file.plan, file.context],
}

/** The open questions and assumptions that the developer would leave behind, unless the answer lists them already. */
function stillOpen(
  { probe, from, state, rows: [row = ''], isAgreed = () => false }: TransitionResult,
  named: readonly string[],
  here: (path: string) => string,
): string {
  const isLooking = row.startsWith('L')
  const completes = state === 'ACHIEVE_COMPLETE' && from !== state
  const looksAtPlans = isLooking && state.startsWith('GATHER_')
  const paths = completes || looksAtPlans ? [file.plan, file.context] : (leaving[row] ?? [])
  // What was agreed to is not told again.
  const found = paths.map((path) => {
    const { questions, assumed } = openLines(textOf(probe, path) ?? '')
    return {
      path,
      questions: completes ? [] : questions.filter((text) => !isAgreed(text)),
      assumed: assumed.filter((text) => !named.includes(text) && !isAgreed(text)),
    }
  })
  const questions = found.flatMap((each) => each.questions)
  const assumed = found.flatMap((each) => each.assumed)
  // A step counts them: when the plan stands, all are listed together.
  const isListed = isLooking || completes
  const shown = isListed ? [...questions, ...assumed].slice(0, listed) : []
  const left = found.flatMap(({ path, ...each }) => {
    const others = [...each.questions, ...each.assumed].filter((text) => !shown.includes(text))
    return isListed ? moreIn(others.length, here(path)) : []
  })
  const list = (lead: string, texts: readonly string[]) =>
    texts.length > 0 ? [[lead, '', ...texts.map((text) => `- ${shortened(text)}`)].join('\n')] : []
  const lists = [
    ...list('Open questions:', shown.slice(0, questions.length)),
    ...list('Assumed:', shown.slice(questions.length)),
  ]
  if (isListed) return [lists.join('\n\n'), ...left].filter(Boolean).join('\n')
  const { size } = new Set([...questions, ...assumed])
  return size === 0 ? '' : `${size} point${size === 1 ? '' : 's'} open`
}

const longest = 200

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text)
