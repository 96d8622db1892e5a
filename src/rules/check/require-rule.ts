import { isGoal } from '../../engine/place'
import type { Stage } from '../../flows/flow'
import { standard, workflows } from '../../flows/registry'
import { placeOfState } from '../examine'
import { type Finding, finding, type Rule } from '../finding'
import type { Base } from './base'
import type { CheckedPiece } from './check-piece'
import type { Checking } from './checking'

/** The required state of the work: any, the goal or the initial state, the goal; or the word for the goal of one workflow. */
export const requirements: readonly string[] = ['any', 'idle', 'complete', ...workflows.map(({ atGoal }) => atGoal)]

/** Checks whether current work may be in its state, after so many steps. */
export function standingRules({ work, title }: Checking, state: string, steps: number): Finding[] {
  const { definition, states } = work.flow
  const stages: Readonly<Record<string, Stage | undefined>> = states?.stages ?? {}
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
    .map(([, rule, message, fix = 'spell lumos']) => finding(rule, placeOfState(work), message, fix))
}

/** Checks that the work changed since the base (without a base, the current work) is in the required state. */
export function requiredRules(all: readonly CheckedPiece[], requirement: string, base: Base | undefined): Finding[] {
  if (requirement === 'any') return []
  const only = workflows.find(({ atGoal }) => atGoal === requirement)?.name
  const asked = all.filter(({ isNew, steps, state, work }) => {
    const { definition } = work.flow
    const isBegun = steps > 0 || (state !== undefined && state !== definition.initial)
    return isNew && isBegun && (only === undefined || definition.name === only)
  })
  if (requirement === 'idle') return asked.flatMap((one) => (isIdle(one) ? [] : [inProgress(one)]))
  const wrong = asked.flatMap((one) => (isComplete(one) ? [] : [notComplete(one)]))
  return asked.length > 0 || base ? wrong : [nothingThere(only)]
}

const isIdle = ({ work: { flow, isArchived }, state }: CheckedPiece): boolean =>
  isArchived || state === undefined || state === flow.definition.initial || isGoal(flow.definition, state)

const isComplete = ({ work: { flow }, state, today }: CheckedPiece): boolean =>
  state === undefined || (isGoal(flow.definition, state) && (!today || today.criteria.every(({ ticked }) => ticked)))

const inProgress = (one: CheckedPiece): Finding =>
  finding('work-in-progress', placeOfState(one.work), `Work is in progress: ${placeOf(one)}.`, lookAt(one))

function notComplete(one: CheckedPiece): Finding {
  const { work, state } = one
  const isAtGoal = state !== undefined && isGoal(work.flow.definition, state)
  const why = isAtGoal ? 'the plan has open criteria again' : placeOf(one)
  return finding('work-not-complete', placeOfState(work), `The work is not complete: ${why}.`, lookAt(one))
}

const nothingThere = (only: string | undefined): Finding =>
  finding(
    'work-not-complete',
    '.ai',
    `There is no work${only ? ` of ${only}` : ''} here that could be complete.`,
    'spell work',
  )

const placeOf = ({ work: { isArchived }, title }: CheckedPiece): string =>
  isArchived ? `it was archived as “${title}”` : `its state is “${title}”`

const lookAt = ({ work: { flow } }: CheckedPiece): string =>
  flow.definition.name === standard ? 'spell lumos' : `spell ${flow.definition.name} status`
