import type { Answer } from '../cast/answer/answer'
import { chosenWork } from '../cast/chosen-work'
import { completeSkill as complete } from '../commands/collab/session'
import { exit, Failure } from '../text/failure'
import { itemsIn } from '../workflows/collab/design'
import { type Condition, getState } from '../workflows/collab/flow'
import { currentItem, pendingItems } from '../workflows/collab/items'
import { sessionIn } from '../workflows/collab/session'
import { commandContextOf } from './print'

/** What `completeSkill` throws. */
export { Failure } from '../text/failure'
/** `spell-cli/collab`: the flow of collab, for other programs. */
export type { Condition, Phase, State, Transition, WorkflowState } from '../workflows/collab/flow'
export {
  getSkillForState,
  getState,
  getWorkflowStates,
  skillToState,
  stateToSkill,
} from '../workflows/collab/flow'

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
  const meant = await chosenWork(commandContextOf({ cwd: project, quiet: true }), {
    workflow: 'collab',
    asked: session,
  })
  const answer = await complete(meant, { name: completedSkill })
  const { next_skill, action, params, warnings }: Answer & Partial<Completed> = answer
  if (answer.ok && action)
    return { next_skill: next_skill ?? null, action, ...(params && { params }), ...(warnings?.length && { warnings }) }
  const [, said = ''] = answer.developer.split('\n\n')
  throw new Failure(exit.notPossible, 'not-possible', said, `spell collab next --session ${session}`, {
    details: answer.warnings,
  })
}

export interface TransitionContext {
  readonly currentItemType?: string | undefined
  readonly itemsRemaining: boolean
  readonly batchesRemaining: boolean
}

/** @returns whether a condition holds; one of an unknown type never does */
export function evaluateCondition(
  condition: Condition | { readonly type: string },
  context: TransitionContext,
): boolean {
  const { currentItemType, itemsRemaining, batchesRemaining } = context
  const holds = new Map<string, boolean>([
    ['always', true],
    ['item_type', 'value' in condition && currentItemType === condition.value],
    ['items_remaining', itemsRemaining === true],
    ['no_items_remaining', itemsRemaining === false],
    ['batches_remaining', batchesRemaining === true],
    ['no_batches_remaining', batchesRemaining === false],
  ])
  return holds.get(condition.type) ?? false
}

/**
 * @param state the context of a session; any key may be missing
 * @param designDoc the text of the design document, used if the session has no items
 */
export function buildTransitionContext(
  state: Readonly<Record<string, unknown>>,
  designDoc?: string,
): TransitionContext {
  const known = sessionIn(state)
  const session =
    known.workItems.length > 0 || designDoc === undefined
      ? known
      : sessionIn({ ...state, workItems: itemsIn(designDoc) })
  const { waves = [] } = session
  return {
    currentItemType: currentItem(session)?.type,
    itemsRemaining: pendingItems(session).length > 0,
    batchesRemaining: waves.some(({ status }) => status !== 'completed'),
  }
}

/**
 * @returns the target of the first transition whose condition holds; null if there is none, as at the end
 * @throws Error for an unknown state
 */
export function getNextState(currentStateId: string, context: TransitionContext): string | null {
  const state = getState(currentStateId)
  if (!state) throw new Error(`Unknown state: ${currentStateId}`)
  return state.transitions.find(({ condition }) => !condition || evaluateCondition(condition, context))?.to ?? null
}
