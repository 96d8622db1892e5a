import { type SessionType, types } from './session-type'

export const engagements = ['Autonomous', 'Collaborative', 'Guided'] as const
export type Engagement = (typeof engagements)[number]

export const horizons = ['Tactical', 'Strategic', 'Existential'] as const
export type Horizon = (typeof horizons)[number]

/** How the AI may work, the least supervised mode first. */
export const collaborations = ['tool', 'tool-review', 'colleague'] as const
export type Collaboration = (typeof collaborations)[number]

export const axes = ['time', 'solo', 'cost', 'tools', 'access', 'none'] as const
type Axis = (typeof axes)[number]

/** An axis with its limit: `time`, `2h`. */
export interface Feasible {
  readonly axis: Axis
  readonly bound?: string
}

export interface Marker {
  readonly type: SessionType
  readonly engagement: Engagement
  readonly horizon: Horizon
  readonly feasible: Feasible
}

export const defaults: Readonly<Record<SessionType, Marker>> = {
  Build: { type: 'Build', engagement: 'Collaborative', horizon: 'Strategic', feasible: { axis: 'solo' } },
  Debug: { type: 'Debug', engagement: 'Collaborative', horizon: 'Tactical', feasible: { axis: 'time' } },
  Plan: { type: 'Plan', engagement: 'Collaborative', horizon: 'Strategic', feasible: { axis: 'none' } },
  Reflect: { type: 'Reflect', engagement: 'Collaborative', horizon: 'Existential', feasible: { axis: 'none' } },
}

/** @returns the marker line, which `markerIn` parses */
export const printMarker = ({ type, engagement, horizon, feasible }: Marker): string =>
  `[SESSION] Type: ${type} | Engagement: ${engagement} | Horizon: ${horizon} | Feasible: ${printFeasible(feasible)}`

export const printFeasible = ({ axis, bound }: Feasible): string => (bound === undefined ? axis : `${axis} (${bound})`)

const line =
  /\[SESSION\][ \t]*(?:Type|Pipeline)[ \t]*:([^|\n]{0,99})\|[ \t]*Engagement[ \t]*:([^|\n]{0,99})\|[ \t]*Horizon[ \t]*:([^|\n]{0,99})\|[ \t]*Feasible[ \t]*:([^|\n]{0,199})/gi

/** @returns the last marker in a text if all its values are valid; otherwise undefined */
export function markerIn(text: string): Marker | undefined {
  const [, ...said] = [...text.matchAll(line)].at(-1) ?? []
  const [typeSaid = '', engagementSaid = '', horizonSaid = '', feasibleSaid = ''] = said.map(bare)
  const [type, engagement] = [oneOf(types, typeSaid), oneOf(engagements, engagementSaid)]
  const [horizon, feasible] = [oneOf(horizons, horizonSaid), feasibleIn(feasibleSaid)?.feasible]
  return type && engagement && horizon && feasible && { type, engagement, horizon, feasible }
}

/** Strips what may end a field: the note that it is the default, and trailing Markdown. */
const bare = (said: string): string =>
  said
    .replace(/[ \t*_`~]+$/, '')
    .replace(/\(default\)$/i, '')
    .trim()

export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** Parses limits, `time (2h)`: the first, undefined if it is invalid; `left` has the others. */
export function feasibleIn(said: string) {
  const parts = said
    .split(/[,;+](?![^(]*\))|\s+and\s+(?![^(]*\))/i)
    .map((part) => part.trim())
    .filter(Boolean)
  const [, axisSaid = '', boundSaid] = /^([a-z]+)\s*(?:\(([^()|[\]\n\r]{1,60})\))?$/i.exec(parts[0] ?? '') ?? []
  const axis = oneOf(axes, axisSaid)
  if (!axis) return undefined
  const bound = boundSaid?.replace(/\s+/g, ' ').trim()
  const feasible: Feasible = { axis, ...(bound && { bound }) }
  return { feasible, left: parts.slice(1) }
}
