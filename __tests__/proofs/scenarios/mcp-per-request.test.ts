import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { file } from '../../../src/flows/engineer/files'
import { standing } from '../../support/casting'
import { beforeFoldersGo, type Folder } from '../../support/folder'
import { makeRepository, plainEnv } from '../../support/git-repository'
import { holdLock } from '../../support/held-lock'
import { program } from '../../support/packed-program'
import { isPosix } from '../../support/posix'

// The protocol of 2026-07-28, line by line: every request says its own version, and nothing is remembered between two.

const planning = { ...standing('GATHER_EDITING'), [file.plan]: '# Orders\n\n- [ ] they are exported\n' }
const planUri = 'spell://files/.ai/task/plan.md'
const key = (name: string) => `io.modelcontextprotocol/${name}`
const meta = {
  [key('protocolVersion')]: '2026-07-28',
  [key('clientInfo')]: { name: 'test', version: '1' },
  [key('clientCapabilities')]: {},
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: object }
}

const servers = new Set<ChildProcess>()
beforeFoldersGo(() => {
  for (const server of servers) server.kill('SIGKILL')
  servers.clear()
})

function serve(folder: Folder, ...args: string[]) {
  const server = spawn(process.execPath, [program, 'mcp', '--quiet', ...args], { cwd: folder.path, env: plainEnv })
  servers.add(server)
  const said: Message[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    said.push(JSON.parse(line))
    for (const look of waiting) look()
  })
  const hear = (wanted: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const look = () => {
        const found = said.find(wanted)
        if (found && waiting.delete(look)) resolve(found)
      }
      waiting.add(look)
      look()
    })
  let count = 100
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (method: string, params: object = {}, own: object = meta) => {
    const id = ++count
    send({ id, method, params: { ...params, _meta: own } })
    return hear((message) => message.id === id && !message.method)
  }
  /** @returns the id of the request; it is answered when the server ends */
  const listen = async (notifications: object): Promise<number> => {
    const id = ++count
    send({ id, method: 'subscriptions/listen', params: { notifications, _meta: meta } })
    await hear(({ method, params }) => method === 'notifications/subscriptions/acknowledged' && idIn(params) === id)
    return id
  }
  return { server, said, hear, send, ask, listen }
}

const idIn = (params: Message['params']) => (params?._meta as Record<string, unknown>)?.[key('subscriptionId')]

describe('server/discover', () => {
  test('tells the versions, what the server can do, and who it is', async () => {
    const { ask } = serve(makeRepository())
    const { result } = await ask('server/discover')
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
      instructions: expect.stringContaining('Only these words cast'),
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { [key('serverInfo')]: { name: 'spell' } },
    })
  })

  test('needs what every request needs', async () => {
    const { ask } = serve(makeRepository())
    expect((await ask('server/discover', {}, {})).error).toMatchObject({ code: -32602 })
  })
})

