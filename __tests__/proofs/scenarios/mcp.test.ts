import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { file } from '../../../src/workflows/engineer/files'
import { makeFolder, makeRepository, untouched } from '../../support/folder'
import { holdLock } from '../../support/held-lock'
import { connect, planning, textOf } from '../../support/packed-mcp-client'

/** What Lumos says in each. */
const isIdle = { ok: true, next: ['accio'] }
const isPlanning = { ok: true, next: ['accio', 'reparo'] }
const uriOf = (path: string) => pathToFileURL(path).href

/** What `init` leaves behind, and no work. */
const setUp = { '.ai/installed.json': '{ "version": "0.1.0", "files": [] }' }

describe('a client that connects', () => {
  test('writes nothing by it', async () => {
    const shop = makeRepository(setUp)
    await untouched(shop, async () => {
      const { client } = await connect(shop.path)
      await client.listTools()
    })
  })
})

describe('a tool', () => {
  test('Reparo asked to fetch says why it cannot, and changes nothing', async () => {
    const folder = makeRepository(planning)
    const { call } = await connect(folder.path)
    const before = folder.contents()
    for (const pr of ['current', '7']) {
      const structuredContent = { code: 'no-repository' }
      expect(await call('reparo', { pr })).toMatchObject({ isError: true, structuredContent })
    }
    expect(folder.contents()).toEqual(before)
    expect(await call('reparo')).toMatchObject({ isError: false })
  })

  const wrong: readonly [what: string, tool: string, given: Record<string, unknown>, message: string][] = [
    ['an argument that it does not know', 'accio', { force: true }, 'The tool accio takes no argument "force".'],
    ['a name that every object knows', 'accio', { toString: 'a' }, 'The tool accio takes no argument "toString".'],
    ['a note that is no text', 'accio', { note: 5 }, 'The argument "note" must be a text.'],
    ['an unknown reader', 'lumos', { for: 'me' }, 'The argument "for" must be one of ai, developer, both, not "me".'],
  ]
  test('called with what it does not take says so, and changes nothing', async () => {
    const shop = makeRepository(planning)
    const { call } = await connect(shop.path)
    await untouched(shop, async () => {
      for (const [what, tool, given, message] of wrong) {
        const answer = await call(tool, given)
        expect({ what, ...answer }).toMatchObject({
          what,
          isError: true,
          structuredContent: { ok: false, code: 'usage', message },
        })
        expect(textOf(answer)).toContain(message)
      }
    })
  })

  test('called with a note too long, even of megabytes, changes nothing and goes on', async () => {
    const shop = makeRepository(planning)
    const { call } = await connect(shop.path)
    await untouched(shop, async () => {
      const answer = await call('accio', { note: 'x'.repeat(5_000_000) })
      expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'note-too-long' } })
    })
    expect(await call('accio', { note: '🪄'.repeat(2000) })).toMatchObject({ isError: false })
  })

  test('warns in its answer', async () => {
    const { call } = await connect(makeRepository().path)
    await call('accio')
    const answer = await call('accio')
    const warning = '.ai/task/context.md is still the template: tell the agent what belongs in it.'
    // Once: the developer's part has it.
    expect(JSON.stringify(answer.structuredContent).split(warning)).toHaveLength(2)
    expect(answer.structuredContent).toMatchObject({ developer: expect.stringContaining(warning) })
    expect((await call('accio', { for: 'ai' })).structuredContent).toMatchObject({ ok: true })
  })
})

describe('a call that waits for another process', () => {
  test('does not keep a server whose client has gone', async () => {
    const shop = makeRepository(planning)
    const { client } = await connect(shop.path, { args: ['--wait', '600'] })
    holdLock(shop)
    let call: Promise<unknown> = Promise.resolve()
    await new Promise<unknown>((onprogress) => {
      call = client.callTool({ name: 'accio' }, undefined, { onprogress })
    })
    // Closes stdin, and would kill after two seconds.
    await client.close()
    expect(await call).toMatchObject({ isError: true, structuredContent: { code: 'called-off' } })
    expect(shop.contents()['.ai/task/history.jsonl']).toBeUndefined()
  })
})

describe('the folder to work in', () => {
  test('is that of CLAUDE_PROJECT_DIR, where neither the client nor --cwd says', async () => {
    const [elsewhere, open, asked, project] = [makeFolder(), makeRepository(), makeRepository(), makeRepository()]
    const env = { CLAUDE_PROJECT_DIR: project.path }
    const worked = () => [open, asked, project, elsewhere].map((one) => one.contents()[file.context] !== undefined)
    await (await connect(elsewhere.path, { env })).call('accio')
    expect(worked()).toEqual([false, false, true, false])
    await (await connect(elsewhere.path, { env, args: ['--cwd', asked.path] })).call('accio')
    expect(worked()).toEqual([false, true, true, false])
    await (await connect(elsewhere.path, { env, roots: () => [uriOf(open.path)] })).call('accio')
    expect(worked()).toEqual([true, true, true, false])
    // One that is no folder says nothing.
    await (await connect(elsewhere.path, { env: { CLAUDE_PROJECT_DIR: join(project.path, 'no') } })).call('accio')
    expect(worked()).toEqual([true, true, true, true])
  })

  test.each([true, false])('is another once the client opens another, which it tells: %j', async (tellsChanges) => {
    const [one, other] = [makeRepository(setUp), makeRepository(planning)]
    let root = one
    const connected = await connect(makeFolder().path, { roots: () => [uriOf(root.path)], tellsChanges })
    await connected.client.listTools()
    expect(await connected.call('lumos')).toMatchObject({ structuredContent: isIdle })
    root = other
    if (tellsChanges) await connected.client.sendRootsListChanged()
    expect(await connected.call('lumos')).toMatchObject({ structuredContent: isPlanning })
  })

  test('is that of --cwd where the client, being asked, does not know', async () => {
    const shop = makeRepository(planning)
    const roots = () => {
      throw new Error('no idea')
    }
    for (const tellsChanges of [true, false]) {
      const connected = await connect(makeFolder().path, { args: ['--cwd', shop.path], roots, tellsChanges })
      expect(await connected.call('lumos')).toMatchObject({ structuredContent: isPlanning })
      await connected.call('lumos')
      // It is not asked again.
      expect(connected.stderr().match(/no idea/g)).toHaveLength(1)
    }
  })
})
