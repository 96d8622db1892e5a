import { openLines } from '../../text/markdown/open-lines'
import type { TaskItem } from '../../text/markdown/task-item'
import { titleOf } from '../../text/markdown/title'
import { countsText, remarks, type Standing } from '../../workflow/criteria/counts'
import type { AnswerExtras, Phrases } from '../../workflow/texts'
import type { Probe, TransitionResult } from '../../workflow/transition'
import { criteriaIn, isYours, leftIn } from './criteria'
import { isTemplate, isUnwritten } from './facts'
import { file, folder, taskNameIn, untitled } from './files'
import { type State, stages } from './states'
import { sourceOf } from './taken-over'

/** The most criteria to list, and the most questions and assumptions. */
const listed = 3

/** What answers say about the plan and the task, in addition to the facts; `here` says where a file of the work is. */
export function describe(
  taken: TransitionResult,
  phrases: Phrases,
  here: (path: string) => string = (path) => path,
): AnswerExtras {
  const { probe, state, rows, proofs, commandsLeft } = taken
  const [row] = rows
  const plan = textOf(probe, file.plan)
  const criteria = plan === undefined ? [] : criteriaIn(plan)
  const { isMet, isFirst, yours, isAll: isLeftToYou } = leftIn(criteria, taken)
  const isOpen = criteria.some(({ ticked }) => !ticked)
  const isUnproven = proofs !== undefined && proofs.facts.proof !== 'complete'
  const isStale = !isOpen && ['stale', 'always'].includes(proofs?.facts.proof ?? '')
  const left = isOpen ? (proofs?.facts.missingCommand ? 'unshown' : 'open') : isUnproven ? 'unproven' : 'met'
  const counts = proofs?.hasCommands ? proofs.counts : undefined
  const isLook = row?.startsWith('L')
  const isIdle = isLook || idle.includes(row ?? '')
  const isEmpty = left === 'open' && isTemplate(probe[file.task])
  const title = plan === undefined ? '' : titleOf(plan)
  // What the agent ticks before this is read is not counted.
  const isTicking =
    ticking.includes(row ?? '') && criteria.some(({ ticked }, index) => !ticked && !proofs?.commands[index])
  const sentence = (key: string) => (counts === undefined ? '' : ` ${phrases[key]}`)
  const home = here(`${folder}/`).slice(0, -1)
  const said = (key: string) => phrases[key]?.replaceAll('{{folder}}', home) ?? ''
  const named = criteriaOf(yours)
  const ofYours = (key: string) =>
    yours.length === 0 ? '' : ` ${phrases[key]?.replace('{{yours}}', named).replace('{{numbers}}', yours.join(' '))}`
  const source = namesSource.includes(row ?? '') ? sourceOf(textOf(probe, file.context)) : undefined
  const name = taskNameIn(textOf(probe, file.task) ?? '')
  const task = name === undefined || name === untitled ? '' : ` “${name}”`
  // Neither the agent nor its results decide then.
  const isAllShown = criteria.length > 0 && criteria.every((each, at) => isYours(each) || proofs?.commands[at])
  const isDraftOver = criteria.length > 0 && !isOpen
  const ofTask = (key: string) => said(key).replace('{{task}}', task)
  const undrafted = counts === undefined || isFirst ? 'draft-task' : 'no-task'
  const toDo = said(isIdle && isEmpty ? undrafted : afterDraft(plan, criteria.length, left))
  const values = {
    task,
    draft: ofTask(isDraftOver ? 'all-done' : 'draft'),
    help: said(isDraftOver ? 'help-none' : 'help'),
    carryOut: ofTask('carry-out'),
    heading: title === '' || title === 'Plan' ? '' : `**${title}** · `,
    afterPlan: said(
      criteria.length === 0 && isIdle ? 'first-criterion' : !isOpen && isIdle ? 'all-ticked' : 'read-plan',
    ),
    unlessWaiting: isStale ? ` ${said('prove-now')}` : sentence('unless-waiting'),
    thenAccio: counts === undefined ? '' : ` ${said(isOpen ? 'task-or-wait' : nextInDraft[left])}`,
    afterDraft: isLeftToYou ? ofYours('see-it').trim() : row === 'A1s' ? said('name-commands') : toDo,
    undrafted: said((commandsLeft?.waiting ?? 0) > 0 ? 'allow-first' : 'write-task'),
    toPlan: said(state === 'ACHIEVE_TASK_EXECUTED' ? 'to-plan-from-task' : 'to-plan'),
    complete: phrases[whenComplete[left].called] ?? '',
    afterComplete: isLeftToYou && !isOpen ? ofYours('yours').trim() : (phrases[whenComplete[left].next] ?? ''),
    butOpen: state === 'ACHIEVE_COMPLETE' ? whenComplete[left].but : '',
    orFinite: state.startsWith('ERROR_TASK') ? (phrases['or-finite'] ?? '') : '',
    progress: criteria.length === 0 || isTicking ? '' : ` · ${proofs?.counts ?? tickedCounts(criteria)}`,
    lack: proofs?.lack ?? '',
    prove: sentence('prove'),
    tick: said(
      isAllShown ? 'tick-none' : isLook ? 'tick-offered' : row?.startsWith('P') ? 'tick-reviewed' : 'tick',
    ).replace('{{bare}}', sentence('bare')),
    yoursNot: isAllShown ? '' : ofYours('yours-not'),
    yours: ofYours('yours'),
    source: source ? `\`${source.name}\` (${source.workflow})` : '',
    nextOfPlan: source?.workflow === 'discovery' ? ` ${said('next-of-plan')}` : '',
    replan: source?.workflow === 'discovery' ? ` ${phrases.replan?.replaceAll('{{plan}}', source.name)}` : '',
  }
  const ticked = tickedText(criteria, taken.ticked)
  const isUnshown = ticking.includes(row ?? '') && proofs?.hasRun !== true && (commandsLeft?.allowed ?? 0) > 0
  const isLeftOver = row === 'A3' && !isUnwritten(probe[file.task] ?? '')
  const warnings = [...(isUnshown ? [said('unshown')] : []), ...(isLeftOver ? [ofTask('idle')] : [])]
  // A plan that is being written is listed as a whole, by what tells of the developer's words.
  const isListed = isLook && plan !== undefined && stages[state as State] === 'planning'
  const most = isLook && !isListed ? listed : 0
  const open = criteria.flatMap(({ text, ticked }, index) =>
    isMet[index] || most === 0 ? [] : [{ text, as: boxOf(ticked, proofs?.standings[index]) }],
  )
  const first = open.slice(0, most)
  const texts = first.map(({ text }) => text)
  const more = moreIn(open.length - most, here(file.plan))
  const list = [...first.map(({ text, as }) => `- ${as} ${text}`), ...more].join('\n')
  const overview = [ticked, list, isListed ? '' : stillOpen(taken, texts, here)].filter(Boolean).join('\n\n')
  return {
    values,
    warnings,
    faults: (proofs?.faults ?? []).map((fault) => `${here(file.plan)} ${fault}`),
    unlisted: isDraftOver && isUnwritten(probe[file.task]) ? [here(file.task)] : [],
    ...(overview && { overview }),
  }
}

