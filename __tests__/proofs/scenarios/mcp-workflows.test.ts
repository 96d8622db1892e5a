import { spells } from '../../../src/workflows/engineer/states'
import { makeRepository } from '../../support/folder'
import { connect, partsOf, textOf } from '../../support/packed-mcp-client'
import { spellHere } from '../../support/packed-program'

// The other workflows over MCP: one tool for all that are in use.

const toolNames = async ({ client }: Awaited<ReturnType<typeof connect>>) =>
  (await client.listTools()).tools.map(({ name }) => name)
const found = { codebase_understanding: { overview: 'Orders are in src/orders.ts.' }, complexity_assessment: 'LOW' }

test('a client goes on with one that the developer has begun, and sees the same tools as before', async () => {
  const shop = makeRepository()
  const connected = await connect(shop.path)
  const { client, call } = connected
  const verbs = async () => (await client.listTools()).tools.at(-1)?.inputSchema.properties?.verb
  const begin = { description: 'discovery: start; collab: start; hope: start' }
  expect(await toolNames(connected)).toEqual([...spells, 'prove', 'workflow'])
  expect(await verbs()).toMatchObject(begin)

  spellHere(shop.path, ['discovery', 'start', 'Add CSV export'])
  const status = await call('workflow', { workflow: 'discovery', verb: 'status' })
  expect(await verbs()).toMatchObject(begin)

  const document = () => JSON.parse(spellHere(shop.path, ['discovery', 'status', '--json']).stdout)
  expect(status).toMatchObject({ isError: false, structuredContent: partsOf(document()) })
  const words = ['-', '--task', 'add-csv-export']
  const input = JSON.stringify(found)
  const handedIn = await call('workflow', { workflow: 'discovery', verb: 'submit', arguments: words, input })
  expect(handedIn).toMatchObject({ isError: false, structuredContent: { ok: true } })
  expect(document()).toMatchObject({ pending_review: 'ai' })
})

test('what is refused is told as on the command line, and nothing changes', async () => {
  const shop = makeRepository()
  spellHere(shop.path, ['discovery', 'start', 'Add CSV export'])
  const { call } = await connect(shop.path)
  const before = shop.contents()
  const refused = async (given: Record<string, unknown>) => {
    const answer = await call('workflow', given)
    expect(answer).toMatchObject({ isError: true, structuredContent: { ok: false } })
    return textOf(answer)
  }
  const discovery = { workflow: 'discovery' }
  expect(await refused({ ...discovery, verb: 'submit', arguments: ['-'], input: '{}' })).toBe(
    spellHere(shop.path, ['discovery', 'submit', '-'], { input: '{}' }).stderr,
  )
  expect(await refused({ ...discovery, verb: 'approve' })).toContain('there is no artifact to approve yet')
  expect(await refused({ ...discovery, verb: 'aprove' })).toContain('must be one of start, submit, approve')
  expect(await refused({ ...discovery, verb: 'status', arguments: ['--tsk', 'x'] })).toContain("Unknown option '--tsk'")
  expect(await refused({ ...discovery, verb: 'status', arguments: 'x' })).toContain('must be a list of texts')
  expect(await refused({ ...discovery, verb: 'submit', arguments: ['-'], input: 7 })).toContain('must be a text')
  expect(await refused({ workflow: 'engineer', verb: 'start' })).toContain('must be one of discovery, collab, hope')
  expect(shop.contents()).toEqual(before)
})

test('the folder is that of the client, whatever the words say', async () => {
  const [shop, elsewhere] = [makeRepository(), makeRepository()]
  spellHere(shop.path, ['collab', 'start', 'orders'])
  const { call } = await connect(shop.path)
  const given = { workflow: 'collab', verb: 'start', arguments: ['more', '--cwd', elsewhere.path] }
  expect(await call('workflow', given)).toMatchObject({ isError: false })
  expect(elsewhere.contents()).toEqual(makeRepository().contents())
  expect(Object.keys(shop.contents())).toContain('.ai/collab/sessions/more/state.json')
})

test('shows the part that is wanted, by its argument or by the words', async () => {
  const shop = makeRepository()
  spellHere(shop.path, ['collab', 'start', 'orders'])
  const { call } = await connect(shop.path)
  const given = { workflow: 'collab', verb: 'status' }
  const both = await call('workflow', given)
  expect(Object.keys(both.structuredContent ?? {})).toEqual(['ok', 'ai', 'developer', 'next'])
  for (const who of ['ai', 'developer']) {
    const answer = await call('workflow', { ...given, for: who })
    expect(Object.keys(answer.structuredContent ?? {})).toEqual(['ok', who, 'next'])
    expect(textOf(answer)).toBe(spellHere(shop.path, ['collab', 'status', '--for', who]).stdout)
    expect(await call('workflow', { ...given, arguments: ['--for', who] })).toEqual(answer)
  }
})

test('what a verb takes is told by a call', async () => {
  const shop = makeRepository()
  spellHere(shop.path, ['discovery', 'start', 'a'])
  const { call } = await connect(shop.path)
  const before = shop.contents()
  const help = async (verb: string, ...words: string[]) => {
    const { isError, structuredContent } = await call('workflow', { workflow: 'discovery', verb, arguments: words })
    expect({ isError, keys: Object.keys(structuredContent ?? {}) }).toEqual({ isError: false, keys: ['ok', 'text'] })
    return structuredContent?.text
  }
  expect(await help('help')).toMatch(/submit \[file\] +Submit the artifact/)
  expect(await help('submit', '--help')).toMatch(/--task <ID>/)
  expect(await help('help', 'submit')).toBe(await help('submit', '--help'))
  expect(shop.contents()).toEqual(before)
})

test('with all in use there are eight tools at most, in 8 kB; prove answers its document, all others the same', async () => {
  const shop = makeRepository()
  for (const words of [['accio'], ['discovery', 'start', 'a'], ['collab', 'start'], ['hope', 'start', 'a']])
    spellHere(shop.path, words)
  const { client } = await connect(shop.path)
  const list = await client.listTools()
  expect(list.tools.length).toBeLessThanOrEqual(8)
  expect(JSON.stringify(list).length).toBeLessThanOrEqual(8000)
  const others = list.tools.filter(({ name }) => name !== 'prove')
  expect(new Set(others.map(({ outputSchema }) => JSON.stringify(outputSchema))).size).toBe(1)
})
