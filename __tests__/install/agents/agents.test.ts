import type { Option } from '../../../src/cli/options'
import { otherCommands, spellCommands } from '../../../src/entry/commands'
import { defineAgent, hooksIn } from '../../../src/install/agents/agent'
import { type AgentName, agentNames, anyAgent } from '../../../src/install/agents/agents'
import { agentIn, isHookOf } from '../../../src/install/agents/detect'
import { isStopReason, isSubagent, lackingLine, unprovenLine } from '../../../src/install/agents/message'
import { inHook } from '../../../src/install/in-hook'

describe('every option that takes agents', () => {
  const options = [...spellCommands, ...otherCommands].flatMap(({ name, options = [] }) =>
    options.map((option: Option) => ({
      typed: `${name} ${option.flag}`,
      values: option.choices ?? option.known ?? [],
    })),
  )
  const ofAgents = options.filter(({ values }) => agentNames.filter((name) => values.includes(name)).length > 1)

  test('is one of four', () => {
    expect(ofAgents.map(({ typed }) => typed)).toEqual([
      'lumos --hook',
      'init --agents',
      'guard --agent',
      'word --agent',
    ])
  })

  test.each(agentNames)('accepts %s', (name) => {
    for (const { typed, values } of ofAgents)
      expect({ typed, values }).toMatchObject({ values: expect.arrayContaining([name]) })
  })
})

describe('a hook', () => {
  const objection = { decision: 'deny', reason: 'Wait.', developer: 'Wait.' } as const

  test.each(agentNames)('of %s gives the reason, in whatever form', async (name) => {
    expect(await inHook(name, ({ tool }) => tool(objection))).toContain('Wait.')
    expect(await inHook(name, ({ stop }) => stop('Not proven.'))).toContain('Not proven.')
    expect(await inHook(name, ({ session }) => session('State: planning'))).toContain('State: planning')
  })

  test.each<[AgentName, string]>([
    ['claude', 'permissionDecisionReason'],
    ['copilot', 'permissionDecisionReason'],
    ['cursor', 'user_message'],
  ])('of %s asks the developer in words for them, and refuses in words for the agent', async (name, field) => {
    const asked = { decision: 'ask', reason: 'Ask them.', developer: 'The agent wants it.' } as const
    expect(await inHook(name, ({ tool }) => tool(asked))).toContain(`"${field}":"The agent wants it."`)
    expect(await inHook(name, ({ tool }) => tool({ ...asked, decision: 'deny' }))).toContain('Ask them.')
  })

  test('of Claude Code says before a compaction in a line what to keep, where there is work', async () => {
    const said = (reminder: string) => inHook('claude', ({ session }) => session(reminder, 'PreCompact'))
    expect(await said('State: planning\nFiles …')).toMatch(/^Keep in the summary .{50,150}\n$/)
    expect(await said('')).toBe('')
  })

  test('of Claude Code keeps it from stopping as JSON, and a task open as text', async () => {
    const said = (event: string) => inHook('claude', ({ stop }) => stop('Not proven.', event))
    expect(JSON.parse(await said('Stop'))).toEqual({ decision: 'block', reason: 'Not proven.' })
    expect(await said('TaskCompleted')).toBe('Not proven.\n')
  })

  test('that an agent does not have gives it as text', async () => {
    expect(await inHook(anyAgent, ({ tool }) => tool(objection))).toBe('Wait.\n')
  })

  test('that an agent has no form for does not compile', () => {
    const witness = { casts: '', shows: '', objects: '', lacks: '' }
    const rest = { title: 'Surfer', signs: [], variables: [], sessionVariables: [], pages: [], witness }
    const stopAt = (call: (hook: 'stop') => string) => hooksIn('hooks.json', { stop: call('stop') })
    // @ts-expect-error: it says how a tool is refused, and not how a stop is.
    const agent = defineAgent({ ...rest, answers: { tool: () => '' }, pieces: (_, call) => [stopAt(call)] })
    expect(Object.keys(agent.answers)).toEqual(['tool'])
  })
})

test('an agent is known by the variables that it sets; without one, none is', async () => {
  expect(await agentIn({ CURSOR_AGENT: '1' })).toBe('Cursor')
  expect(await agentIn({ CLAUDE_CODE_SESSION_ID: 'a' })).toBe('Claude Code')
  expect(await agentIn({ AI_AGENT: 'surfer' })).toBe('an agent')
  expect(await agentIn({ CURSOR_AGENT: '', PATH: '/bin' })).toBeUndefined()
})

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

const reason = `${unprovenLine(1)}\n- 1. "say accio": not passed\nRun \`spell prove 1\`.`

test.each([
  ['as it is, Gemini CLI, Copilot and Cursor', reason],
  ['of what is missing', `${lackingLine('`npm run lint` has not passed')} If it fails, …`],
  ['after the context of a hook', `<hook_context>State: Planning.</hook_context>\n\n${reason}`],
  ['in the tag of Codex', `<hook_prompt hook_run_id="1">${reason}</hook_prompt>`],
  ['with the command before it', `Stop hook feedback:\n[spell guard stop]: ${reason}`],
])('the stop reason is known when it comes back as a message: %s', (_, message) => {
  expect(isStopReason(message)).toBe(true)
})

test.each([
  'accio',
  '1 ticked criterion has not passed. Next.',
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
