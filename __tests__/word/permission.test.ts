import { type CastContext, cast } from '../../src/cast/cast'
import { Failure } from '../../src/text/failure'
import { withWord } from '../../src/word/permission'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt } from '../support/casting'
import { item, remembering, session, sessionEdge } from '../support/collab-session'
import { archiveWork, moveTo, takeBack } from '../support/engineer-acts'
import { type Folder, makeFolder, snapshot } from '../support/folder'
import { allAtNight } from '../support/proving'
import { changes, type Reached, worldOf } from '../support/row-worlds'
import { inSession, type Saying, say, shellOf } from '../support/words'

const required = { '.ai/spell.json': '{"word":"required"}' }
const git = { '.git/HEAD': 'ref: refs/heads/main\n' }

const outcomeOf = async (act: () => Promise<unknown>): Promise<string> => {
  try {
    await act()
    return 'done'
  } catch (error) {
    return error instanceof Failure ? error.code : 'broken'
  }
}

const lastWord = (folder: Folder): unknown =>
  JSON.parse(folder.read('.ai/task/history.jsonl').trim().split('\n').at(-1) ?? '{}').word

const accio = (folder: Folder, ctx: CastContext) => cast(workIn(folder.path, engineer), 'accio', ctx)

/** Which row a word leads to is decided without it. */
const ofEachWord = ['accio', 'reparo'].flatMap((word) => changes.find((world) => world.row.on === word) ?? [])

describe('where a word is required, a step that the developer has not asked for', () => {
  /** Casts it. @throws if it is not refused, or if anything has changed */
  async function isRefused({ row }: Reached, folder: Folder, ctx: CastContext): Promise<void> {
    const before = snapshot(folder.path)
    const outcome = await outcomeOf(() => cast(workIn(folder.path, engineer), row.on, ctx))
    expect([row.id, outcome]).toEqual([row.id, 'no-word'])
    expect(snapshot(folder.path)).toEqual(before)
  }

  test('changes no byte in any row, with a word that no host has reported', async () => {
    for (const world of allAtNight(changes)) {
      const folder = makeFolder({ ...worldOf(world), ...git, ...required })
      await isRefused(world, folder, inSession(folder))
    }
  })

  test.each([
    ['of another word', [{ words: { finite: 1, expecto: 1, lumos: 1 } }]],
    ['of another session', [{ words: { accio: 1, reparo: 1 }, session: 'two' }]],
    ['from yesterday', [{ words: { accio: 1, reparo: 1 }, hoursAgo: 13 }]],
    ['that another word has replaced', [{ words: { accio: 1, reparo: 1 } }, { words: { finite: 1, undo: 1 } }]],
    ['that the developer then asks to wait with', [{ words: { accio: 1, reparo: 1 } }, { asksToWait: true }]],
  ] as [string, Saying[]][])('changes no byte, with a word %s', async (_, sayings) => {
    expect(ofEachWord).toHaveLength(2)
    for (const world of ofEachWord) {
      const folder = makeFolder({ ...worldOf(world), ...git, ...required })
      const ctx = inSession(folder)
      for (const saying of sayings) await say(ctx, saying)
      await isRefused(world, folder, ctx)
    }
  })

  test('that was typed with a pipe is refused because of the pipe, and what helps has none', async () => {
    const folder = makeFolder({ ...git, ...required })
    const refused = accio(folder, { ...edgeAt(folder), isPiped: async () => true })
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('a pipe or a file'),
      fix: 'If you have typed it, type it again without the pipe.',
    })
  })

  test('changes no byte while its host casts another word', async () => {
    const said = { word: 'undo', use: 'a.undo.1', key: 'claude:one', agrees: true, isRead: true }
    for (const world of ofEachWord) {
      const folder = makeFolder({ ...worldOf(world), ...git, ...required })
      await isRefused(world, folder, { ...inSession(folder), said })
    }
  })

  test.each([
    ['undo', takeBack],
    ['new', (folder: Folder, ctx: CastContext) => archiveWork(folder, ctx)],
    ['override', (folder: Folder, ctx: CastContext) => moveTo(folder, 'ACHIEVE_COMPLETE', 'Kim insists.', ctx)],
  ])('changes no byte by spell %s, and is made with its word', async (verb, act) => {
    const folder = makeFolder(git)
    const ctx = inSession(folder)
    await accio(folder, ctx)
    folder.write(required)
    const before = snapshot(folder.path)
    expect(await outcomeOf(() => act(folder, ctx))).toBe('no-word')
    expect(snapshot(folder.path)).toEqual(before)
    await say(ctx, { words: { [verb]: 1 } })
    expect(await outcomeOf(() => act(folder, ctx))).toBe('done')
  })
})

