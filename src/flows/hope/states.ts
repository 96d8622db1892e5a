import { partsOf } from '../../engine/place'

/** The states of the three parallel regions, in the order of the work. */
export const soul = ['soul.check_marker', 'soul.ask_engagement', 'soul.silent_audit'] as const

export const main = [
  'user_need',
  'intent.acknowledge',
  'intent.clarify',
  'intent.echo_check',
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
  'loop.review_feedback',
  'loop.paused',
  'completed',
  'ended',
] as const

/** The states in which the developer is asked. */
export const asking = ['intent.acknowledge', 'intent.clarify', 'intent.echo_check'] as const

/** The modes of consultation; each is a state of the third region. */
export const modes = ['single', 'panel', 'review', 'explore', 'unblock'] as const
export type Mode = (typeof modes)[number]

export const service = ['idle', ...modes.map((mode) => `consult.${mode}` as const)] as const

/** Routers: left at once, and never stored. */
export const markerCheck = 'soul.marker_check'
export const scoreCheck = 'intent.score_check'
export const exit = 'intent.exit'

export const routers = [markerCheck, scoreCheck, exit] as const

export const regions = { soul: [...soul, markerCheck], main: [...main, scoreCheck, exit], service } as const
export const states = [...soul, ...main, ...service] as const

export const folder = '.ai/hope'

export type Main = (typeof main)[number]
/** The states of the main region, including its routers. */
export type SessionPlace = Main | typeof scoreCheck | typeof exit
export type State = (typeof soul)[number] | typeof markerCheck | SessionPlace | (typeof service)[number]

export const placeIn = (state: string): SessionPlace => (partsOf(state)[1] ?? 'user_need') as SessionPlace