describe('a request', () => {
  test.each<[what: string, own: object, error: object]>([
    [
      'of a version that is not known',
      { ...meta, [key('protocolVersion')]: '2027-01-01' },
      { code: -32022, data: { supported: ['2026-07-28'], requested: '2027-01-01' } },
    ],
    [
      'of a version that begins with a handshake',
      { ...meta, [key('protocolVersion')]: '2025-11-25' },
      { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
    ],
    ['whose version is none', { ...meta, [key('protocolVersion')]: 5 }, { code: -32602 }],
    ['without the capabilities of its client', { ...meta, [key('clientCapabilities')]: undefined }, { code: -32602 }],
    ['of a client that has no name', { ...meta, [key('clientInfo')]: {} }, { code: -32602 }],
    ['of a level that no log has', { ...meta, [key('logLevel')]: 'loud' }, { code: -32602 }],
  ])('%s is refused, and nothing changes', async (_, own, error) => {
    const shop = makeRepository(planning)
    const { ask } = serve(shop)
    for (const method of ['tools/call', 'server/discover', 'subscriptions/listen']) {
      expect(await ask(method, { name: 'finite', notifications: {} }, own)).toMatchObject({ error })
    }
    expect(shop.contents()['.ai/task/history.jsonl']).toBeUndefined()
  })

  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'tasks/list'])(
    'for %s is none of this version',
    async (method) => {
      const { ask } = serve(makeRepository())
      const params = { uri: planUri, level: 'info', protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }
      const own = { name: 'test', version: '1' }
      expect((await ask(method, { ...params, clientInfo: own })).error).toMatchObject({ code: -32601 })
    },
  )

  test('is answered by a whole result, which says how long it holds', async () => {
    const { ask } = serve(makeRepository(planning))
    const asked: [method: string, params: object, isCacheable: boolean][] = [
      ['tools/list', {}, true],
      ['prompts/list', {}, true],
      ['resources/list', {}, true],
      ['resources/templates/list', {}, true],
      ['resources/read', { uri: planUri }, true],
      ['tools/call', { name: 'lumos' }, false],
      ['prompts/get', { name: 'accio' }, false],
    ]
    for (const [method, params, isCacheable] of asked) {
      const { result } = await ask(method, params)
      expect({ method, result }).toMatchObject({
        method,
        result: { resultType: 'complete', _meta: { [key('serverInfo')]: { name: 'spell' } } },
      })
      expect({ method, ttlMs: result?.ttlMs }).toEqual({ method, ttlMs: isCacheable ? 0 : undefined })
    }
  })

  test('for a resource that is not there has wrong params, and names it', async () => {
    const uri = 'spell://files/.ai/no'
    const { ask } = serve(makeRepository())
    expect((await ask('resources/read', { uri })).error).toMatchObject({ code: -32602, data: { uri } })
  })

  test.each([
    [undefined, 0],
    ['error', 0],
    ['warning', 1],
    ['debug', 1],
  ])('that asks for the level %s of the log gets %i warnings', async (level, count) => {
    const { ask, said } = serve(makeRepository())
    await ask('tools/call', { name: 'accio' })
    await ask('tools/call', { name: 'accio' }, { ...meta, ...(level && { [key('logLevel')]: level }) })
    expect(said.filter(({ method }) => method === 'notifications/message')).toHaveLength(count)
  })

  test('that waits tells of it as it asks to be told', async () => {
    const shop = makeRepository(planning)
    const { ask, hear } = serve(shop)
    const letGo = holdLock(shop)
    const answer = ask('tools/call', { name: 'accio' }, { ...meta, progressToken: 'p', [key('logLevel')]: 'info' })
    const { params } = await hear(({ method }) => method === 'notifications/message')
    expect(params?.data).toMatch(/^Another spell process is at work in this folder/)
    await hear(({ method, params: told }) => method === 'notifications/progress' && told?.progressToken === 'p')
    letGo()
    expect((await answer).result).toMatchObject({ isError: false })
  })

  test.each([0, '', 'a', 7])('with the id %j is called off by it', async (id) => {
    for (const own of [meta, undefined]) {
      const shop = makeRepository(planning)
      const { ask, send, hear, said } = serve(shop, '--wait', '60')
      const letGo = holdLock(shop)
      send({ id, method: 'tools/call', params: { name: 'accio', _meta: { ...own, progressToken: 'p' } } })
      await hear(({ method }) => method === 'notifications/progress')
      send({ method: 'notifications/cancelled', params: { requestId: id } })
      await ask('tools/list')
      letGo()
      await ask('tools/call', { name: 'lumos' })
      expect(shop.contents()['.ai/task/history.jsonl']).toBeUndefined()
      expect(said.filter((message) => message.id === id)).toEqual([])
    }
  })

  test('and one after a handshake are answered side by side, each in its way', async () => {
    const { ask, send, hear } = serve(makeRepository())
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    send({ id: 1000, method: 'initialize', params })
    send({ id: 1001, method: 'tools/list' })
    const [{ result: newer }, { result: older }] = [
      await ask('tools/list'),
      await hear(({ id, method }) => id === 1001 && !method),
    ]
    expect(newer).toMatchObject({ resultType: 'complete', tools: older?.tools })
    expect(Object.keys(older ?? {})).toEqual(['tools'])
  })
})

