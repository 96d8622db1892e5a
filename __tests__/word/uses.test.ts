import { type CastContext, cast } from '../../src/cast/cast'
import { attemptAsync, Failure } from '../../src/text/failure'
import { withWord } from '../../src/word/permission'
import { sayTyped } from '../../src/word/say-word'
import { sessionsHere } from '../../src/word/sessions'
import { carryOver } from '../../src/word/uses'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { historyFile, linesOf, stateFile, stateOf } from '../support/casting'
import { archiveWork, takeBack } from '../support/engineer-acts'
import { refuseTimes } from '../support/faults'
import { copyOf, type Folder, makeFolder } from '../support/folder'
import { inSession, say } from '../support/words'

afterEach(() => jest.restoreAllMocks())

const required = { '.git/HEAD': 'ref: refs/heads/main\n', '.ai/spell.json': '{"word":"required"}' }
const documents = { '.ai/task/context.md': '# Context\n', '.ai/task/plan.md': '# Plan\n\n- [ ] It is exported\n' }

/** A clone in which the agent's tools run in a sandbox: it reads the account's folder, and writes `.ai/` only. */
function sandboxed() {
  const [folder, state] = [makeFolder(required), makeFolder().path]
  const ctx = inSession(folder, 'one', state)
  const inside = () =>
    void refuseTimes('mkdirSync', Number.POSITIVE_INFINITY, 'EROFS', (path) => path.startsWith(state))
  const session = () => sessionsHere(folder.path, ctx.env).all['claude:one']
  return { folder, ctx, inside, outside: () => jest.restoreAllMocks(), session }
}

const accio = (folder: Folder, ctx: CastContext) =>
  attemptAsync(() => cast(workIn(folder.path, engineer), 'accio', { ...ctx, root: folder.path }))
const resultOf = async (folder: Folder, ctx: CastContext) => {
  const answer = await accio(folder, ctx)
  return answer instanceof Failure ? answer.message : answer.outcome
}
const saidIn = (folder: Folder): unknown[] => linesOf(folder).map((line) => JSON.parse(line).said)
const seenBefore = /^spell has not seen Accio from the developer since the one that an earlier step has used\./
const forEarlier = /^The word was said for an earlier step: this work has gone on since\./

describe('in a sandbox that cannot write the account’s folder', () => {
  test('a kept word lets one step happen, whose entry names it', async () => {
    const { folder, ctx, inside, session } = sandboxed()
    await say(ctx, { words: { accio: 1 } })
    inside()
    expect(await resultOf(folder, ctx)).toBe('advanced')
    expect(JSON.parse(linesOf(folder)[0] ?? '')).toMatchObject({ word: 'said', said: `${session()?.id}.accio.1` })
    expect(session()?.uses).toEqual([])
    folder.write(documents)
    expect(await resultOf(folder, ctx)).toMatch(seenBefore)
  })

  test('a word that a step has used stays used once a hook has run, whatever becomes of the step', async () => {
    const { folder, ctx, inside, outside, session } = sandboxed()
    const before = copyOf(folder)
    await say(ctx, { words: { accio: 1 } })
    inside()
    await accio(folder, ctx)
    outside()
    await carryOver(ctx)
    expect(session()?.uses).toEqual(saidIn(folder))
    folder.remove('.ai')
    folder.write({ '.ai/spell.json': before.read('.ai/spell.json') })
    inside()
    expect(await resultOf(folder, ctx)).toMatch(/^spell has not seen Accio/)
  })

  test('of two processes with the same word one makes its step', async () => {
    const { folder, ctx, inside } = sandboxed()
    await say(ctx, { words: { accio: 1 } })
    inside()
    const results = await Promise.all([resultOf(folder, ctx), resultOf(folder, ctx)])
    expect(results.sort()).toEqual([expect.stringMatching(/^Another step has used this word\./), 'advanced'])
    expect(linesOf(folder)).toHaveLength(1)
  })

  test('a word that began a piece of work does not begin the next one', async () => {
    const { folder, ctx, inside } = sandboxed()
    await say(ctx, { words: { accio: 1, new: 1 } })
    inside()
    await accio(folder, ctx)
    await archiveWork(folder, ctx)
    expect(await resultOf(folder, ctx)).toMatch(/^spell has not seen Accio/)
  })

  test('a grant is worth nineteen more steps, also if some of them are taken out', async () => {
    const { folder, ctx, inside, outside } = sandboxed()
    folder.write(documents)
    await say(ctx, { words: { accio: 1 }, untilComplete: true })
    let steps = 0
    const goOn = async (most: number) => {
      inside()
      for (let count = 0; count < most; count++) {
        folder.write({
          '.ai/task/task.md': '---\ntask_name: a\n---\n\nDo it.\n',
          '.ai/task/task-results.md': 'Done.\n',
        })
        if ((await resultOf(folder, ctx)) !== 'advanced') break
        steps++
      }
      outside()
      // The hook before the next tool call.
      await carryOver(ctx)
    }
    await goOn(5)
    const before = copyOf(folder)
    await goOn(6)
    folder.remove('.ai')
    folder.write(before.contents('.ai'))
    await goOn(30)
    expect(steps).toBe(20)
  })

  test('what is new is shown, and agreed to but for its commands', async () => {
    const { folder, ctx, inside } = sandboxed()
    await say(ctx, { words: { accio: 3 } })
    await accio(folder, ctx)
    folder.write({ '.ai/task/context.md': '# Context\n' })
    await accio(folder, ctx)
    folder.write({ '.ai/task/plan.md': '# Plan\n\n- [ ] It is exported\n  - run: `true`\n' })
    const look = () => cast(workIn(folder.path, engineer), 'lumos', ctx)
    expect(await look()).toMatchObject({ shown: { commands: [{ text: 'true' }] } })
    inside()
    await accio(folder, ctx)
    const { agreed } = JSON.parse(linesOf(folder).at(-1) ?? '{}')
    expect(agreed).toEqual({ criteria: expect.any(String) })
    expect(await look()).toMatchObject({ turn: { who: 'you', command: 'spell allow' } })
  })

  test('that hides the folder, the agent hears of it', async () => {
    const { folder, ctx } = sandboxed()
    await say(ctx, { words: { accio: 1 } })
    const hidden = { ...ctx, env: { ...ctx.env, XDG_STATE_HOME: makeFolder().path } }
    expect(await resultOf(folder, hidden)).toMatch(
      /can be read here. .*the hook on their messages did not run.*a sandbox hides .*said alone, as a message, it is cast/,
    )
    const noFolder = { ...ctx, env: { ...ctx.env, XDG_STATE_HOME: `${makeFolder({ file: '' }).path}/file` } }
    expect(await resultOf(folder, noFolder)).toMatch(/could not be kept: .*a file is where a folder should be/)
    expect(await cast(workIn(folder.path, engineer), 'lumos', noFolder)).toMatchObject({ ok: true })
  })
})

