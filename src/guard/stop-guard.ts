import { resolve } from 'node:path'
import type { Environment } from '../disk/environment'
import { hasContent, isFolder } from '../disk/read'
import { findRoot } from '../disk/root'
import { isSubagent } from '../install/agents/message'
import type { Work } from '../work/work'
import { spellWorks } from './guard'
import type { Unproven } from './unproven'

/**
 * Judges whether an agent may stop: not while it carries out a task of which something is ticked that is not proven.
 *
 * @returns what to tell it instead; undefined if there is nothing to tell, or it was told already
 * @throws Failure if state, plan or settings cannot be read, or what was told cannot be kept
 */
export async function judgeStop(
  call: StopCall,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<Unproven | undefined> {
  if (call.isAgain) return undefined
  const root = findRoot(resolve(cwd, call.cwd ?? '.'))
  for (const work of await spellWorks(root)) {
    const found = await judgeWork(work, call, env)
    if (found) return found
  }
  return undefined
}

async function judgeWork(work: Work, call: StopCall, env: Environment): Promise<Unproven | undefined> {
  const { root, flow, folder } = work
  const { plan } = flow
  if (!plan || !isFolder(root, folder)) return undefined
  if (work.saved.current !== 'ACHIEVE_TASK_EXECUTED') return undefined
  const text = work.plan ?? ''
  if (!plan.mayHaveCommands({ [plan.file]: text })) return undefined
  const { unprovenIn } = await import('./unproven')
  const task = { work, items: plan.criteria(text), isReported: hasContent(root, `${folder}/task-results.md`) }
  return unprovenIn(task, call, env)
}

/** An agent is about to stop, or reports one of its tasks as done. */
export interface StopCall {
  /** As the agent names it: `Stop`, `TaskCompleted`. */
  readonly event: string
  /** Empty if the agent does not say which. */
  readonly session: string
  /** What the user has asked for last; empty if the agent does not say which. */
  readonly turn: string
  /** Whether the agent goes on because a hook has kept it from stopping; undefined if it does not say. */
  readonly isAgain: boolean | undefined
  readonly cwd?: string
}

/**
 * Understands what agents' hooks get, of which each agent has its own form; undefined if it is a subagent that stops, or if
 * the user has stopped the agent.
 */
export function stopCallIn(payload: Readonly<Record<string, unknown>>): StopCall | undefined {
  if (isSubagent(payload) || payload.hook_event_name === 'SubagentStop') return undefined
  if (typeof payload.status === 'string' && payload.status !== 'completed') return undefined
  const said = (...keys: readonly string[]) =>
    keys.map((key) => payload[key]).find((value) => typeof value === 'string') ?? ''
  const cwd = said('cwd')
  return {
    event: said('hook_event_name') || 'Stop',
    session: said('session_id', 'sessionId', 'conversation_id'),
    turn: said('prompt_id', 'turn_id', 'generation_id'),
    isAgain: againIn(payload),
    ...(cwd && { cwd }),
  }
}

function againIn({ stop_hook_active: active, loop_count: count }: Readonly<Record<string, unknown>>) {
  if (typeof active === 'boolean') return active
  return typeof count === 'number' ? count > 0 : undefined
}
