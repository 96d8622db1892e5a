import { regions } from '../../../templates/hope/workflow.yaml'
import { isRecord } from '../../text/json'
import { paragraphs } from '../../text/markdown/sections'
import { visible } from '../../text/markdown/visible'
import { labelledBlocks, listOf, textOf } from '../../workflow/artifacts/labelled'
import type { HookAnswers, HookAsked } from '../../workflow/workflow-entry'
import { briefText, inline, shapeText, taskLine } from './documents'
import { isOver, readyItems, roundFolder, type Session, sessionIn, states } from './session'

export const definition: HookAnswers['definition'] = { states, regions }

/** In Claude Code's format (docs/reference/agents.md links it). */
export const answers: HookAnswers['answers'] = {
  async 'subagent-start'({ text, context, state }) {
    const session = openSession(context, state)
    if (!session) return undefined
    const additionalContext = forSubagent(session, { subagent: text('subagent'), evidence: text('evidence') })
    return { hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext } }
  },
  'exit-plan': exitPlan,
}

/** @returns the session, if one is under way */
export function openSession(context: object, state: string): Session | undefined {
  const session = sessionIn(context, state)
  return isOver(session) || session.text === undefined ? undefined : session
}

/**
 * A plan is denied for the first part that neither it nor the session has, and once to be compared with the request;
 * three times at most in a conversation. Then it is shown, with what is still missing.
 */
async function exitPlan({ input, text, context, state, isFirst }: HookAsked): Promise<object | undefined> {
  const session = openSession(context, state)
  const { tool_name: tool = 'ExitPlanMode', tool_input: given, session_id: conversation = '' } = input
  const { plan } = isRecord(given) ? given : {}
  const missing = session && missingIn(session, typeof plan === 'string' ? plan : '')
  if (tool !== 'ExitPlanMode' || !missing) return undefined
  const isNew = (denial: string | number) =>
    isFirst(`plan ${JSON.stringify(conversation)} ${roundFolder(session)} ${denial}`)
  const hookEventName = 'PreToolUse'
  const isDenied = (missing.length > 0 || (await isNew('coverage'))) && (await isAnyNew(denials, isNew))
  if (isDenied) {
    const [part = 'coverage'] = missing
    const why = text(`denied-${part.toLowerCase()}`, { request: requestIn(session) })
    const permissionDecisionReason = `${tag} ${part}. ${why}`
    return { hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason } }
  }
  if (missing.length === 0) return undefined
  const systemMessage = text('allowed', { missing: missing.join(', ') })
  // No decision: the developer still accepts or rejects the plan.
  return { systemMessage, hookSpecificOutput: { hookEventName, additionalContext: systemMessage } }
}

/** Asks one after the other, until one is new. */
async function isAnyNew<One>(all: readonly One[], isNew: (one: One) => Promise<boolean>): Promise<boolean> {
  for (const one of all) if (await isNew(one)) return true
  return false
}

/** The host truncates texts of more than 10,000 characters. */
const maxContextLength = 9500

/** @returns the text for a subagent, which has not seen the conversation */
export function forSubagent(session: Session, texts: Readonly<Record<string, string>>): string {
  const { main, wave, text = '' } = session
  const ready = main === 'loop.wave_execution' ? readyItems(session).map(taskLine) : []
  const all = paragraphs(
    ready.length > 0 && `Items of wave ${wave + 1}, of which one may be yours:\n${ready.join('\n')}`,
    shapeText(session),
    briefText(session) || `OBJECTIVE: ${inline(text)}`,
  )
  const about = visible(all)
  const room = maxContextLength - paragraphs(texts.subagent, texts.evidence).length - 60
  const cut = about.length > room ? `${about.slice(0, room)}…\n\nThe rest: spell hope status` : about
  return paragraphs(texts.subagent, cut, texts.evidence)
}

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