describe('a word is good from where it was said:', () => {
  const begun = async () => {
    const here = sandboxed()
    await say(here.ctx, { words: { accio: 1 } })
    await accio(here.folder, here.ctx)
    here.folder.write(documents)
    await say(here.ctx, { words: { accio: 1 } })
    return here
  }
  const typed = (ctx: CastContext) => ({ ...ctx, isTyped: async () => true })

  test.each<[what: string, act: (folder: Folder, ctx: CastContext) => Promise<unknown>]>([
    ['a step that the developer types', (folder, ctx) => accio(folder, typed(ctx))],
    ['a step taken back', (folder, ctx) => takeBack(folder, typed(ctx))],
    [
      'a step on the word of another session',
      async (folder, { env, ...ctx }) => {
        const two = { ...ctx, env: { ...env, CLAUDE_CODE_SESSION_ID: 'two' } }
        await say(two, { words: { accio: 1 }, session: 'two' })
        return accio(folder, two)
      },
    ],
  ])('not after %s', async (_, act) => {
    const { folder, ctx } = await begun()
    expect(await act(folder, ctx)).not.toBeInstanceOf(Failure)
    const before = linesOf(folder)
    expect(await resultOf(folder, ctx)).toMatch(forEarlier)
    expect(linesOf(folder)).toEqual(before)
    await say(ctx, { words: { accio: 1 } })
    expect(await resultOf(folder, ctx)).not.toMatch(forEarlier)
  })

  test('not if another step is made between its look and its lock', async () => {
    const { folder, ctx } = await begun()
    const wanted = { word: 'accio', work: workIn(folder.path, engineer) }
    const made = withWord(wanted, ctx, async ({ held }) => {
      await accio(folder, typed(ctx))
      held?.(workIn(folder.path, engineer))
    })
    await expect(made).rejects.toThrow(forEarlier)
  })

  test('where none is required, the step after another one is unseen', async () => {
    const folder = makeFolder({ '.git/HEAD': 'ref: refs/heads/main\n' })
    const ctx = inSession(folder)
    await sayTyped(ctx, { words: { accio: 1 } })
    await accio(folder, typed(ctx))
    folder.write(documents)
    expect(await resultOf(folder, ctx)).toBe('advanced')
    expect(linesOf(folder).map((line) => JSON.parse(line).word)).toEqual(['typed', 'unseen'])
  })

  test('not where an older state was put back', async () => {
    const { folder, ctx } = await begun()
    const before = copyOf(folder)
    await accio(folder, ctx)
    await say(ctx, { words: { accio: 1 } })
    folder.write({ [stateFile]: before.read(stateFile), [historyFile]: before.read(historyFile) })
    expect(await resultOf(folder, ctx)).toMatch(forEarlier)
  })

  test('also after what takes no word, such as a change by hand', async () => {
    const { folder, ctx } = await begun()
    folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), current_state: 'GATHER_EDITING' }) })
    expect(await resultOf(folder, ctx)).toBe('advanced')
    expect(linesOf(folder).map((line) => JSON.parse(line).trigger)).toEqual(['Accio', 'Doctor', 'Accio'])
  })

  test('for the first step of what begins later', async () => {
    const { folder, ctx } = sandboxed()
    await say(ctx, { words: { accio: 1 } })
    expect(await resultOf(folder, ctx)).toBe('advanced')
  })
})
