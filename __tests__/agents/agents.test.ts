import { defineAgent } from '../../src/agents/agent'
import { agentNames, anyAgent } from '../../src/agents/agents'
import { agentIn } from '../../src/agents/detect'
import { hooksIn } from '../../src/agents/pieces'
import { inHook } from '../../src/cli/in-hook'
import type { Option } from '../../src/cli/options'
import { otherCommands, spellCommands } from '../../src/entry/commands'

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
  const objection = { decision: 'deny', reason: 'Wait.' } as const

  test.each(agentNames)('of %s gives the reason, in whatever form', async (name) => {
    expect(await inHook(name, ({ tool }) => tool(objection))).toContain('Wait.')
    expect(await inHook(name, ({ stop }) => stop('Not proven.'))).toContain('Not proven.')
    expect(await inHook(name, ({ session }) => session('State: planning'))).toContain('State: planning')
  })

  test('that an agent does not have gives it as text', async () => {
    expect(await inHook(anyAgent, ({ tool }) => tool(objection))).toBe('Wait.\n')
  })

  test('that an agent has no form for does not compile', () => {
    const witness = { shows: '', objects: '', lacks: '' }
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
