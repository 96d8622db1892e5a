import { labelledBlocks, listOf, textOf } from '../../../workflow/artifacts/labelled'
import type { Session } from '../session'

/** The parts that a plan requires, in the order in which they are checked, and what a session has of each. */
const held = {
  OBJECTIVE: ({ brief }: Session) => brief?.objective,
  ACCEPTANCE: ({ brief }: Session) => brief?.acceptance?.length,
  criteria: ({ shape }: Session) => shape?.criteria?.length,
  mustNot: ({ shape }: Session) => shape?.mustNot?.length,
} as const
export type Part = keyof typeof held
export const parts = Object.keys(held) as Part[]

/** The prefix of every denial. */
export const tag = 'DENY_CHAIN_GATE:'
export const denials = [1, 2, 3]

/** The longest quotation of the request. In characters. */
const maxQuoteLength = 300

/** @returns the parts that neither the plan nor the session has; undefined if nothing is asked of it */
export function missingIn(session: Session, plan: string): readonly Part[] | undefined {
  const { type, engagement, short } = session
  // Of trivial work the request is all that a plan needs.
  if (!engagement || short) return undefined
  const said = partsIn(plan)
  // Reflect builds nothing, so there is nothing to shape.
  const required = type === 'Reflect' ? parts.slice(0, 2) : parts
  return required.filter((part) => !said.includes(part) && !held[part](session))
}

/** @returns the beginning of the request, which the plan is compared with */
export const requestIn = ({ text = '' }: Session): string => text.replace(/\s+/g, ' ').slice(0, maxQuoteLength)

export function partsIn(plan: string): Part[] {
  const { blocks } = labelledBlocks(plan, parts)
  return parts.filter((part) => {
    const block = blocks.get(part)
    return block && (part === 'OBJECTIVE' ? textOf(block) !== '' : listOf(block).length > 0)
  })
}
