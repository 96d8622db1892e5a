// Everything that only a spell that changes something needs. One file for the bundle, read where one does.
export { commit } from './commit'
export { digestOfFile } from './digest'
export { withLock } from './lock'
export { planEffects } from './plan'
export { settle } from './settle'
export { stampOf } from './time'
