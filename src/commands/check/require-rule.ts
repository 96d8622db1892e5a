import type { Stage } from '../../workflows/workflow'
import type { Count } from './criteria-rule'
import { placeOfState, type RuleContext } from './rule-context'
import type { Violation } from './rules'

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
  const at = placeOfState(beside)
  const found: Violation[] = []
  if (steps === 0 && state !== definition.initial) {
    found.push({
      ...at,
      rule: 'state-without-history',
      message: `The work stands at “${title(state)}”, but there is no history that leads there.`,
      fix: 'Bring the history back from git; where there was none, the next step will tell that the state was set by hand.',
    })
  }
  if (definition.errors.includes(state)) {
    found.push({
      ...at,
      rule: 'error-state',
      message: `A file is missing, and the work waits for it: “${title(state)}”.`,
      fix: 'spell lumos',
    })
  }
  if (stages[state] === 'review') {
    found.push({
      ...at,
      rule: 'pending-archive',
      message: 'A review has been applied, but it has not been archived yet.',
      fix: 'spell accio',
    })
  }
  const isComplete = state === definition.goal && (today === undefined || today.open === 0)
  if (requirement === 'complete' && !isComplete) {
    const open = state === definition.goal ? 'the plan has open criteria again' : `it stands at “${title(state)}”`
    found.push({ ...at, rule: 'work-not-complete', message: `The work is not complete: ${open}.`, fix: 'spell lumos' })
  }
  if (requirement === 'idle' && state !== definition.goal && state !== definition.initial) {
    found.push({
      ...at,
      rule: 'work-in-progress',
      message: `Work is in progress: it stands at “${title(state)}”.`,
      fix: 'spell lumos',
    })
  }
  return found
}
