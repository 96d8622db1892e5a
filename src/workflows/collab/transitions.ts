import { itemsIn } from './design-document'
import type { Condition } from './flow'
import { currentItem, pendingItems } from './items'
import { getState } from './lookups'
import { sessionIn } from './session'

/** What the conditions of transitions are asked about (004: TransitionContext). */
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
  switch (condition.type) {
    case 'item_type':
      return 'value' in condition && context.currentItemType === condition.value
    case 'items_remaining':
      return context.itemsRemaining === true
    case 'no_items_remaining':
      return context.itemsRemaining === false
    case 'batches_remaining':
      return context.batchesRemaining === true
    case 'no_batches_remaining':
      return context.batchesRemaining === false
    case 'always':
      return true
    default:
      return false
  }
}

/**
 * @param state what a session remembers: `workItems`, `currentItem`, `batches`; all of it may be missing
 * @param designDoc the text of the design document, whose items count where the session has none (§9, 19)
 */
export function buildTransitionContext(
  state: Readonly<Record<string, unknown>>,
  designDoc?: string,
): TransitionContext {
  const known = sessionIn(state)
  const session =
    known.workItems.length > 0 || designDoc === undefined
      ? known
      : sessionIn({ ...state, workItems: itemsIn(designDoc).items })
  const { batches = [] } = session
  return {
    currentItemType: currentItem(session)?.type,
    itemsRemaining: pendingItems(session).length > 0,
    batchesRemaining: batches.some(({ status }) => status !== 'completed'),
  }
}

/**
 * @param currentStateId the id of a state
 * @returns the id of the state to which the first transition leads whose condition holds; null where none does, as at the end
 * @throws Error for what is no state
 */
export function getNextState(currentStateId: string, context: TransitionContext): string | null {
  const state = getState(currentStateId)
  if (!state) throw new Error(`Unknown state: ${currentStateId}`)
  return state.transitions.find(({ condition }) => !condition || evaluateCondition(condition, context))?.to ?? null
}
