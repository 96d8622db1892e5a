import type { AgentName } from '../../src/agents/agents'

/** What a host's hook gets on stdin, as its pages describe it, and what is to be read in it; null if no developer's message. */
export interface HostMessage {
  readonly agent: AgentName
  readonly sample: Readonly<Record<string, unknown>>
  readonly read: { readonly text: string; readonly session: string } | null
}

const place = { transcript_path: '/home/a/s.jsonl', cwd: '/home/a/shop' }
const ofClaude = { session_id: 'c1', ...place, permission_mode: 'default', hook_event_name: 'UserPromptSubmit' }
const ofCodex = { session_id: 'x1', ...place, model: 'gpt-5', turn_id: 't1', hook_event_name: 'UserPromptSubmit' }
const ofCursor = { conversation_id: 'u1', generation_id: 'g1', hook_event_name: 'beforeSubmitPrompt' }
const ofCopilot = { timestamp: 1774281852263, cwd: '/home/a/shop' }
const ofGemini = { session_id: 'g1', ...place, hook_event_name: 'BeforeAgent', timestamp: '2026-11-01T10:00:00Z' }

// biome-ignore format: one message a line
export const hostMessages: readonly HostMessage[] = [
  { agent: 'claude', sample: { ...ofClaude, prompt_id: 'p1', prompt: 'Looks good. Next.' }, read: { text: 'Looks good. Next.', session: 'c1' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: '/accio "header first"' }, read: { text: '/accio "header first"', session: 'c1' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: 'accio', agent_id: 'a1', agent_type: 'Explore' }, read: null },
  { agent: 'codex', sample: { ...ofCodex, prompt: '$accio' }, read: { text: '$accio', session: 'x1' } },
  { agent: 'codex', sample: { ...ofCodex, prompt: 'accio', agent_id: 'a1' }, read: null },
  { agent: 'cursor', sample: { ...ofCursor, prompt: 'accio', attachments: [], workspace_roots: ['/home/a/shop'] }, read: { text: 'accio', session: 'u1' } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'p1', prompt: 'accio' }, read: { text: 'accio', session: 'p1' } },
  { agent: 'copilot', sample: { ...ofCopilot, prompt: 'accio' }, read: { text: 'accio', session: '' } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'b1', prompt: 'accio', agentId: 'b1', parentAgentId: 'p1' }, read: null },
  { agent: 'gemini', sample: { ...ofGemini, prompt: 'accio' }, read: { text: 'accio', session: 'g1' } },
  { agent: 'gemini', sample: { ...ofGemini, prompt: '' }, read: { text: '', session: 'g1' } },
  { agent: 'opencode', sample: { session: 'o1', text: '/accio ' }, read: { text: '/accio ', session: 'o1' } },
  { agent: 'opencode', sample: { sessionID: 'o1' }, read: null },
  { agent: 'agents', sample: { prompt: 'accio' }, read: null },
]
