import { chmodSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { type CastContext, cast } from '../../src/cast/cast'
import { turnOf } from '../../src/cast/turn'
import { attemptAsync, Failure } from '../../src/text/failure'
import { isStillAt, momentIn, personIn } from '../../src/word/moment'
import { withWord } from '../../src/word/permission'
import { sayTyped } from '../../src/word/say-word'
import { afterMessage, changeSession, freshSession, sessionsHere } from '../../src/word/sessions'
import { carryOver } from '../../src/word/uses'
import { sessionWithWord } from '../../src/word/which-session'
import { saidIn } from '../../src/word/words-in-message'
import type { HistoryLine } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { historyFile, linesOf, stateFile, stateOf, work } from '../support/casting'
import { archiveWork, takeBack } from '../support/engineer-acts'
import { refuseTimes } from '../support/faults'
import { copyOf, type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, gitIn } from '../support/git'
import { inSession, reportKept, say, shellOf } from '../support/words'

const known = { verbs: ['undo', 'approve', 'stop', 'cancel'], workflows: ['collab'], also: {} }
const at = '2026-03-01T09:00:00.000Z'
const before = { ...freshSession(at, '/orders'), words: { accio: 1 }, grant: { steps: 7 } }
const moment = { id: 'b', time: '2026-03-01T09:05:00.000Z', top: '/orders', at: {} }

// biome-ignore format: one message a line
test.each([
  ['It works.',                             { words: { accio: 1 }, grant: { steps: 7 } }],
  ['accio',                                 { words: { accio: 1 } }],
  ['accio until complete',                  { words: { accio: 1 }, grant: { steps: 19 } }],
  ['wait',                                  { words: {} }],
  ['No, wait - the header is wrong. accio', { words: {} }],
  ['wait; accio until complete',            { words: {} }],
  ['Approve. Stop.',                        { words: { stop: 1 } }],
  ['Stop. Undo that.',                      { words: { stop: 1, undo: 1 } }],
  ['Hold on: spell collab cancel',          { words: { cancel: 1 } }],
])('after “%s”', (message, kept) => {
  const { words, grant } = afterMessage(before, saidIn(message, known), moment)
  expect({ words, ...(grant && { grant }) }).toEqual(kept)
})

/** What becomes of a step where no word can be kept: the refusal says why, and nothing else is stopped. */

const outcome = async (act: Promise<unknown>): Promise<string> => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return 'done'
  return error instanceof Failure ? `${error.code}: ${error.message}` : `unforeseen: ${error}`
}

const readOnly = (): string => {
  const { path } = makeFolder()
  chmodSync(path, 0o500)
  return path
}

// biome-ignore format: a case is a line
const folders: readonly (readonly [what: string, state: (folder: Folder) => string, why: RegExp])[] = [
  ['the environment names a file', () => join(makeFolder({ state: '' }).path, 'state'), /Cannot write .*\/state\/spell\/words: a file is where a folder should be\./],
  ['a file is in the way of the folder', () => makeFolder({ spell: '' }).path, /Cannot write .*\/spell\/words: a file is where a folder should be\./],
  ['it would be in the repository', ({ path }) => join(path, 'state'), /The folder for the state of programs, .*\/state, is inside of the repository/],
  // To the superuser nothing is read-only.
  ...(process.getuid?.() === 0 ? [] : [['it is read-only', readOnly, /Cannot write .*\/spell\/words: permission denied\./] as const]),
]

/** What comes of a message. */
async function heard(ctx: CastContext): Promise<string> {
  const { received } = await reportKept(ctx, 'accio')
  return received.do === 'fail' ? `${received.why.code}: ${received.why.message}` : received.do
}

describe.each(folders)('if %s', (_, state, why) => {
  const made = (word: string) => {
    const folder = makeRepository({ '.ai/spell.json': JSON.stringify({ word }) })
    commitAll(folder)
    const ctx = inSession(folder, 'one', state(folder))
    return { ctx, folder, cast: (spell: string) => outcome(cast(workIn(folder.path, engineer), spell, ctx)) }
  }

  test('a message is no unforeseen error, and what needs no word goes on', async () => {
    const { ctx, folder, cast } = made('recorded')
    expect(await heard(ctx)).toMatch(/^(?!unexpected)[a-z-]+: /)
    expect([await cast('lumos'), await cast('accio'), await cast('lumos')]).toEqual(['done', 'done', 'done'])
    folder.write({ '.ai/task/plan.md': '- [ ] It runs\n  - run: `true`\n', '.ai/task/context.md': 'Orders.\n' })
    // Consents are kept in the same folder; one that is in the repository is never believed.
    expect(await cast('accio')).toMatch(/^(?:done|state-folder: .*)$/)
    expect(await cast('lumos')).toMatch(/^(?:done|state-folder: .*)$/)
  })

  test('the refusal of a word names the folder and the reason', async () => {
    const { ctx, cast } = made('required')
    await heard(ctx)
    const refused = await cast('accio')
    expect(refused).toMatch(/^no-word: spell has not seen Accio from the developer in this session\. If it was said, /)
    expect(refused).toMatch(why)
    expect(await cast('lumos')).toBe('done')
  })
})

test('an account without a home keeps nothing, and a refusal says so', async () => {
  const account = jest.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  })
  const folder = makeFolder({ '.ai/spell.json': '{"word":"required"}' })
  const ctx = { ...inSession(folder), env: {} }
  expect(await outcome(cast(workIn(folder.path, engineer), 'lumos', ctx))).toBe('done')
  expect(await outcome(cast(workIn(folder.path, engineer), 'accio', ctx))).toContain('This account has no home folder')
  expect(await heard(ctx)).toMatch(/^(?!unexpected)[a-z-]+: /)
  account.mockRestore()
})

