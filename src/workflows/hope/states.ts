/** The states of the three regions that run side by side (specs: hope §2), in the order of the work. */
export const soul = ['soul.check_marker', 'soul.ask_engagement', 'soul.silent_audit'] as const

export const main = [
  'user_need',
  'intent.acknowledge',
  'intent.clarify',
  'intent.echo_check',
  'intent.refine',
  'intent.emit_brief',
  'shape.extract',
  'shape.synthesize',
  'consult',
  'loop.spec_scoring',
  'loop.shape_approval',
  'loop.decompose',
  'loop.wave_execution',
  'loop.stall_detection',
  'loop.expert_review',
  'loop.verify_gate',
  'loop.review_feedback',
  'loop.cancel',
  'loop.paused',
  'completed',
  'ended',
] as const

/** The ways of asking for an outside view; each is a state of the third region. */
export const modes = ['single', 'panel', 'review', 'explore', 'unblock'] as const
export type Mode = (typeof modes)[number]

export const service = [
  'idle',
  ...modes.map((mode) => `consult.${mode}` as const),
  'bond.design',
  'bond.confirm',
] as const

/** Decided as soon as they are entered, and never stored. */
export const markerCheck = 'soul.marker_check'
export const scoreCheck = 'intent.score_check'
export const exit = 'intent.exit'

export type Main = (typeof main)[number]
export type State =
  | (typeof soul)[number]
  | Main
  | (typeof service)[number]
  | typeof markerCheck
  | typeof scoreCheck
  | typeof exit

/** The name of the update with which the session remembers where its main part stands. */
export const into = <S extends Main>(state: S) => `in ${state}` as const
