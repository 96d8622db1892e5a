import { isStopReason, isSubagent, lackingLine, unprovenLine } from '../../../src/install/agents/message'

const reason = `${unprovenLine(1)}\n- 1. "say accio": not passed\nRun \`spell prove 1\`.`

test.each([
  ['as it is, Gemini CLI, Copilot and Cursor', reason],
  ['of several criteria', unprovenLine(12)],
  [
    'of what is missing',
    `${lackingLine('`npm run lint` has not passed for the files that are here now')} If it fails, …`,
  ],
  ['after the context of a hook', `<hook_context>State: Planning.</hook_context>\n\n${reason}`],
  ['in the tag of Codex', `<hook_prompt hook_run_id="1">${reason}</hook_prompt>`],
  [
    'with the command before it',
    `Stop hook feedback:\n["$CLAUDE_PROJECT_DIR"/node_modules/.bin/spell guard stop]: ${reason}`,
  ],
])('the stop reason is known when it comes back as a message: %s', (_, message) => {
  expect(isStopReason(message)).toBe(true)
})

test.each([
  'accio',
  '1 ticked criterion is not proven. Next.',
  'Every criterion is ticked, but I want the header first. Next.',
  `${'x'.repeat(2000)} ${reason}`,
])('what the developer writes is not taken for it: %.60s', (message) => {
  expect(isStopReason(message)).toBe(false)
})

// biome-ignore format: a case is a line
test.each<[what: string, payload: Record<string, unknown>, isOne: boolean]>([
  ['Claude Code', { session_id: 'c', agent_id: 'a1', agent_type: 'Explore', tool_name: 'Bash' }, true],
  ['the main agent of Claude Code, of a kind', { session_id: 'c', agent_type: 'reviewer', tool_name: 'Bash' }, false],
  ['Codex', { session_id: 'x', turn_id: 't', agent_id: 'a1' }, true],
  ['Copilot', { sessionId: 'b1', agentId: 'b1', parentAgentId: 'c1', toolName: 'bash' }, true],
  ['the main agent of Copilot', { sessionId: 'c1', timestamp: 1, toolName: 'bash' }, false],
  ['Cursor', { conversation_id: 'u2', parent_conversation_id: 'u1' }, true],
  ['OpenCode', { tool: 'bash', args: {}, parentID: 'ses_1' }, true],
  ['the main session of OpenCode', { tool: 'bash', args: { agentId: 'x' } }, false],
  ['a host with a session for each', { session_id: 's2', parent_session_id: 's1' }, true],
  ['a host that has no parent to name', { session_id: 's1', parent_session_id: '', agent_id: null }, false],
])('a subagent is told by what its host sends: %s', (_, payload, isOne) => {
  expect(isSubagent(payload)).toBe(isOne)
})
