import type { TaskItem } from '../../text/markdown/task-item'
import { titleOf } from '../../text/markdown/title'
import { countsText } from '../../workflow/criteria/counts'
import { type Phrases, type Say, saying } from '../../workflow/texts'
import type { Probe, TransitionResult } from '../../workflow/transition'
import { criteriaIn, isYours, leftIn } from './criteria'
import { isTemplate } from './facts'
import { file, folder, taskNameIn, untitled } from './files'
import { sourceOf } from './taken-over'

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
function afterDraft({ text, criteria, left }: PlanAfter): string {
  if (criteria.length > 0) return nextInDraft[left]
  return text === undefined ? 'read-task' : 'add-criterion'
}

export type PlanAfter = ReturnType<typeof planAfter>

/** What is left of the plan after a step. */
export function planAfter(taken: TransitionResult) {
  const { probe, proofs, rows } = taken
  const text = textOf(probe, file.plan)
  const criteria = text === undefined ? [] : criteriaIn(text)
  const isOpen = criteria.some(({ ticked }) => !ticked)
  const isUnproven = proofs !== undefined && proofs.facts.proof !== 'complete'
  const left: Left = isOpen ? (proofs?.facts.missingCommand ? 'unshown' : 'open') : isUnproven ? 'unproven' : 'met'
  const { isMet, isFirst, yours, isAll: isLeftToYou } = leftIn(criteria, taken)
  return {
    ...{ text, criteria, left, isMet, isFirst, yours, isLeftToYou },
    isDone: criteria.length > 0 && !isOpen,
    // Neither the agent nor its results decide then.
    isAllShown: criteria.length > 0 && criteria.every((each, at) => isYours(each) || proofs?.commands[at]),
    source: namesSource.includes(rows[0] ?? '') ? sourceOf(textOf(probe, file.context)) : undefined,
  }
}

/** @returns what says a phrase of the workflow of this work */
export function sayingOf(
  taken: TransitionResult,
  plan: PlanAfter,
  phrases: Phrases,
  here: (path: string) => string,
): Say {
  return saying(phrases, {
    folder: here(`${folder}/`).slice(0, -1),
    task: taskText(taken.probe),
    bare: taken.proofs?.hasCommands ? ` ${phrases.bare}` : '',
    plan: plan.source?.name ?? '',
    yours: criteriaOf(plan.yours),
  })
}

/** The placeholders of the texts, in addition to the facts. */
export function valuesOf(taken: TransitionResult, plan: PlanAfter, say: Say): Record<string, string> {
  const { probe, state, rows, proofs, commandsLeft } = taken
  const [row = ''] = rows
  const { criteria, left, yours, isDone, source } = plan
  const isOpen = left === 'open' || left === 'unshown'
  const isStale = ['stale', 'always'].includes(proofs?.facts.proof ?? '')
  const hasCommands = proofs?.hasCommands === true
  const isLook = row.startsWith('L')
  const isIdle = isLook || idle.includes(row)
  const isUndrafted = isIdle && left === 'open' && isTemplate(probe[file.task])
  const undrafted = hasCommands && !plan.isFirst ? 'no-task' : 'draft-task'
  const title = plan.text === undefined ? '' : titleOf(plan.text)
  const ticks = row.startsWith('P') ? 'tick-reviewed' : 'tick'
  // What the agent ticks before this is read is not counted.
  const isTicking = ticking.includes(row) && criteria.some(({ ticked }, at) => !ticked && !proofs?.commands[at])
  const behind = (name: string, isTrue = true) => (isTrue ? ` ${say(name)}` : '')
  return {
    task: taskText(probe),
    draft: say(isDone ? 'all-done' : 'draft'),
    help: say(isDone ? 'help-none' : 'help'),
    carryOut: say('carry-out'),
    undrafted: say((commandsLeft?.waiting ?? 0) > 0 ? 'allow-first' : 'write-task'),
    unlessWaiting: isStale && !isOpen ? behind('prove-now') : behind('unless-waiting', hasCommands),
    thenAccio: behind(isOpen ? 'task-or-wait' : nextInDraft[left], hasCommands),
    afterDraft: plan.isLeftToYou
      ? say('see-it')
      : say(row === 'A1s' ? 'name-commands' : isUndrafted ? undrafted : afterDraft(plan)),

    heading: title === '' || title === 'Plan' ? '' : `**${title}** · `,
    progress: criteria.length === 0 || isTicking ? '' : ` · ${proofs?.counts ?? tickedCounts(criteria)}`,
    afterPlan: say(
      criteria.length === 0 && isIdle ? 'first-criterion' : !isOpen && isIdle ? 'all-ticked' : 'read-plan',
    ),
    toPlan: say(state === 'ACHIEVE_TASK_EXECUTED' ? 'to-plan-from-task' : 'to-plan'),
    orFinite: say('or-finite', state.startsWith('ERROR_TASK')),
    lack: proofs?.lack ?? '',

    complete: say(whenComplete[left].called),
    afterComplete: say(plan.isLeftToYou && !isOpen ? 'yours' : whenComplete[left].next),
    butOpen: state === 'ACHIEVE_COMPLETE' ? whenComplete[left].but : '',

    prove: behind('prove', hasCommands),
    tick: say(plan.isAllShown ? 'tick-none' : isLook ? 'tick-offered' : ticks),
    yours: behind('yours', yours.length > 0),
    yoursNot: behind('yours-not', yours.length > 0 && !plan.isAllShown),

    source: source ? `\`${source.name}\` (${source.workflow})` : '',
    nextOfPlan: behind('next-of-plan', source?.workflow === 'discovery'),
    replan: behind('replan', source?.workflow === 'discovery'),
  }
}

/** The rows that name where the plan came from: they begin with it, go back to it, or go on to its next task. */
const namesSource: readonly string[] = ['GC1t', 'GC1f', 'F1', 'R3', 'A2', 'R2']

/** The rows after which the agent ticks what is met. */
export const ticking: readonly string[] = ['A2', 'A2c', 'R2', 'P4a', 'P4b']

/** The rows that change nothing at the plan. */
const idle: readonly string[] = ['G3', 'G3b', 'E3b', 'E4b', 'GB1', 'GN1', 'undo', 'override']

function taskText(probe: Probe): string {
  const name = taskNameIn(textOf(probe, file.task) ?? '')
  return name === undefined || name === untitled ? '' : ` “${name}”`
}

/** Without anything to prove a tick is enough. */
const tickedCounts = (criteria: readonly TaskItem[]): string =>
  countsText(criteria.map(({ ticked }) => ({ standing: ticked ? 'claimed' : 'open', isDone: ticked })))

export const criteriaOf = (numbers: readonly unknown[]): string =>
  `${numbers.length === 1 ? 'criterion' : 'criteria'} ${numbers.join(', ')}`

export const textOf = (probe: Probe, path: string): string | undefined => {
  const text = probe[path]
  return typeof text === 'string' ? text : undefined
}
