import { isSubagent } from '../agents/message'

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
  const said = (...keys: readonly string[]) => keys.map((key) => payload[key]).find(isText) ?? ''
  const cwd = said('cwd')
  return {
    event: said('hook_event_name') || 'Stop',
    session: said('session_id', 'sessionId', 'conversation_id'),
    turn: said('prompt_id', 'turn_id', 'generation_id'),
    isAgain: againIn(payload),
    ...(cwd && { cwd }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function againIn({ stop_hook_active: active, loop_count: count }: Readonly<Record<string, unknown>>) {
  if (typeof active === 'boolean') return active
  return typeof count === 'number' ? count > 0 : undefined
}