const moreIn = (count: number, path: string): string[] => (count > 0 ? [`- and ${count} more in \`${path}\``] : [])

/** What stands before a criterion that is not met: its box, or why its tick or its last run is not enough. */
function boxOf(ticked: boolean, standing: Standing = 'open'): string {
  if (standing === 'failed') return '✗ failed:'
  return ticked ? `✗ open (${remarks[standing] ?? standing}):` : '[ ]'
}

/** Without anything to prove a tick is enough. */
const tickedCounts = (criteria: readonly TaskItem[]): string =>
  countsText(criteria.map(({ ticked }) => ({ standing: ticked ? 'claimed' : 'open', isDone: ticked })))

/** The rows that name where the plan came from: they begin with it, go back to it, or go on to its next task. */
const namesSource: readonly string[] = ['GC1t', 'GC1f', 'F1', 'R3', 'A2', 'R2']

/** The rows after which the agent ticks what is met. */
const ticking: readonly string[] = ['A2', 'A2c', 'R2', 'P4a', 'P4b']

/** What was ticked since the last step, each with the task whose results show it. */
function tickedText(criteria: readonly TaskItem[], numbers: readonly number[] = []): string {
  const lines = numbers.map((number) => {
    const { text = '' } = criteria[number - 1] ?? {}
    const [, task = ''] = /\btasks\/task-([^/)]+)-\d{4}-\d\d-\d\d-\d{4}\//.exec(text) ?? []
    return `${number}${task && ` (“${task}”)`}`
  })
  return lines.length === 0 ? '' : `Ticked: ${criteriaOf(lines)}`
}

const criteriaOf = (numbers: readonly unknown[]): string =>
  `${numbers.length === 1 ? 'criterion' : 'criteria'} ${numbers.join(', ')}`

/** The rows that change nothing at the plan. */
const idle: readonly string[] = ['G3', 'G3b', 'E3b', 'E4b', 'GB1', 'GN1', 'undo', 'override']

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

/** Whether criteria are open, and one has no command though the settings ask for it; if none is open, whether something has no proof. */
type Left = 'open' | 'unshown' | 'unproven' | 'met'

const reopened = { called: 'reopened', next: 'plan-again', but: ', but the plan has open criteria again' }

/** What complete work is called and followed by, and what the brief adds. */
const whenComplete: Readonly<Record<Left, { readonly called: string; readonly next: string; readonly but: string }>> = {
  open: reopened,
  unshown: reopened,
  unproven: { called: 'unproven', next: 'prove-again', but: ', but not all passed' },
  met: { called: 'complete', next: 'commit-it', but: '' },
}

const nextInDraft: Readonly<Record<Left, string>> = {
  open: 'read-task',
  unshown: 'name-commands',
  unproven: 'prove-it',
  met: 'complete-it',
}

/** What follows a draft, depending on what Accio will do. */
function afterDraft(plan: string | undefined, criteria: number, left: Left): string {
  if (plan !== undefined && criteria === 0) return 'add-criterion'
  return criteria === 0 ? 'read-task' : nextInDraft[left]
}

const textOf = (probe: Probe, path: string): string | undefined => {
  const text = probe[path]
  return typeof text === 'string' ? text : undefined
}
