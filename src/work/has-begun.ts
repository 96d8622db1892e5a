import type { Workflow } from '../flows/flow'
import { isArchiving } from './history/history-line'
import type { State } from './state/state'

/** @returns whether a piece of work has begun, and is not being archived */
export function hasBegun({ definition }: Workflow, { current, history }: State): boolean {
  const last = history.at(-1)
  return last ? !isArchiving(last) : current !== definition.initial
}
