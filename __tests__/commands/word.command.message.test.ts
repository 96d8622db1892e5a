import { join } from 'node:path'
import { messageIn } from '../../src/commands/word.command'
import { type AgentName, agentNames, loadAgent } from '../../src/install/agents/agents'
import { makeFolder } from '../support/folder'
import { hostMessages } from '../support/host-messages'

test.each(hostMessages)('$agent says $sample.prompt$sample.text', async ({ agent, sample, read }) => {
  const input = await messageIn(agent, JSON.stringify(sample), {})
  if (read) expect(input?.message).toMatchObject(read)
  else expect(input).toBeUndefined()
})

describe('what is shown is read as a whole', () => {
  const place = makeFolder()
  const transcript_path = join(place.path, 'rollout.jsonl')
  const isShown = async (agent: AgentName, more: object, env: object) =>
    (await messageIn(agent, JSON.stringify({ prompt: 'accio', session_id: 'a', ...more }), { ...env }))?.message.isShown

  test.each([
    ['codex-tui', true],
    ['codex_exec', false],
    ['codex_vscode', false],
  ])('by %s, who has begun a conversation of Codex: %s', async (originator, isRead) => {
    place.write({ 'rollout.jsonl': `${JSON.stringify({ type: 'session_meta', payload: { originator } })}\n` })
    expect(await isShown('codex', { transcript_path }, {})).toBe(isRead)
  })

  test.each<[what: string, agent: AgentName, env: object, isRead: boolean]>([
    ['a terminal of Claude Code', 'claude', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, true],
    ['an IDE', 'claude', { CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' }, false],
    ['claude -p', 'claude', { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
    ['a terminal of Copilot', 'copilot', { COPILOT_PROJECT_DIR: '/a', COPILOT_LOADER_PID: '7' }, true],
    ['copilot -p', 'copilot', { COPILOT_PROJECT_DIR: '/a' }, false],
    ['Cursor, whose hook shows nothing', 'cursor', {}, false],
  ])('%s', async (_, agent, env, isRead) => {
    expect(await isShown(agent, {}, env)).toBe(isRead)
  })
})

test('every agent whose host has a hook has a sample', () => {
  expect([...new Set(hostMessages.map(({ agent }) => agent))]).toEqual(agentNames)
})

// biome-ignore format: in one paragraph
test.each(['', 'accio', '[]', 'null', '"accio"', '{"prompt":', '{"prompt":1}', '{}', '{"prompt":"a"}}', '\uFFFD'])(
  'what is no message of a host is none: %s',
  async (input) => {
    for (const agent of agentNames) expect(await messageIn(agent, input, {})).toBeUndefined()
  },
)

test('a message of 10 MB is read', async () => {
  const prompt = `accio ${'\u0001"'.repeat(5_000_000)}`
  const input = await messageIn('claude', JSON.stringify({ prompt, session_id: 'a' }), {})
  expect(input?.message).toMatchObject({ text: prompt, session: 'a' })
})

test('in a shell that an agent of any host has started, no message is the developer’s', async () => {
  const sample = JSON.stringify({ prompt: 'accio', session_id: 'a' })
  for (const agent of await Promise.all(agentNames.map(loadAgent)))
    for (const variable of agent.shellVariables)
      expect(await messageIn('claude', sample, { [variable]: 'x' })).toBeUndefined()
})

test('a hook whose environment names another session than the message was started by an agent', async () => {
  const sample = JSON.stringify({ prompt: 'accio', session_id: 'a' })
  expect(await messageIn('claude', sample, { CLAUDE_CODE_SESSION_ID: 'a' })).toBeDefined()
  expect(await messageIn('claude', sample, { CLAUDE_CODE_SESSION_ID: 'b' })).toBeUndefined()
})

test.each([
  ['claude', { CLAUDE_PROJECT_DIR: '/shop' }, '/shop'],
  ['gemini', { GEMINI_PROJECT_DIR: '/shop' }, '/shop'],
  ['codex', {}, undefined],
] as const)('%s names the folder of its project', async (agent, env, project) => {
  const input = await messageIn(agent, JSON.stringify({ prompt: 'accio', session_id: 'a' }), env)
  expect(input?.project).toBe(project)
})