test('where words can be kept, a refusal says nothing of it', async () => {
  const folder = makeFolder({ '.ai/spell.json': '{"word":"required"}' })
  expect(await outcome(cast(workIn(folder.path, engineer), 'accio', inSession(folder)))).not.toContain(
    'could not be kept',
  )
})

/** A word counts for the person who has said it, and for the host to which it was said. */

const counting = readFileSync('docs/workflows/rfc.yaml', 'utf8')
const ada = 'ada@example.com'

test.each([
  ['in a message', (ctx: ReturnType<typeof inSession>) => reportKept(ctx, 'approve')],
  ['in a terminal', (ctx: ReturnType<typeof inSession>) => sayTyped(ctx, { words: { approve: 1 } })],
])('where people are counted, a word that is said %s counts for who has said it only', async (_, saying) => {
  const folder = makeRepository({ '.ai/workflows/rfc.yaml': counting })
  const ctx = inSession(folder)
  gitIn(folder, 'config', 'user.email', ada)
  await saying(ctx)
  const counts = async (person?: string) =>
    (await sessionWithWord({ word: 'approve', ...(person && { person }) }, ctx, ['host', 'typed'])) !== undefined
  expect([await counts(ada), await counts('Ada@Example.com'), await counts()]).toEqual([true, true, true])
  expect(await counts('bob@example.com')).toBe(false)
})

test('git is not asked who speaks where nobody is counted', async () => {
  expect(await personIn('/nowhere', {}, new Map())).toEqual({})
})

// biome-ignore format: a case is a line
test.each<[host: string, env: Record<string, string>, counts: boolean]>([
  ['Claude Code, which names another session', { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'two' }, false],
  ['Claude Code, which names none', { CLAUDECODE: '1' }, true],
  ['Gemini CLI', { GEMINI_CLI: '1' }, false],
  ['Cursor', { CURSOR_AGENT: '1' }, false],
  ['nobody that is known', {}, true],
])('a word that was said to Claude Code counts for a caster that was started by %s: %s', async (_, host, counts) => {
  const folder = makeRepository()
  const state = shellOf('one').XDG_STATE_HOME
  await reportKept(inSession(folder, 'one', state), 'accio')
  const ctx = { ...inSession(folder), env: { XDG_STATE_HOME: state, ...host } }
  expect((await sessionWithWord({ word: 'accio' }, ctx, ['host'])) !== undefined).toBe(counts)
})

test('who acts is known by the agent whose host has reported here, unless it was for another piece of work', async () => {
  const folder = makeRepository()
  const ctx = inSession(folder)
  const agentNow = async () => (await turnOf(workIn(folder.path, engineer), ctx)).agent
  await cast(workIn(folder.path, engineer), 'accio', ctx)
  expect(await agentNow()).toBeUndefined()
  await say(ctx, { words: { accio: 1 } })
  expect(await agentNow()).toBe('Claude Code')
  await changeSession(
    sessionsHere(folder.path, ctx.env),
    'claude:one',
    ctx.now,
    (before) => before && { ...before, shown: { work: 'another', commands: [] } },
  )
  expect(await agentNow()).toBeUndefined()
})

describe('the moment of a word', () => {
  const line = (number: number, more: Partial<HistoryLine> = {}): HistoryLine => ({
    timestamp: '2026-08-20T15:30:00Z',
    transition: 'A → B',
    trigger: 'Accio',
    work: '0000000a',
    number,
    digest: `${number}`.repeat(64),
    ...more,
  })
  const settled = { trigger: 'Doctor', row: 'merged', tip: 'a'.repeat(40) }
  const before = '2026-08-20T15:00:00Z'

  // biome-ignore format: a case is a line
  test.each<[what: string, isGood: boolean, at: number | undefined, lines: readonly HistoryLine[]]>([
  ['where it was said', true, 2, [line(1, { word: 'said' }), line(2, { word: 'said' })]],
  ['after steps of its own message', true, 1, [line(1), line(2, { word: 'said', said: 'ab.accio.1' }), line(3, { word: 'granted', said: 'ab.granted.1' })]],
  ['after steps without a word', true, 1, [line(1), line(2), line(3)]],
  ['after a step on another word', false, 1, [line(1), line(2, { word: 'said', said: 'cd.accio.1' })]],
  ['after a step that was typed', false, 1, [line(1), line(2, { word: 'typed' })]],
  ['after a step that no word was seen for', false, 1, [line(1), line(2, { word: 'unseen' })]],
  ['after a merge', false, 1, [line(1), line(2, settled)]],
  ['where its place is gone', false, 3, [line(1), line(2)]],
  ['before the first step', true, undefined, []],
  ['after the first step of what has begun since', false, undefined, [line(1, { word: 'said' })]],
  ['in work that had begun elsewhere before it', true, undefined, [line(1, { word: 'said', timestamp: before })]],
])('a word is good, or not, %s', (_, isGood, at, history) => {
  const places = at === undefined ? {} : { '0000000a': `${at}`.repeat(64) }
  const session = { ...freshSession('2026-08-20T15:20:00.000Z', '/'), id: 'ab', at: places }
  const piece = workIn(makeFolder().path, engineer)
  expect(isStillAt(session, piece.beside({}, { ...piece.saved, history }))).toBe(isGood)
})

  test('the place of a message is the last entry of each piece of work that is not archived', async () => {
    const folder = await work()
    const { saved } = workIn(folder.path, engineer)
    const { at } = momentIn(folder.path, folder.path, new Date())
    expect(at).toEqual({ '00000000': saved.history.at(-1)?.digest })
  })
})

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
const usesIn = (folder: Folder): unknown[] => linesOf(folder).map((line) => JSON.parse(line).said)
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
    expect(session()?.uses).toEqual(usesIn(folder))
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
