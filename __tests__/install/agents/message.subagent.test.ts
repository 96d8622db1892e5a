import { isSubagent } from '../../../src/install/agents/message'

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
