import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { spells } from '../../../src/workflows/engineer/states'
import { type Folder, makeFolder, plainEnv } from '../../support/folder'
import { holdLock } from '../../support/held-lock'
import { planning } from '../../support/packed-mcp-client'
import { program, startOpen } from '../../support/packed-program'
import { isPosix, testOnPosix } from '../../support/posix'
import { anyCharacter } from '../../support/random'
import { wholeWalk } from '../../support/whole-history'

/** The server itself, with no client at its other end. */
const serve = ({ path }: Folder, ...args: string[]) => startOpen(path, ['mcp', ...args])

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const hello = line({
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const call = (id: number, name: string, more: object = {}) =>
  line({ id, method: 'tools/call', params: { name, ...more } })

interface Message {
  readonly id?: number | string
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: { readonly code?: string } }
  readonly error?: { readonly code: number }
}

/** What came on stdout; anything that is not of the protocol fails. */
function messagesIn(stdout: string): Message[] {
  expect(stdout === '' || stdout.endsWith('\n')).toBe(true)
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((text) => JSONRPCMessageSchema.parse(JSON.parse(text)) as Message)
}

describe('the end', () => {
  test('waits for a client that reads slowly', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--quiet'], { cwd: makeFolder().path, env: plainEnv })
    const lists = Array.from({ length: 50 }, (_, id) => line({ id, method: 'tools/list', params: {} }))
    child.stdin.end(hello + line({ method: 'notifications/initialized' }) + lists.join(''))
    const pieces: Buffer[] = []
    for await (const piece of child.stdout) {
      pieces.push(piece)
      for (let turn = 0; turn < 100; turn++) await setImmediate()
    }
    expect(messagesIn(Buffer.concat(pieces).toString())).toHaveLength(lists.length + 1)
  })

  test('comes after all that was asked has been answered', async () => {
    const { child, ended } = serve(makeFolder(planning))
    child.stdin.end(hello + call(1, 'accio') + call(2, 'lumos') + call(3, 'abracadabra'))
    const { stdout, stderr, exitCode } = await ended
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const answered = messagesIn(stdout).flatMap(({ id }) => id ?? [])
    expect(new Set(answered)).toEqual(new Set(['hello', 1, 2, 3]))
  })

  const signals = isPosix ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : []
  test.each(signals)('by %s is as quiet, even while a call waits', async (signal) => {
    const folder = makeFolder(planning)
    holdLock(folder)
    const { child, ended, said } = serve(folder, '--wait', '600')
    child.stdin.write(hello + call(1, 'accio', { _meta: { progressToken: 'p' } }))
    // It has told that it waits.
    while (!said().includes('Another spell process')) await once(child.stdout, 'data')
    child.kill(signal)
    const { stdout, stderr, exitCode } = await ended
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(messagesIn(stdout).at(-1)).toMatchObject({ id: 1, result: { structuredContent: { code: 'called-off' } } })
  })

  test('by a client that reads no more is as quiet', async () => {
    const { child, ended } = serve(makeFolder(planning))
    child.stdout.destroy()
    child.stdin.write(hello + call(1, 'accio'))
    child.stdin.write(call(2, 'lumos'))
    expect(await ended).toMatchObject({ stderr: '', exitCode: 0 })
  })

  test('where a message has no end says so', async () => {
    const folder = makeFolder(planning)
    const { child, ended } = serve(folder)
    child.stdin.write(hello)
    child.stdin.write(call(1, 'accio', { arguments: { note: 'x'.repeat(11 * 2 ** 20) } }))
    const { stdout, stderr, exitCode } = await ended
    expect(exitCode).toBe(1)
    expect(stderr).toContain('spell: A message was too large, and the connection is closed.\n')
    messagesIn(stdout)
    expect(await wholeWalk(folder)).toEqual([])
  })
})

