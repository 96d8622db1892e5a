import type { Context } from '../../engine/definition'
import { sessionIn } from './session'

export function isHardStop(state: string, context: Context): boolean {
  const { main, outcome } = sessionIn(context, state)
  return main === 'ended' && outcome === 'hard_stop'
}

/** @returns whether the approval that is due would go on past a BLOCKER */
export function isAtBlocker(state: string, context: Context): boolean {
  const { main, blockers } = sessionIn(context, state)
  return main === 'loop.shape_approval' && blockers.length > 0
}
