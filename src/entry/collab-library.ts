import type { Answer } from '../answer/answer'
import { castContextOf } from '../cli/cast-context'
import { commandContextOf } from '../cli/command-context'
import { completeSkill as complete } from '../commands/collab/complete-skill'
import { sessions } from '../commands/collab/session-command'
import { exit, Failure } from '../failure/failure'
import { resolveInstance } from '../works/instances'

/** `spell-cli/collab`: the flow of collab, to be asked by other programs. */
export type { Condition, Phase, State, Transition, WorkflowState } from '../workflows/collab/flow'
export {
  getSkillForState,
  getState,
  getWorkflowStates,
  skillToState,
  stateToSkill,
} from '../workflows/collab/lookups'
export type { TransitionContext } from '../workflows/collab/transitions'
export { buildTransitionContext, evaluateCondition, getNextState } from '../workflows/collab/transitions'

/** What comes after a skill. */
export interface Completed {
  /** Null at the end, and only there. */
  readonly next_skill: string | null
  readonly action: 'clear' | 'none'
  readonly params?: { readonly item_number?: number; readonly batch_index?: number }
}

/**
 * Reports a skill as done, as `spell collab complete-skill` does.
 *
 * @param project a folder of the repository
 * @param session the name of the session
 * @param completedSkill the name of the skill, or the id of its state
 * @throws Failure where there is no such session or skill, where it is not possible now, and as the command line fails
 */
export async function completeSkill(project: string, session: string, completedSkill: string): Promise<Completed> {
  const ctx = castContextOf(commandContextOf({ cwd: project, quiet: true }), 'collab')
  const answer = await complete({ workflow: resolveInstance(ctx.root, sessions, session), ctx }, completedSkill)
  const { next_skill, action, params }: Answer & Partial<Completed> = answer
  if (answer.ok && action) return { next_skill: next_skill ?? null, action, ...(params && { params }) }
  const [, said = ''] = answer.developer.split('\n\n')
  throw new Failure(exit.notPossible, 'not-possible', said, `spell collab next --session ${session}`, {
    details: answer.warnings,
  })
}
