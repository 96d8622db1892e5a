import { settingsOfBase } from '../../src/check/base'
import { settingsRule } from '../../src/check/repository-rules'
import { attemptAsync } from '../../src/text/failure'
import { loadSettings } from '../../src/work/settings/settings'
import { makeFolder } from '../support/folder'

const path = '.ai/spell.json'
const baseOf = (text?: string, histories = new Map()) => ({
  name: 'main',
  commit: 'a'.repeat(40),
  histories,
  ...(text !== undefined && {
    settings: { id: '', size: text.length, read: async (take: (bytes: Buffer) => void) => take(Buffer.from(text)) },
  }),
})
const proof = (settings: object) => JSON.stringify({ proof: settings })
const read = (text: string | undefined) =>
  attemptAsync(() => loadSettings(makeFolder(text === undefined ? {} : { [path]: text }).path, {}))
const told = async (before: string | undefined, now: string | undefined) =>
  (await settingsRule('', await read(now), baseOf(before))).map(({ message }) => message)

test.each([
  ['a command less', proof({ always: ['a', 'b'] }), proof({ always: ['b'] }), ['`proof.always` has lost `a`.']],
  ['no commands', proof({ always: ['a'] }), '{}', ['`proof.always` has lost `a`.']],
  ['no file', proof({ required: true }), undefined, ['`proof.required` is off.']],
  ['nothing required', proof({ required: true }), proof({ required: false }), ['`proof.required` is off.']],
])('settings with %s ask for less than those of the base', async (_, before, now, expected) => {
  expect(await told(before, now)).toEqual(expected)
})

test.each([
  ['the same', proof({ always: ['a', 'b'] }), proof({ always: ['b', 'a'] })],
  ['more', proof({ always: ['a'] }), proof({ always: ['a', 'b'], required: true })],
  ['another limit', proof({ within: '9m' }), proof({ within: '1m' })],
  ['mistakes, which are found elsewhere', proof({ always: ['a'] }), '{ "lunch": 1 }'],
  ['what a base with mistakes did not', '{ "lunch": 1 }', '{}'],
  ['what a base without settings did not', undefined, '{}'],
])('settings that ask for %s do not', async (_, before, now) => {
  expect(await told(before, now)).toEqual([])
})

test('what helps is to bring them back from the base; without one there is nothing to compare with', async () => {
  const now = await read(undefined)
  const [found] = await settingsRule('', now, baseOf(proof({ required: true })))
  expect(found).toMatchObject({
    code: 'settings-weaker',
    where: path,
    fix: `test ! -e ${path} && git restore --source=aaaaaaaaaaaa -- ${path}`,
  })
  expect(await settingsRule('', now, undefined)).toEqual([])
  expect(await settingsOfBase(baseOf())).toBeUndefined()
})

test.each([
  ['required', 'auto', '`word` is `auto`, and was `required`.'],
  ['required', 'recorded', '`word` is `recorded`, and was `required`.'],
  ['auto', 'recorded', '`word` is `recorded`, and was `auto`.'],
  ['auto', 'required', undefined],
  [undefined, 'recorded', '`word` is `recorded`, and was `auto`.'],
  [undefined, 'auto', undefined],
  ['recorded', 'recorded', undefined],
])('a base with the word %s and a checkout with %s', async (before, now, message) => {
  const base = baseOf(before && JSON.stringify({ word: before }), new Map([['.ai/task/history.jsonl', {}]]))
  const [found] = await settingsRule('', await read(JSON.stringify({ word: now })), base)
  expect(found).toEqual(
    message && { code: 'word-weaker', where: path, message, fix: `Set \`word\` to "${before ?? 'auto'}" again.` },
  )
})

test('of a base that has no work yet no word is weaker', async () => {
  expect(await told(undefined, JSON.stringify({ word: 'recorded' }))).toEqual([])
})
