import { basename, dirname, resolve } from 'node:path'
import { fill } from '../../../answer/markdown'
import { isRecord } from '../../../failure/json'
import { atStart, atTurn, beforeCompaction, forSubagent, type HookTexts } from '../../../flows/hope/hooks/context'
import { type Denials, judgePlan, listen, tag } from '../../../flows/hope/hooks/deny-chain'
import { linesOf } from '../../../work/history/text-lines'
import { type Found, findHope } from './read-session'

/** The input of a host; not validated. */
export type HostInput = Readonly<Record<string, unknown>>

/** A hook's answer: JSON, or plain text; undefined to stay silent. */
type HookAnswer = object | string | undefined

interface Asked {
  readonly root: string
  readonly input: HostInput
  readonly texts: HookTexts
  readonly found: Found
}

/** The hooks, in Claude Code's format (docs/reference/agents.md links it). */
const hooks: Readonly<Record<string, (asked: Asked) => HookAnswer>> = {
  'session-start': ({ texts, found }) => context('SessionStart', told(found, atStart, texts, texts.start)),
  // At every message of the developer: one line.
  'user-prompt': ({ texts, found }) => context('UserPromptSubmit', told(found, atTurn, texts, texts['turn-idle'])),
  'subagent-start': ({ texts, found }) =>
    context('SubagentStart', typeof found === 'string' ? undefined : forSubagent(found, texts)),
  // For this event the host takes no JSON: printed text is added to the instructions for the summary.
  'pre-compact': ({ texts, found }) => (typeof found === 'string' ? undefined : beforeCompaction(found, texts)),
  'exit-plan': exitPlan,
}
export const hookNames = Object.keys(hooks)

/** @returns the answer of a hook in a repository; of one in which hope is not used none */
export async function answerHook(name: string, root: string, input: HostInput, texts: HookTexts): Promise<HookAnswer> {
  const found = await findHope(root)
  return found === 'none' ? undefined : hooks[name]?.({ root, input, texts, found })
}

function told(found: Found, tell: typeof atStart, texts: HookTexts, idle: string | undefined): string | undefined {
  if (typeof found !== 'string') return tell(found, texts)
  return found === 'idle' ? idle : texts.unreadable
}

const context = (hookEventName: string, additionalContext: string | undefined): HookAnswer =>
  additionalContext && { hookSpecificOutput: { hookEventName, additionalContext } }

function exitPlan({ root, input, texts, found }: Asked): HookAnswer {
  const { tool_name: tool = 'ExitPlanMode', tool_input: given, transcript_path: transcript, cwd = root } = input
  if (tool !== 'ExitPlanMode' || typeof found === 'string' || typeof transcript !== 'string' || transcript === '')
    return undefined
  const path = resolve(typeof cwd === 'string' ? cwd : root, transcript)
  const { plan } = isRecord(given) ? given : {}
  const judged = judgePlan(denialsIn(path), found.session, typeof plan === 'string' ? plan : '')
  const hookEventName = 'PreToolUse'
  if (!judged.allow) {
    const text = fill(texts[`denied-${judged.part.toLowerCase()}`] ?? '', { request: judged.request ?? '' })
    const permissionDecisionReason = `${tag} ${judged.part}. ${text}`
    return { hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason } }
  }
  if (judged.missing.length === 0) return undefined
  const systemMessage = fill(texts.allowed ?? '', { missing: judged.missing.join(', ') })
  // No decision: the developer still accepts or rejects the plan.
  return { systemMessage, hookSpecificOutput: { hookEventName, additionalContext: systemMessage } }
}

/** Reads a transcript of any length; undefined if it cannot be read. */
function denialsIn(path: string): Denials | undefined {
  const { line, heard } = listen()
  let lines = 0
  try {
    for (const { text } of linesOf(dirname(path), basename(path))) {
      line(text)
      lines += 1
    }
  } catch {
    return undefined
  }
  return lines > 0 ? heard() : undefined
}
