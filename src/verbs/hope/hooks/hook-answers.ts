import { basename, dirname, resolve } from 'node:path'
import { fill } from '../../../answer/markdown'
import { isRecord } from '../../../failure/json'
import { type Denials, judgePlan, listen, tag } from '../../../flows/hope/hooks/deny-chain'
import { forSubagent, type HookTexts, type Standing } from '../../../flows/hope/hooks/subagent'
import { linesOf } from '../../../work/history/text-lines'
import { openSession } from './read-session'

/** The input of a host; not validated. */
export type HostInput = Readonly<Record<string, unknown>>

interface Asked {
  readonly root: string
  readonly input: HostInput
  readonly texts: HookTexts
  readonly standing: Standing
}

/** What only hope tells a host, in Claude Code's format (docs/agents.md links it); undefined to stay silent. */
const hooks: Readonly<Record<string, (asked: Asked) => object | undefined>> = {
  'subagent-start': ({ texts, standing }) => ({
    hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: forSubagent(standing, texts) },
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
  const standing = await openSession(root)
  return standing && hooks[name]?.({ root, input, texts, standing })
}

function exitPlan({ root, input, texts, standing }: Asked): object | undefined {
  const { tool_name: tool = 'ExitPlanMode', tool_input: given, transcript_path: transcript, cwd = root } = input
  if (tool !== 'ExitPlanMode' || typeof transcript !== 'string' || transcript === '') return undefined
  const path = resolve(typeof cwd === 'string' ? cwd : root, transcript)
  const { plan } = isRecord(given) ? given : {}
  const judged = judgePlan(denialsIn(path), standing.session, typeof plan === 'string' ? plan : '')
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
