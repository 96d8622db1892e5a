import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../../../answer/markdown'
import { isTerminal, readStdin, write } from '../../../cli/streams'
import { isFolder } from '../../../disk/read'
import { findRoot, workingFolder } from '../../../disk/root'
import { attempt, Failure } from '../../../failure/failure'
import { fromJson, isRecord } from '../../../failure/json'
import { denials, missingIn, requestIn, tag } from '../../../flows/hope/hooks/deny-chain'
import { forSubagent, type HookTexts } from '../../../flows/hope/hooks/subagent'
import { isOver, roundFolder, type Session, sessionIn } from '../../../flows/hope/session'
import { folder, regions, states } from '../../../flows/hope/states'
import { visibleJson } from '../../../markdown/visible'
import { storedState } from '../../../work/work'

interface Asked {
  readonly root: string
  /** What the host sends; not validated. */
  readonly input: Readonly<Record<string, unknown>>
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

/** Answers a host that calls a hook. On any error it stays silent: an exit code other than 0 would block the host. */
export async function answerHost(argv: readonly string[]): Promise<0> {
  try {
    const [name = '', ...options] = argv
    const answerHook = Object.hasOwn(hooks, name) ? hooks[name] : undefined
    if (!answerHook) {
      write(2, `spell: Which hook? There is ${Object.keys(hooks).join(', ')}.\n`)
      return 0
    }
    const said = (await isTerminal(0)) ? undefined : fromJson(readStdin().toString())
    const input = isRecord(said) ? said : {}
    // The agent's folder: as the host says (default: the hook's working directory).
    const at = options.indexOf('--cwd')
    const cwd = at >= 0 ? options[at + 1] : input.cwd
    const root = findRoot(workingFolder(typeof cwd === 'string' ? cwd : undefined))
    const session = openSession(root)
    const texts: HookTexts = JSON.parse(readFileSync(join(__dirname, 'hope-hooks.json'), 'utf8'))
    const answer = session && (await answerHook({ root, input, texts, session }))
    if (answer !== undefined) write(1, `${visibleJson(answer)}\n`)
  } catch {
    // Stay silent.
  }
  return 0
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
  const hookEventName = 'PreToolUse'
  if ((missing.length > 0 || isFirst('coverage')) && denials.some(isFirst)) {
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

/**
 * @returns the open session of a repository; undefined without one, or if its state cannot be read. Frequent, so it
 *   neither reads the history nor repairs anything
 */
export function openSession(root: string): Session | undefined {
  if (!isFolder(root, folder)) return undefined
  const saved = attempt(() => storedState(root, { folder, definition: { states, regions } }))
  if (saved === undefined || saved instanceof Failure) return undefined
  const session = sessionIn(saved.context, saved.current)
  return isOver(session) || session.text === undefined ? undefined : session
}
