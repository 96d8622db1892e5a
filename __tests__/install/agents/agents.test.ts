import type { Option } from '../../../src/cli/options'
import { otherCommands, spellCommands } from '../../../src/entry/commands'
import { defineAgent, hooksIn } from '../../../src/install/agents/agent'
import { type AgentName, agentNames, anyAgent } from '../../../src/install/agents/agents'
import { agentIn } from '../../../src/install/agents/detect'
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
