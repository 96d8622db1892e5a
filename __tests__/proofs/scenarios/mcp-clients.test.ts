import { spells } from '../../../src/workflows/engineer/states'
import { makeRepository } from '../../support/folder'
import { holdLock } from '../../support/held-lock'
import { connectNewer, expectedIntroduction, introduction, planning } from '../../support/packed-mcp-client'
import { wholeWalk } from '../../support/whole-history'

// What a client does first, as the SDK's newest one does it, after a handshake and without one. scenarios/mcp has the client
// before it.

const modern = '2026-07-28'

describe.each([
  ['a client that shakes hands', 'legacy', '2025-11-25'],
  ['a client whose requests say their version', { pin: modern }, modern],
] as const)('%s', (_, mode, negotiated) => {
  test('learns who it is talking to, and what for', async () => {
    const { client } = await connectNewer(makeRepository().path, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(negotiated)
    expect(introduction(client)).toEqual(expectedIntroduction)
  })

  test('casts, and finds that every answer is as its schema says', async () => {
    const shop = makeRepository()
    const { client } = await connectNewer(shop.path, mode)
    await client.listTools()
    for (const name of [...spells, ...spells]) await client.callTool({ name, arguments: { for: 'ai' } })
    expect(await client.callTool({ name: 'reverto' })).toMatchObject({
      isError: true,
      structuredContent: { ok: false },
    })
    expect((await wholeWalk(shop)).length).toBeGreaterThan(1)
  })

  test('learns for whom a call waits, and calls it off', async () => {
    const shop = makeRepository(planning)
    const { client } = await connectNewer(shop.path, mode, ['--wait', '60'])
    const letGo = holdLock(shop)
    const controller = new AbortController()
    const waiting = new Promise<string | undefined>((resolve, reject) => {
      const options = {
        signal: controller.signal,
        onprogress: ({ message }: { message?: string | undefined }) => resolve(message),
      }
      client.callTool({ name: 'accio' }, options).then(reject, reject)
    })
    expect(await waiting).toMatch(/^Another spell process is at work in this folder: spell finite/)
    controller.abort('the developer thought better of it')
    // By this answer, the server has read that, too.
    await client.listTools()
    letGo()
    expect(await client.callTool({ name: 'accio' })).toMatchObject({ isError: false })
    expect(await wholeWalk(shop)).toHaveLength(1)
  })
})