describe('who listens', () => {
  const isUpdate = ({ method }: Message) => method === 'notifications/resources/updated'

  test('is told first what it will be told', async () => {
    const { listen, said } = serve(makeRepository(planning))
    const id = await listen({
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: [planUri, 'spell://files/../etc', 'file:///etc/hostname'],
    })
    expect(said).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: {
          notifications: { toolsListChanged: true, resourceSubscriptions: [planUri] },
          _meta: { [key('subscriptionId')]: id },
        },
      },
    ])
  })

  test('is told what it asks for and nothing else, each by its own request', async () => {
    const shop = makeRepository(planning)
    const { ask, listen, said, hear } = serve(shop)
    const [both, one, none] = [
      await listen({ resourcesListChanged: true, resourceSubscriptions: [planUri] }),
      await listen({ resourceSubscriptions: [planUri] }),
      await listen({}),
    ]
    shop.write({ [file.plan]: 'other\n', [file.context]: 'new\n' })
    for (const id of [both, one]) await hear((message) => isUpdate(message) && idIn(message.params) === id)
    await hear(({ method, params }) => method === 'notifications/resources/list_changed' && idIn(params) === both)
    await ask('tools/call', { name: 'accio' })
    const told = said.filter(({ method }) => method && !method.endsWith('acknowledged'))
    expect(told.filter(({ params }) => idIn(params) === none)).toEqual([])
    expect(told.filter(({ params }) => idIn(params) === one).every(isUpdate)).toBe(true)
    expect(told.filter(({ params }) => idIn(params) === undefined)).toEqual([])
  })

  test('hears no more once that is called off, and the others go on', async () => {
    const shop = makeRepository(planning)
    const { listen, send, ask, said, hear } = serve(shop)
    const [first, second] = [
      await listen({ resourceSubscriptions: [planUri] }),
      await listen({ resourceSubscriptions: [planUri] }),
    ]
    send({ method: 'notifications/cancelled', params: { requestId: first, _meta: meta } })
    await ask('tools/list')
    shop.write({ [file.plan]: 'other\n' })
    await hear((message) => isUpdate(message) && idIn(message.params) === second)
    expect(said.filter((message) => isUpdate(message) && idIn(message.params) === first)).toEqual([])
    // It is not answered.
    expect(said.filter(({ id }) => id === first)).toEqual([])
  })

  test.each([0, '', '\u202e', 'a'])('may have the id %j, which comes back as it is', async (id) => {
    const { send, hear, ask, said } = serve(makeRepository())
    send({ id, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true }, _meta: meta } })
    const { params } = await hear(({ method }) => method === 'notifications/subscriptions/acknowledged')
    expect(idIn(params)).toBe(id)
    send({ method: 'notifications/cancelled', params: { requestId: id } })
    await ask('tools/list')
    expect(said.filter((message) => message.id === id)).toEqual([])
  })

  test.each<object | null>([null, [], { toolsListChanged: 'yes' }, { resourceSubscriptions: [5] }])(
    'cannot ask for %j',
    async (notifications) => {
      const { ask } = serve(makeRepository())
      expect((await ask('subscriptions/listen', { notifications })).error).toMatchObject({ code: -32602 })
    },
  )

  test('learns why nothing can be watched', async () => {
    const gone = makeRepository()
    const { ask } = serve(gone, '--cwd', gone.path)
    await ask('server/discover')
    gone.remove('.')
    const notifications = { resourceSubscriptions: [planUri] }
    expect((await ask('subscriptions/listen', { notifications })).error).toMatchObject({ code: expect.any(Number) })
  })

  ;(isPosix ? test : test.skip)('is answered when the server ends', async () => {
    const { server, listen, said } = serve(makeRepository())
    const id = await listen({ toolsListChanged: true })
    server.kill('SIGTERM')
    expect(await once(server, 'close')).toEqual([0, null])
    expect(said.find((message) => message.id === id)?.result).toMatchObject({
      resultType: 'complete',
      _meta: { [key('subscriptionId')]: id },
    })
  })
})
