import { itemsIn } from './design-document'
import type { Condition } from './flow'
import { getState } from './flow'
import { currentItem, pendingItems } from './items'
import { sessionIn } from './session'

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
