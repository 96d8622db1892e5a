import { chmodSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { type CastContext, cast } from '../../src/cast/cast'
import { Failure } from '../../src/text/failure'
import { afterMessage, freshSession } from '../../src/word/sessions'
import { saidIn } from '../../src/word/words-in-message'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { inSession, reportKept } from '../support/words'

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
