import { fill } from '../../../answer/markdown'
import { isRecord } from '../../../failure/json'
import { maxDenials, missingIn, requestIn, tag } from '../../../flows/hope/hooks/deny-chain'
import { forSubagent, type HookTexts } from '../../../flows/hope/hooks/subagent'
import { roundFolder, type Session } from '../../../flows/hope/session'
import { openSession } from './read-session'

/** The input of a host; not validated. */
export type HostInput = Readonly<Record<string, unknown>>

interface Asked {
  readonly root: string
  readonly input: HostInput
  readonly texts: HookTexts
  readonly session: Session
}

/** What only hope tells a host, in Claude Code's format (docs/reference/agents.md links it); undefined to stay silent. */
const hooks: Readonly<Record<string, (asked: Asked) => Promise<object | undefined>>> = {
  'subagent-start': async ({ texts, session }) => ({
    hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: forSubagent(session, texts) },
  }),
  'exit-plan': exitPlan,
}
export const hookNames = Object.keys(hooks)

/** @returns the answer of a hook in a repository; without an open session none */
export async function answerHook(
  name: string,
  root: string,
  input: HostInput,
  texts: HookTexts,
): Promise<object | undefined> {
  const session = openSession(root)
  return session && hooks[name]?.({ root, input, texts, session })
}

/**
 * A plan is denied for the first part that neither it nor the session has, and once to be compared with the request;
 * three times at most in a conversation. Then it is shown, with what is still missing.
 */
async function exitPlan({ root, input, texts, session }: Asked): Promise<object | undefined> {
  const { tool_name: tool = 'ExitPlanMode', tool_input: given, session_id: conversation = '' } = input
  const { plan } = isRecord(given) ? given : {}
  const missing = missingIn(session, typeof plan === 'string' ? plan : '')
  if (tool !== 'ExitPlanMode' || !missing) return undefined
  const { tellOnce } = await import('../../../disk/notices')
  const isFirst = (denial: string | number) =>
    tellOnce(root, [`plan ${JSON.stringify(conversation)} ${roundFolder(session)} ${denial}`]).length > 0
  const times = Array.from({ length: maxDenials }, (_, index) => index)
  const hookEventName = 'PreToolUse'
  if ((missing.length > 0 || isFirst('coverage')) && times.some(isFirst)) {
    const [part = 'coverage'] = missing
    const text = fill(texts[`denied-${part.toLowerCase()}`] ?? '', { request: requestIn(session) })
    const permissionDecisionReason = `${tag} ${part}. ${text}`
    return { hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason } }
  }
  if (missing.length === 0) return undefined
  const systemMessage = fill(texts.allowed ?? '', { missing: missing.join(', ') })
  // No decision: the developer still accepts or rejects the plan.
  return { systemMessage, hookSpecificOutput: { hookEventName, additionalContext: systemMessage } }
}
