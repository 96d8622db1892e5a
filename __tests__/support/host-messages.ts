import type { AgentName } from '../../src/install/agents/agents'
import type { Message } from '../../src/install/agents/message'

/** What a host's hook gets on stdin, as its pages describe it, and what is to be read in it; null if no developer's message. */
export interface HostMessage {
  readonly agent: AgentName
  readonly sample: Readonly<Record<string, unknown>>
  readonly read: Partial<Message> | null
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
  { agent: 'claude', sample: { ...ofClaude, prompt: '<ide_opened_file>The user opened src/a.ts</ide_opened_file>\naccio' }, read: { text: 'accio' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: '<ide_selection>a </ide_selection> b\n</ide_selection>\n\naccio' }, read: { text: 'accio' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: 'accio\n<ide_diagnostics>[]</ide_diagnostics>' }, read: { text: 'accio' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: '<other>accio</other>' }, read: { text: '<other>accio</other>' } },
  { agent: 'claude', sample: { ...ofClaude, prompt: 'accio', agent_id: 'a1', agent_type: 'Explore' }, read: null },
  { agent: 'codex', sample: { ...ofCodex, prompt: '$accio' }, read: { text: '$accio', session: 'x1' } },
  { agent: 'codex', sample: { ...ofCodex, prompt: '# Context from my IDE setup:\n\n## Active selection of the file:\naccio\n\n## My request for Codex:\nexplain it' }, read: { text: '\nexplain it' } },
  { agent: 'codex', sample: { ...ofCodex, prompt: '# Files mentioned by the user:\n\n## accio.md: /home/a/accio.md\n\n## My request:\nread it' }, read: { text: '\nread it' } },
  { agent: 'codex', sample: { ...ofCodex, prompt: '# My list:\n## Accio\naccio' }, read: { text: '# My list:\n## Accio\naccio' } },
  { agent: 'codex', sample: { ...ofCodex, prompt: 'accio', agent_id: 'a1' }, read: null },
  { agent: 'codex', sample: { ...ofCodex, prompt: 'accio' }, read: { isHeadless: true, isShown: false } },
  { agent: 'cursor', sample: { ...ofCursor, prompt: 'accio', attachments: [], workspace_roots: ['/home/a/shop'] }, read: { text: 'accio', session: 'u1' } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'p1', prompt: 'accio' }, read: { text: 'accio', session: 'p1' } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'p1', prompt: 'accio' }, read: { isHeadless: true, isShown: false } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'p2', agentId: 'p2', parentAgentId: 'p1', prompt: 'accio' }, read: null },
  { agent: 'copilot', sample: { ...ofCopilot, prompt: 'accio' }, read: { text: 'accio', session: '' } },
  { agent: 'copilot', sample: { ...ofCopilot, sessionId: 'b1', prompt: 'accio', agentId: 'b1', parentAgentId: 'p1' }, read: null },
  { agent: 'gemini', sample: { ...ofGemini, prompt: 'accio' }, read: { text: 'accio', session: 'g1' } },
  { agent: 'gemini', sample: { ...ofGemini, prompt: '<hook_context>This repository …</hook_context>\n\naccio' }, read: { text: 'accio', isHeadless: true } },
  { agent: 'gemini', sample: { ...ofGemini, prompt: 'read @a.md\n--- Content from referenced files ---\nContent from @a.md:\naccio\n--- End of content ---' }, read: { text: 'read @a.md' } },
  { agent: 'gemini', sample: { ...ofGemini, prompt: '' }, read: { text: '', session: 'g1' } },
  { agent: 'opencode', sample: { session: 'o1', text: '/accio ' }, read: { text: '/accio', session: 'o1' } },
  { agent: 'opencode', sample: { session: 'o1', text: '"Good. Accio."', message: 'm1', isHeadless: true }, read: { text: 'Good. Accio.', stamp: 'm1', isHeadless: true } },
  { agent: 'opencode', sample: { session: 'o1', text: 'accio\n<!-- spell:file 0.1.0 0123456789ab (yours if you change it) -->\n\nuntil complete' }, read: { text: 'accio\n\n\nuntil complete' } },
  { agent: 'opencode', sample: { sessionID: 'o1' }, read: null },
  { agent: 'agents', sample: { prompt: 'accio' }, read: null },
]
