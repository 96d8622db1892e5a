// The modules that only a changing spell needs: one file in the bundle, loaded when needed.

export { digestOfFile } from '../disk/digest'
export { withLock } from '../disk/lock/lock'
export { stampOf } from '../disk/stamp'
export { planOfLine } from './history/known-criteria'
export { commit } from './state/commit'
export { changedByHand, isSealedBy } from './state/context-seal'
export { planEffects } from './state/plan-effects'
export { settle } from './state/settle'
