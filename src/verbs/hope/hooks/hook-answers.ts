import { basename, dirname, resolve } from 'node:path'
import { fill } from '../../../answer/markdown'
import { isRecord } from '../../../failure/json'
import {
  atStart,
  atTurn,
  beforeCompaction,
  forSubagent,
  type HookTexts,
  type Standing,
} from '../../../flows/hope/hooks/context'
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
  readonly standing: Standing | undefined
}

/** The hooks, in Claude Code's format (docs/agents.md links it). */
const hooks: Readonly<Record<string, (asked: Asked) => HookAnswer>> = {
  'session-start': ({ texts, found, standing }) => {
    const idle = found === 'idle' ? texts.start : texts.unreadable
    return context('SessionStart', standing ? atStart(standing, texts) : idle)
  },
  // At every message of the developer: one line.
  'user-prompt': ({ texts, found, standing }) => {
    const idle = found === 'idle' ? texts['turn-idle'] : texts.unreadable
    return context('UserPromptSubmit', standing ? atTurn(standing, texts) : idle)
  },
  'subagent-start': ({ texts, standing }) => context('SubagentStart', standing && forSubagent(standing, texts)),
  // For this event the host takes no JSON: printed text is added to the instructions for the summary.
  'pre-compact': ({ texts, standing }) => standing && beforeCompaction(standing, texts),
  'exit-plan': exitPlan,
}
export const hookNames = Object.keys(hooks)

/** @returns the answer of a hook in a repository */
export async function answerHook(name: string, root: string, input: HostInput, texts: HookTexts): Promise<HookAnswer> {
  const found = await findHope(root)
  // Hope is not used here.
  if (found === 'none') return undefined
  return hooks[name]?.({ root, input, texts, found, standing: typeof found === 'string' ? undefined : found })
}

const context = (hookEventName: string, additionalContext: string | undefined): HookAnswer =>
  additionalContext && { hookSpecificOutput: { hookEventName, additionalContext } }

function exitPlan({ root, input, texts, standing }: Asked): HookAnswer {
  const { tool_name: tool, tool_input: given, transcript_path: transcript, cwd } = input
  if (tool !== undefined && tool !== 'ExitPlanMode') return undefined
  if (!standing || typeof transcript !== 'string' || transcript === '') return undefined
  const path = resolve(typeof cwd === 'string' ? cwd : root, transcript)
  const { plan } = isRecord(given) ? given : {}
  const judged = judgePlan(denialsIn(path), standing.session, typeof plan === 'string' ? plan : '')
  if (judged.allow) {
    if (judged.missing.length === 0) return undefined
    const warning = fill(texts.allowed ?? '', { missing: judged.missing.join(', ') })
    // No decision: the developer still accepts or rejects the plan.
    return {
      systemMessage: warning,
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: warning },
    }
  }
  const text = texts[`denied-${judged.part.toLowerCase()}`] ?? ''
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `${tag} ${judged.part}. ${fill(text, { request: judged.request ?? '' })}`,
    },
  }
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
