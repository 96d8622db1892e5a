import type { Effect } from './flow'

/** @returns whether a step with this effect is recorded, even if it stays in its state */
export const changesFiles = (effect: Effect): boolean => ['create', 'move', 'change'].includes(effect.do)
