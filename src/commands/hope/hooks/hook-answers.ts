import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { fill } from '../../../answer/markdown'
import { linesOf } from '../../../store/history/text-lines'
import { atStart, beforeCompaction, forSubagent, type HookTexts } from '../../../workflows/hope/hooks/context'
import { judgePlan, tagged } from '../../../workflows/hope/hooks/deny-chain'
import { type Heard, listen } from '../../../workflows/hope/hooks/transcript'
import { findHope } from './read-session'

/** What a host says when it calls; nothing of it is certain. */
export type HostInput = Readonly<Record<string, unknown>>

/** What a hook answers: JSON, or the text itself; nothing where there is nothing to say. */
export type HookAnswer = object | string | undefined

type Answerer = (root: string, input: HostInput, texts: HookTexts) => HookAnswer

/** The hooks, in the form that Claude Code expects (docs/agents.md names where it is described). */
export const hooks: Readonly<Record<string, Answerer>> = {
  'session-start': (root, _, texts) => context('SessionStart', start(root, texts)),
  'subagent-start': (root, _, texts) => {
    const found = findHope(root)
    return found.use === 'session' ? context('SubagentStart', forSubagent(found.standing, texts)) : undefined
  },
  // Of this event the host takes no JSON: what is printed becomes part of what the summary is asked for.
  'pre-compact': (root, _, texts) => {
    const found = findHope(root)
    return found.use === 'session' ? beforeCompaction(found.standing, texts) : undefined
  },
  'exit-plan': exitPlan,
}

function start(root: string, texts: HookTexts): string | undefined {
  const found = findHope(root)
  if (found.use === 'none') return undefined
  if (found.use === 'session') return atStart(found.standing, texts)
  return found.use === 'idle' ? texts.start : texts.unreadable
}

const context = (hookEventName: string, additionalContext: string | undefined): HookAnswer =>
  additionalContext && { hookSpecificOutput: { hookEventName, additionalContext } }

function exitPlan(root: string, input: HostInput, texts: HookTexts): HookAnswer {
  const { tool_name: tool, tool_input: given, transcript_path: transcript, cwd } = input
  if (tool !== undefined && tool !== 'ExitPlanMode') return undefined
  if (typeof transcript !== 'string' || transcript === '') return undefined
  const path = isAbsolute(transcript) ? transcript : resolve(typeof cwd === 'string' ? cwd : root, transcript)
  const { plan } = (typeof given === 'object' && given !== null ? given : {}) as HostInput
  const found = findHope(root)
  const session = found.use === 'session' ? found.standing.session : undefined
  const judged = judgePlan(hearing(path), session, typeof plan === 'string' ? plan : '')
  if (judged.allow) {
    if (judged.missing.length === 0) return undefined
    const warning = fill(texts.allowed ?? '', { missing: judged.missing.join(', ') })
    // No decision: whether the plan is taken stays the developer's.
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
      permissionDecisionReason: tagged(judged.part, fill(text, { request: judged.request ?? '' })),
    },
  }
}

/** Reads a transcript, however long it is; undefined where there is none that can be read. */
function hearing(path: string): Heard | undefined {
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
