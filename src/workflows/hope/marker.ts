import { type SessionType, types } from './session-type'

export const engagements = ['Autonomous', 'Collaborative', 'Guided'] as const
export type Engagement = (typeof engagements)[number]

export const horizons = ['Tactical', 'Strategic', 'Existential'] as const
export type Horizon = (typeof horizons)[number]

/** How the AI may work, the least supervised first. */
export const collaborations = ['tool', 'tool-review', 'colleague'] as const
export type Collaboration = (typeof collaborations)[number]

/** What limits the work. */
export const axes = ['time', 'solo', 'cost', 'tools', 'access', 'none'] as const
export type Axis = (typeof axes)[number]

/** An axis, and how narrow it is: `time`, `2h`. */
export interface Feasible {
  readonly axis: Axis
  readonly bound?: string
}

/** What a session is under. */
export interface Marker {
  readonly type: SessionType
  readonly engagement: Engagement
  readonly horizon: Horizon
  readonly feasible: Feasible
}

/** What holds unless it is said otherwise. */
export const defaults: Readonly<Record<SessionType, Marker>> = {
  Build: { type: 'Build', engagement: 'Collaborative', horizon: 'Strategic', feasible: { axis: 'solo' } },
  Debug: { type: 'Debug', engagement: 'Collaborative', horizon: 'Tactical', feasible: { axis: 'time' } },
  Plan: { type: 'Plan', engagement: 'Collaborative', horizon: 'Strategic', feasible: { axis: 'none' } },
  Reflect: { type: 'Reflect', engagement: 'Collaborative', horizon: 'Existential', feasible: { axis: 'none' } },
}

/** @returns the one line that says it, which `markerIn` reads back */
export const printMarker = ({ type, engagement, horizon, feasible }: Marker): string =>
  `[SESSION] Type: ${type} | Engagement: ${engagement} | Horizon: ${horizon} | Feasible: ${printFeasible(feasible)}`

export const printFeasible = ({ axis, bound }: Feasible): string => (bound === undefined ? axis : `${axis} (${bound})`)

const line =
  /\[SESSION\][ \t]*(?:Type|Pipeline)[ \t]*:([^|\n]{0,99})\|[ \t]*Engagement[ \t]*:([^|\n]{0,99})\|[ \t]*Horizon[ \t]*:([^|\n]{0,99})\|[ \t]*Feasible[ \t]*:([^|\n]{0,199})/gi

/** What a marker says by its words; a type may be one that nobody knows. */
export interface SaidMarker {
  readonly type: SessionType | undefined
  /** Undefined where one of its values is none. */
  readonly marker: Marker | undefined
}

/** @returns the last marker in a text, undefined where there is none */
export function lastMarker(text: string): SaidMarker | undefined {
  const found = [...text.matchAll(line)].at(-1)
  if (!found) return undefined
  const [, typeSaid = '', engagementSaid = '', horizonSaid = '', feasibleSaid = ''] = found
  const type = oneOf(types, bare(typeSaid))
  const engagement = oneOf(engagements, bare(engagementSaid))
  const horizon = oneOf(horizons, bare(horizonSaid))
  const feasible = feasibleIn(bare(feasibleSaid))?.feasible
  return { type, marker: type && engagement && horizon && feasible && { type, engagement, horizon, feasible } }
}

/** @returns the last marker in a text as far as it is right in every value; undefined for any other */
export const markerIn = (text: string): Marker | undefined => lastMarker(text)?.marker

/** Without what may stand at the end of a field: that it is the default, and what a line of Markdown ends with. */
const bare = (said: string): string =>
  said
    .replace(/[ \t*_`~]+$/, '')
    .replace(/\(default\)$/i, '')
    .trim()

/** @returns the one of the words that is meant, in any case */
export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/**
 * Reads what somebody says is feasible: `time`, `time (2h)`. Of several the first one counts.
 *
 * @returns undefined where the first one is none; `left` has the others
 */
export function feasibleIn(
  said: string,
): { readonly feasible: Feasible; readonly left: readonly string[] } | undefined {
  const parts = said
    .split(/[,;+](?![^(]*\))|\s+and\s+(?![^(]*\))/i)
    .map((part) => part.trim())
    .filter(Boolean)
  const [, axisSaid = '', boundSaid] = /^([a-z]+)\s*(?:\(([^()|[\]\n\r]{1,60})\))?$/i.exec(parts[0] ?? '') ?? []
  const axis = oneOf(axes, axisSaid)
  if (!axis) return undefined
  const bound = boundSaid?.replace(/\s+/g, ' ').trim()
  return { feasible: { axis, ...(bound && { bound }) }, left: parts.slice(1) }
}

/** @returns what `HORIZON:` and `FEASIBLE:` in a text say, as it stands there; the first of each */
export function slotsIn(text: string): { readonly horizon?: string; readonly feasible?: string } {
  const slot = (name: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${name}:[ \\t]*((?:\\([^()\\n]*\\)|[^\\n.|;(])+)`, 'u')
      .exec(text)?.[1]
      ?.split(/\s(?=HORIZON:|FEASIBLE:)/)[0]
      ?.trim()
  const [horizon, feasible] = [slot('HORIZON'), slot('FEASIBLE')]
  return { ...(horizon && { horizon: horizon.split(/\s/)[0] ?? '' }), ...(feasible && { feasible }) }
}
