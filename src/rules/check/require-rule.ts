import { isGoal } from '../../engine/place'
import type { Stage } from '../../flows/flow'
import { standard, workflows } from '../../flows/registry'
import type { Base } from './base'
import type { CheckedPiece } from './check-piece'
import { placeOfState, type RuleContext } from './rule-context'
import { type Rule, type Violation, violation } from './rules'

/** The required state of the work: any, the goal or the initial state, the goal; or the word for the goal of one workflow. */
export const requirements: readonly string[] = ['any', 'idle', 'complete', ...workflows.map(({ atGoal }) => atGoal)]

/**
 * Checks whether current work may be in its state.
 *
 * @param steps the number of entries
 */
export function standingRules(beside: RuleContext, state: string, steps: number): Violation[] {
  const { workflow, title } = beside
  const { definition } = workflow
  const stages: Readonly<Record<string, Stage | undefined>> = workflow.states?.stages ?? {}
  const rulesBroken: readonly (readonly [isBroken: boolean, Rule, message: string, fix?: string])[] = [
    [
      steps === 0 && state !== definition.initial,
      'state-without-history',
      `The state is “${title(state)}”, but there is no history that leads there.`,
      'Bring the history back from git; where there was none, the next step will tell that the state was set by hand.',
    ],
    [
      definition.errors.includes(state),
      'error-state',
      `A file is missing, and the work waits for it: “${title(state)}”.`,
    ],
    [
      stages[state] === 'review',
      'pending-archive',
      'A review has been applied, but it has not been archived yet.',
      'spell accio',
    ],
  ]
  return rulesBroken
    .filter(([isBroken]) => isBroken)
    .map(([, rule, message, fix = 'spell lumos']) => violation(rule, placeOfState(beside), message, fix))
}

/** Checks that the work changed since the base (without a base, the current work) is in the required state. */
export function requiredRules(all: readonly CheckedPiece[], requirement: string, base: Base | undefined): Violation[] {
  if (requirement === 'any') return []
  const only = workflows.find(({ atGoal }) => atGoal === requirement)?.name
  const asked = all.filter(({ isNew, steps, state, piece }) => {
    const { definition } = piece.workflow
    const isBegun = steps > 0 || (state !== undefined && state !== definition.initial)
    return isNew && isBegun && (only === undefined || definition.name === only)
  })
  if (requirement === 'idle') return asked.flatMap((one) => (isIdle(one) ? [] : [inProgress(one)]))
  const wrong = asked.flatMap((one) => (isComplete(one) ? [] : [notComplete(one)]))
  return asked.length > 0 || base ? wrong : [nothingThere(only)]
}

const isIdle = ({ piece: { workflow, isArchived }, state }: CheckedPiece): boolean =>
  isArchived || state === undefined || state === workflow.definition.initial || isGoal(workflow.definition, state)

const isComplete = ({ piece: { workflow }, state, today, leap }: CheckedPiece): boolean =>
  state === undefined ||
  (isGoal(workflow.definition, state) && (today === undefined || today.open === 0) && leap === undefined)

const inProgress = (one: CheckedPiece): Violation =>
  violation('work-in-progress', one.place, `Work is in progress: ${placeOf(one)}.`, lookAt(one))

function notComplete(one: CheckedPiece): Violation {
  const { workflow } = one.piece
  const { leap } = one
  const isAtGoal = one.state !== undefined && isGoal(workflow.definition, one.state)
  if (isAtGoal && leap) {
    const { where, line } = leap.place
    const message = `The work is not complete: a change by hand led from “${leap.from}” to “${leap.to}” (${where} line ${line}), and no step did.`
    return violation(
      'work-not-complete',
      { where, line },
      message,
      `git log --oneline -- ${where}   # go back to before it`,
    )
  }
  const why = isAtGoal ? 'the plan has open criteria again' : placeOf(one)
  return violation('work-not-complete', one.place, `The work is not complete: ${why}.`, lookAt(one))
}

const nothingThere = (only: string | undefined): Violation =>
  violation(
    'work-not-complete',
    { where: '.ai' },
    `There is no work${only ? ` of ${only}` : ''} here that could be complete.`,
    'spell work',
  )

const placeOf = ({ piece: { isArchived }, title }: CheckedPiece): string =>
  isArchived ? `it was archived as “${title}”` : `its state is “${title}”`

const lookAt = ({ piece: { workflow } }: CheckedPiece): string =>
  workflow.definition.name === standard ? 'spell lumos' : `spell ${workflow.definition.name} status`
