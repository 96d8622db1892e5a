import type { SessionType } from './session-type'

export const engagements = ['Autonomous', 'Collaborative', 'Guided'] as const
export type Engagement = (typeof engagements)[number]

export const horizons = ['Tactical', 'Strategic', 'Existential'] as const
export type Horizon = (typeof horizons)[number]

/** How the AI may work, the least supervised mode first. */
export const collaborations = ['tool', 'tool-review', 'colleague'] as const
export type Collaboration = (typeof collaborations)[number]

const axes = ['time', 'solo', 'cost', 'tools', 'access', 'none'] as const

export interface Marker {
  readonly type: SessionType
  readonly engagement: Engagement
  readonly horizon: Horizon
  /** What limits the work most, perhaps with a bound: `time (2h)`. */
  readonly feasible: string
}

export const defaults: Readonly<Record<SessionType, Marker>> = {
  Build: { type: 'Build', engagement: 'Collaborative', horizon: 'Strategic', feasible: 'solo' },
  Debug: { type: 'Debug', engagement: 'Collaborative', horizon: 'Tactical', feasible: 'time' },
  Plan: { type: 'Plan', engagement: 'Collaborative', horizon: 'Strategic', feasible: 'none' },
  Reflect: { type: 'Reflect', engagement: 'Collaborative', horizon: 'Existential', feasible: 'none' },
}

/** @returns the marker line */
export const printMarker = ({ type, engagement, horizon, feasible }: Marker): string =>
  `[SESSION] Type: ${type} | Engagement: ${engagement} | Horizon: ${horizon} | Feasible: ${feasible}`

export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** @returns a limit, `time (2h)`, in the form to print; undefined if it is none */
export function feasibleIn(said: string): string | undefined {
  const [, axisSaid = '', bound = ''] = /^\s*([a-z]+)\s*(\([^()|[\]\n\r]{1,60}\))?\s*$/i.exec(said) ?? []
  const axis = oneOf(axes, axisSaid)
  return axis && [axis, bound.replace(/\s+/g, ' ')].filter(Boolean).join(' ')
}
