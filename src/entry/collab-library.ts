import type { Answer } from '../answer/answer'
import { commandContextOf } from '../cli/command-context'
import { workMeant } from '../cli/work-meant'
import { exit, Failure } from '../failure/failure'
import { completeSkill as complete } from '../verbs/collab/complete-skill'

/** What `completeSkill` throws. */
export { Failure } from '../failure/failure'
/** `spell-cli/collab`: the flow of collab, for other programs. */
export type { Condition, Phase, State, Transition, WorkflowState } from '../flows/collab/flow'
export {
  getSkillForState,
  getState,
  getWorkflowStates,
  skillToState,
  stateToSkill,
} from '../flows/collab/flow'
export type { TransitionContext } from '../flows/collab/transitions'
export { buildTransitionContext, evaluateCondition, getNextState } from '../flows/collab/transitions'

export interface Completed {
  /** Null only at the end. */
  readonly next_skill: string | null
  readonly action: 'clear' | 'none'
  readonly params?: { readonly item_number?: number; readonly batch_index?: number }
  /** What to look at, such as a report out of turn; absent if there is nothing. */
  readonly warnings?: readonly string[]
}

/**
 * Marks a skill as done, as `spell collab complete-skill` does.
 *
 * @param project a folder of the repository
 * @param session the name of the session
 * @param completedSkill the name of the skill, or the id of its state
 * @throws Failure if there is no such session or skill, or it cannot be completed now; and as the command line fails
 */
export async function completeSkill(project: string, session: string, completedSkill: string): Promise<Completed> {
  const meant = await workMeant(commandContextOf({ cwd: project, quiet: true }), { workflow: 'collab', asked: session })
  const answer = await complete(meant, completedSkill)
  const { next_skill, action, params, warnings }: Answer & Partial<Completed> = answer
  if (answer.ok && action)
    return { next_skill: next_skill ?? null, action, ...(params && { params }), ...(warnings?.length && { warnings }) }
  const [, said = ''] = answer.developer.split('\n\n')
  throw new Failure(exit.notPossible, 'not-possible', said, `spell collab next --session ${session}`, {
    details: answer.warnings,
  })
}
