import { agentNames } from '../../src/agents/agents'
import { messageIn } from '../../src/word/message'
import { hostMessages } from '../support/host-messages'

test.each(hostMessages)('$agent says $sample.prompt', async ({ agent, sample, read }) => {
  expect((await messageIn(agent, JSON.stringify(sample), {}))?.message ?? null).toEqual(read)
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
  expect(await messageIn('claude', JSON.stringify({ prompt, session_id: 'a' }), {})).toMatchObject({
    message: { session: 'a' },
  })
})