// A request of 2026-07-28 says its own version. That the SDK speaks it is its own matter; what is told here is ours.
describe('a request that says its version', () => {
  const key = (name: string) => `io.modelcontextprotocol/${name}`
  const _meta = {
    [key('protocolVersion')]: '2026-07-28',
    [key('clientInfo')]: { name: 'test', version: '1' },
    [key('clientCapabilities')]: {},
  }
  const listen = (id: number | string) =>
    line({ id, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true }, _meta } })

  test.each([0, '\u202e'])('may listen with the id %j, which comes back as it is', async (id) => {
    const { child, ended } = serve(makeFolder())
    child.stdin.write(listen(id))
    await once(child.stdout, 'data')
    child.stdin.end()
    const told = JSON.parse((await ended).stdout.split('\n')[0] ?? '')
    expect(told.method).toBe('notifications/subscriptions/acknowledged')
    expect(told.params._meta[key('subscriptionId')]).toBe(id)
  })

  testOnPosix('to listen is answered when the server ends', async () => {
    const { child, ended } = serve(makeFolder())
    child.stdin.write(listen('l'))
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const { stdout, stderr, exitCode } = await ended
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const answer = { resultType: 'complete', _meta: { [key('subscriptionId')]: 'l' } }
    expect(messagesIn(stdout).at(-1)).toMatchObject({ id: 'l', result: answer })
  })
})

/** What a client may send, also one that is broken. */
const ids = fc.integer({ min: 0, max: 5 })
// biome-ignore format: in one paragraph
const methods = [
  'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read', 'resources/subscribe',
  'resources/unsubscribe', 'completion/complete', 'logging/setLevel', 'prompts/get', 'tools/call', 'ping', 'initialize',
  'tasks/list', 'sampling/createMessage', 'constructor', 'server/discover', 'subscriptions/listen',
]
const uris = fc.constantFrom('spell://state/engineer', 'spell://files/.ai/task/plan.md', 'x', '')
/** What makes a request one of 2026-07-28, or nearly. */
const metadata = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.constantFrom('2026-07-28', '2025-06-18', 5),
    'io.modelcontextprotocol/clientCapabilities': fc.constantFrom({}, { roots: {} }, 5),
    'io.modelcontextprotocol/logLevel': fc.constantFrom('debug', 'loud'),
    progressToken: fc.constantFrom('p', 0),
  },
  { requiredKeys: ['io.modelcontextprotocol/protocolVersion'] },
)
const params = fc.oneof(
  fc.record({ name: fc.constantFrom(...spells, 'new', '__proto__'), arguments: fc.jsonValue() }),
  fc.record({ name: fc.constantFrom(...spells) }),
  fc.record({ uri: uris }),
  fc.record({ name: fc.constantFrom(...spells), uri: uris, _meta: metadata }),
  fc.record({
    notifications: fc.record({ toolsListChanged: fc.boolean(), resourceSubscriptions: fc.array(uris) }),
    _meta: metadata,
  }),
  fc.record({ level: fc.constantFrom('debug', 'emergency', 'loud') }),
  fc.record({ requestId: ids }),
  fc.jsonValue(),
)
const request = fc.record({ id: fc.oneof(ids, fc.string()), method: fc.constantFrom(...methods), params })
const asked = fc.oneof(
  { weight: 6, arbitrary: request.map(line) },
  {
    weight: 2,
    arbitrary: fc
      .record({ method: fc.constantFrom('notifications/cancelled', 'notifications/roots/list_changed', 'x'), params })
      .map(line),
  },
  { weight: 1, arbitrary: fc.record({ id: ids, result: fc.jsonValue() }).map(line) },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => `${JSON.stringify(value)}\n`) },
  { weight: 1, arbitrary: fc.array(request).map((batch) => `${JSON.stringify(batch)}\n`) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }).map((text) => `${text}\n`) },
  { weight: 1, arbitrary: fc.constant('\n') },
)

test('whatever is sent, in whatever order, only messages of the protocol come back, and the work is whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 30, maxLength: 60, size: 'max' }),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
      async (messages, cuts) => {
        const folder = makeFolder(planning)
        const { child, ended } = serve(folder, '--quiet')
        const whole = Buffer.from(hello + line({ method: 'notifications/initialized' }) + messages.join(''))
        // In pieces that end anywhere.
        for (let at = 0, cut = 0; at < whole.length; cut++) {
          const next = at + (cuts[cut % cuts.length] ?? 1) * 10
          child.stdin.write(whole.subarray(at, next))
          at = next
        }
        // Alive to the last.
        child.stdin.end(line({ id: 'last', method: 'ping' }))
        const { stdout, stderr, exitCode } = await ended
        expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
        const answered = messagesIn(stdout)
        expect(answered.filter(({ id }) => id === 'last')).toEqual([{ jsonrpc: '2.0', id: 'last', result: {} }])
        await wholeWalk(folder)
      },
    ),
    { numRuns: 80 },
  )
})
