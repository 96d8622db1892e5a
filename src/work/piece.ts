import { titleOf } from '../text/markdown/title'
import { type Counts, countStandings } from '../workflow/criteria/counts'
import { type PlannedCriterion, readCriterion } from '../workflow/criteria/criterion'
import type { Proof } from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import { placeOf, type Texts } from '../workflow/texts'
import type { Turn } from '../workflow/turn'
import type { WorkPhase } from '../workflow/workflow-entry'
import { workIdOf } from './history/work-id'
import { standingCriteria } from './known'
import { hasBegun, type State } from './state/state'
import type { Work } from './work'

export interface PieceOfWork {
  readonly name: string
  readonly workflow: string
  readonly title?: string
  /** Its id, by which it is known on every branch. */
  readonly id?: string
  /** Absent if it cannot be read. */
  readonly state?: string
  readonly phase?: WorkPhase
  /** Set if it is over without a claim. */
  readonly isGivenUp?: true
  /** The title of the state, or why it cannot be read. */
  readonly where: string
  /** How many of its criteria are where; absent without any. */
  readonly criteria?: Counts
  /** Who acts next; absent on a branch that is not checked out, and for what cannot be read. */
  readonly turn?: Turn
  /** The time of the last step, ISO 8601 in UTC. */
  readonly time?: string
  /** The command that shows more; absent elsewhere than in this folder. */
  readonly command?: string
}

export type TextsOf = (workflow: Workflow) => Texts

/** Throws Failure if the work cannot be read. */
export type TurnOf = (work: Work) => Promise<Turn>

export interface Standpoint {
  readonly current: string
  readonly id?: string
  readonly time?: string
  readonly isGivenUp?: true
  /** What its last step is known by. */
  readonly tip: string
  /** Of what is claimed in the state, without a plan: how many are where, as far as the state says. */
  readonly criteria?: Counts
}

/** @returns undefined if nothing has begun, or it is being archived */
export function standpointOf(workflow: Workflow, state: State): Standpoint | undefined {
  if (!hasBegun(workflow, state)) return undefined
  const { current, history, context } = state
  const last = history.at(-1)
  const first = history.find(({ number }) => number === 1)
  const id = first && workIdOf(first)
  const standings = workflow.provable?.standings(context, current) ?? []
  return {
    current,
    ...(id && { id }),
    ...(standings.length > 0 && { criteria: countStandings(standings) }),
    ...(last && { time: last.timestamp }),
    ...(workflow.states.endsAs?.(current, context, false) === 'given up' && { isGivenUp: true }),
    tip: last?.digest ?? JSON.stringify([current, last]),
  }
}

export interface PlanRead {
  readonly title: string
  readonly criteria: readonly PlannedCriterion[]
}

export const readPlan = ({ plan }: Workflow, markdown: string): PlanRead => ({
  title: titleOf(markdown),
  criteria: plan?.criteria(markdown).map(readCriterion) ?? [],
})

/** Whether a criterion could be proven, so that the proofs have to be read. */
export const asksProofs = (plan: PlanRead | undefined): boolean =>
  plan?.criteria.some(({ commands, byDeveloper }) => byDeveloper || commands.length > 0) ?? false

/** @returns what a list says; how many criteria are where, as far as plan, proofs and state say: of which files the proofs are is not asked */
export function pieceOf(
  workflow: Workflow,
  name: string,
  standpoint: Standpoint,
  plan: PlanRead | undefined,
  proofs: readonly Proof[],
  textsOf: TextsOf,
): PieceOfWork {
  const { current, id, time, isGivenUp } = standpoint
  const planned = standingCriteria(plan?.criteria ?? [], [], { proofs }).map(({ standing }) => standing)
  const criteria = planned.length > 0 ? countStandings(planned) : standpoint.criteria
  const { name: called } = workflow.definition
  return {
    name,
    workflow: called,
    // A template that is not filled in has no title.
    ...(plan?.title && plan.title !== 'Plan' && { title: plan.title }),
    ...(id && { id }),
    state: current,
    phase: workflow.entry.phaseOnBoard(current),
    ...(isGivenUp && { isGivenUp }),
    where: placeOf(workflow, current, textsOf(workflow)).title ?? current,
    ...(criteria && { criteria }),
    ...(time !== undefined && { time }),
  }
}
