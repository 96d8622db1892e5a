import { markerOf, type Session } from '../session'
import { coverage, type Heard, type Part, parts, partsIn } from './transcript'

export const maxDenials = 3

/** The longest quotation of the first request. In characters. */
const maxQuoteLength = 300

export type Judgement =
  | { readonly allow: true; readonly missing: readonly Part[] }
  | { readonly allow: false; readonly part: Part | typeof coverage; readonly request?: string }

/**
 * Decides whether a plan may be shown. It is denied for the first missing part, and once to be compared with the first
 * request; three times at most. `missing` is what is still missing after the last denial.
 *
 * @param heard the parsed conversation; undefined if its transcript cannot be read
 */
export function judgePlan(heard: Heard | undefined, session: Session | undefined, plan: string): Judgement {
  const allowed: Judgement = { allow: true, missing: [] }
  // Of trivial work the request is all that a plan needs.
  if (!heard || session?.short) return allowed
  const type = (session && markerOf(session)?.type) ?? heard.marker?.type
  if (!type) return allowed
  const said = new Set<Part>([...heard.parts, ...partsIn(plan), ...(session ? partsOf(session) : [])])
  // Reflect builds nothing, so there is nothing to shape.
  const required = type === 'Reflect' ? (['OBJECTIVE', 'ACCEPTANCE'] as const) : parts
  const missing = required.filter((part) => !said.has(part))
  if (heard.denials >= maxDenials) return { allow: true, missing }
  const [first] = missing
  if (first) return { allow: false, part: first }
  const request = heard.request ?? session?.text
  if (heard.isCoverageDenied || !request) return allowed
  return { allow: false, part: coverage, request: request.replace(/\s+/g, ' ').slice(0, maxQuoteLength) }
}

function partsOf({ brief, shape }: Session): Part[] {
  const isThere: Readonly<Record<Part, unknown>> = {
    OBJECTIVE: brief?.objective,
    ACCEPTANCE: brief?.acceptance?.length,
    criteria: shape?.criteria?.length,
    mustNot: shape?.mustNot?.length,
  }
  return parts.filter((part) => isThere[part])
}