describe('a word', () => {
  test('that a host casts lets its step happen, and its entry names the use', async () => {
    for (const world of ofEachWord) {
      const folder = makeFolder({ ...worldOf(world), ...git, ...required })
      const said = { word: world.row.on, use: 'a.word.1', key: 'claude:one', agrees: true, isRead: true }
      await cast(workIn(folder.path, engineer), world.row.on, { ...inSession(folder), said })
      const [last = '{}'] = folder.read('.ai/task/history.jsonl').trim().split('\n').slice(-1)
      expect(JSON.parse(last)).toMatchObject({ word: 'said', said: 'a.word.1' })
    }
  })

  test('lets each row that changes something happen once', async () => {
    for (const world of allAtNight(changes)) {
      const folder = makeFolder({ ...worldOf(world), ...git, ...required })
      const ctx = inSession(folder)
      await say(ctx, { words: { [world.row.on]: 1 } })
      await cast(workIn(folder.path, engineer), world.row.on, ctx)
      expect([world.row.id, lastWord(folder)]).toEqual([world.row.id, 'said'])
      const steps = () => folder.read('.ai/task/history.jsonl')
      const before = steps()
      expect(await outcomeOf(() => cast(workIn(folder.path, engineer), world.row.on, ctx))).toMatch(/no-word|done/)
      expect([world.row.id, steps()]).toEqual([world.row.id, before])
    }
  })

  test('is used by one of two processes', async () => {
    const folder = makeFolder({ ...git, ...required })
    const ctx = inSession(folder)
    await say(ctx, { words: { accio: 1 } })
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(() => accio(folder, ctx))))
    expect(outcomes.sort()).toEqual(['done', 'no-word'])
  })

  test('is as good as before if the step fails', async () => {
    const folder = makeFolder({ ...git, ...required })
    const ctx = inSession(folder)
    await say(ctx, { words: { accio: 1 } })
    folder.write({ '.ai/.local': 'In the way of the lock.' })
    expect(await outcomeOf(() => accio(folder, ctx))).toBe('not-a-folder')
    folder.remove('.ai/.local')
    expect(await outcomeOf(() => accio(folder, ctx))).toBe('done')
  })

  test('that is used is said to be', async () => {
    const folder = makeFolder({ ...git, ...required })
    const ctx = inSession(folder)
    const refused = async () => (await accio(folder, ctx).catch((error: Error) => error.message)) as string
    expect(await refused()).toMatch(/^spell has not seen Accio from the developer in this session\. /)
    await say(ctx, { words: { accio: 1 } })
    await accio(folder, ctx)
    expect(await refused()).toMatch(/from the developer since the one that an earlier step has used\. /)
  })

  test('that is used is said to be in a workflow whose words depend on what is reported', async () => {
    const items = { workItems: [item(1, 'task')] }
    const folder = makeFolder({ ...git, ...required, ...remembering('gather-goals', items) })
    const ctx = { ...inSession(folder), texts: sessionEdge(folder).texts }
    const documents = {
      'design.md': '# Orders\n\n### Item 1: Item 1\n\nThe linter runs on every file of the source.\n',
    }
    const brought = { verb: 'complete-skill', name: 'gather-session-goals', documents, at: ctx.now.toISOString() }
    const settle = () => cast(workIn(folder.path, session), 'complete-skill', ctx, undefined, brought)
    await say(ctx, { words: { settle: 1 } })
    expect(await settle()).toMatchObject({ ok: true, state: 'brainstorm-exploring' })
    await expect(settle()).rejects.toThrow(
      /not seen Settle from the developer since the one that an earlier step has used/,
    )
  })

  test('that was said before what it answers to is none', async () => {
    const folder = makeFolder({ ...git, ...required })
    const ctx = inSession(folder)
    await say(ctx, { words: { settle: 1 }, hoursAgo: 2 })
    const answering = (hours: number) => {
      const since = new Date(ctx.now.getTime() + hours * 3_600_000).toISOString()
      return outcomeOf(() => withWord({ word: 'settle', since }, ctx, async () => undefined))
    }
    expect(await answering(-1)).toBe('no-word')
    expect(await answering(-3)).toBe('done')
    // The clock of the machine that has shown it is ahead.
    await say(ctx, { words: { settle: 1 }, hoursAgo: 2 })
    expect(await answering(1)).toBe('done')
  })

  test('of one session is not used by another, nor from another worktree where the host names none', async () => {
    const folder = makeFolder({ ...git, ...required })
    const state = makeFolder().path
    await say(inSession(folder, 'one', state), { words: { accio: 1 } })
    expect(await outcomeOf(() => accio(folder, inSession(folder, 'two', state)))).toBe('no-word')
    const { CLAUDE_CODE_SESSION_ID: _, ...nameless } = shellOf('one', state)
    expect(await outcomeOf(() => accio(folder, { ...inSession(folder), env: nameless }))).toBe('done')
  })
})

describe('by default', () => {
  test('nothing is asked where no host has reported', async () => {
    const folder = makeFolder(git)
    await accio(folder, edgeAt(folder))
    expect(lastWord(folder)).toBe('unseen')
  })

  test('a word is required within twelve hours of a report, whatever the environment says', async () => {
    const folder = makeFolder(git)
    const ctx = inSession(folder)
    await say(ctx, { words: { finite: 1 } })
    expect(await outcomeOf(() => accio(folder, { ...ctx, env: {} }))).toBe('no-word')
    const later = edgeAt(folder, new Date(ctx.now.getTime() + 13 * 3_600_000))
    expect(await outcomeOf(() => accio(folder, { ...later, env: ctx.env }))).toBe('done')
  })

  test('what is typed needs no other word', async () => {
    const folder = makeFolder({ ...git, ...required })
    await accio(folder, { ...edgeAt(folder), isTyped: async () => true })
    expect(lastWord(folder)).toBe('typed')
  })
})
