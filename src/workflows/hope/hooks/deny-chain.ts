import { markerOf, type Session } from '../session'
import { coverage, type Heard, type Part, parts, partsIn } from './transcript'

/** How often a plan is held back at most. */
export const maxDenials = 3

/** How much of the first request is quoted. In characters. */
const maxQuoteLength = 300

/** What the gate says of a plan that is about to be shown. */
export type Judgement =
  | { readonly allow: true; readonly missing: readonly Part[] }
  | { readonly allow: false; readonly part: Part | typeof coverage; readonly request?: string }

/**
 * Judges whether a plan may be shown. It is held back for the first part that nobody has written, OBJECTIVE before ACCEPTANCE
 * before criteria before mustNot, and once to be compared with the first request; three times at most.
 *
 * @param heard what the conversation says; undefined where its transcript cannot be read
 * @param session where one is under way
 * @param plan the text of the plan, which is the assistant's own
 * @returns `missing` is what the last denials have not brought about; nothing where all is well
 */
export function judgePlan(heard: Heard | undefined, session: Session | undefined, plan: string): Judgement {
  const allowed: Judgement = { allow: true, missing: [] }
  if (!heard) return allowed
  const type = (session && markerOf(session)?.type) ?? heard.marker?.type
  if (!type) return allowed
  const said = new Set<Part>([...heard.parts, ...partsIn(plan), ...(session ? partsOf(session) : [])])
  // Of a look back nothing is built, and so nothing is shaped.
  const required = type === 'Reflect' ? (['OBJECTIVE', 'ACCEPTANCE'] as const) : parts
  const missing = required.filter((part) => !said.has(part))
  if (heard.denials >= maxDenials) return { allow: true, missing }
  const [first] = missing
  if (first) return { allow: false, part: first }
  const request = heard.request ?? session?.text
  if (heard.isCoverageDenied || !request) return allowed
  return { allow: false, part: coverage, request: request.replace(/\s+/g, ' ').slice(0, maxQuoteLength) }
}

/** What has been handed in. */
function partsOf({ brief, shape }: Session): Part[] {
  const isThere: Readonly<Record<Part, unknown>> = {
    OBJECTIVE: brief?.objective,
    ACCEPTANCE: brief?.acceptance?.length,
    criteria: shape?.criteria?.length,
    mustNot: shape?.mustNot?.length,
  }
  return parts.filter((part) => isThere[part])
}
