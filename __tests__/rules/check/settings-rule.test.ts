import { settingsOfBase, settingsRule } from '../../../src/rules/check/settings-rule'
import { makeFolder } from '../../support/folder'

const path = '.ai/spell.json'
const baseOf = (text?: string) => ({
  name: 'main',
  commit: 'a'.repeat(40),
  histories: new Map(),
  ...(text !== undefined && {
    settings: { id: '', size: text.length, read: async (take: (bytes: Buffer) => void) => take(Buffer.from(text)) },
  }),
})
const proof = (settings: object) => JSON.stringify({ proof: settings })
const told = async (before: string | undefined, now: string | undefined) => {
  const folder = makeFolder(now === undefined ? {} : { [path]: now })
  return (await settingsRule(folder.path, {}, baseOf(before))).map(({ message }) => message)
}

test.each([
  ['a command less', proof({ always: ['a', 'b'] }), proof({ always: ['b'] }), ['`proof.always` has lost `a`.']],
  ['another command', proof({ always: ['a'] }), proof({ always: ['true'] }), ['`proof.always` has lost `a`.']],
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
  const folder = makeFolder()
  const [found] = await settingsRule(folder.path, {}, baseOf(proof({ required: true })))
  expect(found).toMatchObject({
    code: 'settings-weaker',
    where: path,
    fix: `git restore --source=aaaaaaaaaaaa -- ${path}`,
  })
  expect(await settingsRule(folder.path, {}, undefined)).toEqual([])
  expect(await settingsOfBase(baseOf())).toBeUndefined()
})
