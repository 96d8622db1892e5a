import { fromJson, isRecord } from '../../../failure/json'
import { labelledBlocks, listOf, textOf } from '../labelled'
import type { Session } from '../session'

/** The parts that a plan requires, in the order in which they are checked, and what a session has of each. */
const held = {
  // Where no brief is asked for, the request is the objective, and the criteria say when it is accepted.
  OBJECTIVE: (session: Session) => session.brief?.objective ?? (isPastBrief(session) ? session.text : undefined),
  ACCEPTANCE: (session: Session) => isPastBrief(session) || session.brief?.acceptance?.length,
  criteria: ({ shape }: Session) => shape?.criteria?.length,
  mustNot: ({ shape }: Session) => shape?.mustNot?.length,
} as const
export type Part = keyof typeof held
export const parts = Object.keys(held) as Part[]

/** The prefix of every denial, by which later ones are counted. */
export const tag = 'DENY_CHAIN_GATE:'
export const coverage = 'coverage'
export const maxDenials = 3

/** The longest quotation of the request. In characters. */
const maxQuoteLength = 300

/** What a conversation has of earlier denials. */
export interface Denials {
  readonly count: number
  readonly isCoverageDenied: boolean
}

export type Judgement =
  | { readonly allow: true; readonly missing: readonly Part[] }
  | { readonly allow: false; readonly part: Part | typeof coverage; readonly request?: string }

/**
 * Decides whether a plan may be shown. It is denied for the first part that neither it nor the session has, and once to
 * be compared with the request; three times at most. `missing` is what is still missing after the last denial.
 *
 * @param denials undefined if the transcript cannot be read: no denial could be counted
 */
export function judgePlan(denials: Denials | undefined, session: Session, plan: string): Judgement {
  const { type, engagement, short } = session
  // Of trivial work the request is all that a plan needs.
  if (!denials || !engagement || short) return { allow: true, missing: [] }
  const said = [...partsIn(plan), ...parts.filter((part) => held[part](session))]
  // Reflect builds nothing, so there is nothing to shape.
  const required = type === 'Reflect' ? parts.slice(0, 2) : parts
  const missing = required.filter((part) => !said.includes(part))
  if (denials.count >= maxDenials) return { allow: true, missing }
  const [first] = missing
  if (first) return { allow: false, part: first }
  if (denials.isCoverageDenied) return { allow: true, missing: [] }
  return { allow: false, part: coverage, request: (session.text ?? '').replace(/\s+/g, ' ').slice(0, maxQuoteLength) }
}

export function partsIn(plan: string): Part[] {
  const { blocks } = labelledBlocks(plan, parts)
  return parts.filter((part) => {
    const block = blocks.get(part)
    return block && (part === 'OBJECTIVE' ? textOf(block) !== '' : listOf(block).length > 0)
  })
}

const isPastBrief = ({ main }: Session): boolean => !main.startsWith('intent.') && main !== 'user_need'

/** Counts the denials in a transcript, line by line (JSON Lines, as Claude Code writes them), in little memory. */
export function listen(): { readonly line: (text: string) => void; readonly heard: () => Denials } {
  const denied = new Set<unknown>()
  let isCoverageDenied = false
  return {
    line(text) {
      const entry = text.includes(tag) ? fromJson(text) : undefined
      // A subagent's conversation does not count.
      if (!isRecord(entry) || entry.isSidechain === true) return
      for (const { tool_use_id: id, content, is_error: isError } of resultsOf(entry)) {
        const said = typeof content === 'string' ? content : JSON.stringify(content)
        // The result of a tool that only quotes a denial is none.
        if (!said?.includes(tag) || !(isError === true || said.trimStart().startsWith(tag))) continue
        denied.add(id)
        if (said.includes(`${tag} ${coverage}`)) isCoverageDenied = true
      }
    },
    heard: () => ({ count: denied.size, isCoverageDenied }),
  }
}

/** What tools and hooks have answered. */
function resultsOf({ type, content, toolUseID, message }: Readonly<Record<string, unknown>>) {
  if (type === 'system') return [{ tool_use_id: toolUseID, content, is_error: false }]
  const blocks = isRecord(message) && Array.isArray(message.content) ? message.content.filter(isRecord) : []
  return blocks.filter((block) => block.type === 'tool_result')
}
