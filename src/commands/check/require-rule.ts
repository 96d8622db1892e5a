import type { Stage } from '../../workflows/workflow'
import type { Count } from './criteria-rule'
import { placeOfState, type RuleContext } from './rule-context'
import { type Rule, type Violation, violation } from './rules'

export const requirements = ['complete', 'idle', 'any'] as const
/** Where the work has to stand: at its goal, at its goal or its very start, anywhere. */
export type Requirement = (typeof requirements)[number]

/**
 * Whether the work may stand where it stands.
 *
 * @param steps how many lines the history has
 * @param today what the plan says, where there is one
 */
export function standingRules(
  beside: RuleContext,
  state: string,
  steps: number,
  requirement: Requirement,
  today: Count | undefined,
): Violation[] {
  const { workflow, title } = beside
  const { definition } = workflow
  const stages: Readonly<Record<string, Stage | undefined>> = workflow.stages ?? {}
  const isGoal = state === definition.goal
  const where = `it stands at “${title(state)}”`
  const rulesBroken: readonly (readonly [isBroken: boolean, Rule, message: string, fix?: string])[] = [
    [
      steps === 0 && state !== definition.initial,
      'state-without-history',
      `The work stands at “${title(state)}”, but there is no history that leads there.`,
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
    [
      requirement === 'complete' && !(isGoal && (today === undefined || today.open === 0)),
      'work-not-complete',
      `The work is not complete: ${isGoal ? 'the plan has open criteria again' : where}.`,
    ],
    [
      requirement === 'idle' && !isGoal && state !== definition.initial,
      'work-in-progress',
      `Work is in progress: ${where}.`,
    ],
  ]
  return rulesBroken
    .filter(([isBroken]) => isBroken)
    .map(([, rule, message, fix = 'spell lumos']) => violation(rule, placeOfState(beside), message, fix))
}
