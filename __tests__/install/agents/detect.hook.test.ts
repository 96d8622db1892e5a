import { type AgentName, agentNames } from '../../../src/install/agents/agents'
import { isHookOf } from '../../../src/install/agents/detect'

const at = '/home/a/shop'
/** What each host sets for the hooks that it runs; Codex sets nothing, OpenCode what its shells have, too. */
const ofClaude = { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: at }
const ofCopilot = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: at, CLAUDE_PROJECT_DIR: at }
const ofGemini = { GEMINI_PROJECT_DIR: at, GEMINI_CWD: at, GEMINI_SESSION_ID: 'g', CLAUDE_PROJECT_DIR: at }
const ofCursor = { CURSOR_PROJECT_DIR: at, CURSOR_VERSION: '3.1', CLAUDE_PROJECT_DIR: at }

const claudes = { session_id: 'c', transcript_path: '/s.jsonl', cwd: at, hook_event_name: 'PreToolUse' }
/** As Copilot and VS Code run the hooks of `.claude/settings.json`. */
const stamped = { ...claudes, timestamp: '2026-11-01T10:00:00Z' }
const cursors = { ...claudes, conversation_id: 'u', cursor_version: '3.1' }

// biome-ignore format: a case is a line
test.each<[what: string, agent: AgentName, env: object, payload: object, isIts: boolean]>([
  ['Claude Code runs its own', 'claude', ofClaude, claudes, true],
  ['an old Claude Code, which sets less', 'claude', {}, claudes, true],
  ['Claude Code, if it came to send the time, too', 'claude', ofClaude, stamped, true],
  ['Copilot runs that of Claude Code', 'claude', ofCopilot, stamped, false],
  ['Copilot runs its own', 'copilot', ofCopilot, { timestamp: 1, cwd: at }, true],
  ['VS Code, which sets nothing, runs that of Claude Code', 'claude', {}, stamped, false],
  ['Cursor runs that of Claude Code', 'claude', ofCursor, cursors, false],
  ['Cursor runs its own', 'cursor', ofCursor, { conversation_id: 'u', cursor_version: '3.1' }, true],
  ['Gemini CLI runs that of Claude Code', 'claude', ofGemini, stamped, false],
  ['Gemini CLI runs its own', 'gemini', ofGemini, stamped, true],
  ['Codex runs its own', 'codex', {}, { ...claudes, turn_id: 't' }, true],
  ['Copilot runs that of Codex', 'codex', ofCopilot, stamped, false],
  ['Codex, started in a shell of Claude Code, runs its own', 'codex', { CLAUDECODE: '1' }, claudes, true],
  ['Claude Code, started in a shell of Copilot, runs its own', 'claude', { ...ofCopilot, ...ofClaude }, claudes, true],
  ['Copilot, started in a shell of Claude Code, runs that of Claude Code', 'claude', { ...ofClaude, ...ofCopilot }, stamped, false],
  ['OpenCode runs its own', 'opencode', { OPENCODE: '1' }, {}, true],
])('%s', async (_, agent, env, payload, isIts) => {
  expect(await isHookOf(agent, { ...env }, { ...payload })).toBe(isIts)
})

test.each(agentNames)('%s, where nothing says who runs the hook, is believed', async (name) => {
  expect(await isHookOf(name, {})).toBe(true)
})
