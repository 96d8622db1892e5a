import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import type { FilePiece, Key } from '../../../src/install/agents/piece'
import { filedKey, isIn, putKeys, takeKeys } from '../../../src/install/pieces/keys'
import { markFile } from '../../../src/install/pieces/marker'
import { putFile } from '../../../src/install/pieces/plan'
import {
  differenceOf,
  goBack,
  type Installed,
  parseRecord,
  printRecord,
  recordPath,
} from '../../../src/install/pieces/record'

const put = (text: string | undefined, keys: readonly Key[], past: readonly Key[] = []) =>
  putKeys(text, { do: 'keys', path: 'x.json', keys }, past.map(filedKey))
const take = (text: string, keys: readonly Key[]) => takeKeys(text, keys.map(filedKey))
const textOf = (...given: Parameters<typeof put>): string => {
  const done = put(...given)
  if (!('text' in done)) throw new Error(JSON.stringify(done))
  return done.text
}
const hook: Key = { at: ['hooks', 'Start'], value: { run: 'spell' }, append: true }
const prepare: Key = { at: ['scripts', 'prepare'], value: 'spell init --hooks' }

test('a file that is not there is made of them', () => {
  expect(JSON.parse(textOf(undefined, [hook]))).toEqual({ hooks: { Start: [{ run: 'spell' }] } })
})

test('comments, layout and everything else stay as they are', () => {
  const text =
    '{\n\t// why\n\t"a": [1,2],   // odd\n\t"hooks": {\n\t\t"Start": [\n\t\t\t{ "run": "other" }\n\t\t]\n\t}\n}\n'
  const after = textOf(text, [hook])
  expect(parse(after).hooks.Start).toEqual([{ run: 'other' }, { run: 'spell' }])
  expect(after).toContain('\t// why\n\t"a": [1,2],   // odd\n')
  expect(take(after, [hook])).toBe(text)
})

test('a comma at the end stays where it was', () => {
  const text = '{\n  // ours\n  "permissions": { "allow": ["Bash(npm test)"] },\n}\n'
  expect(take(textOf(text, [hook]), [hook])).toBe(text)
})

test('a second time nothing changes', () => {
  expect(textOf(textOf('{}', [hook, prepare]), [hook, prepare])).toBe(textOf('{}', [hook, prepare]))
})

test('an older form of ours gives way to the newer one', () => {
  const old: Key = { ...hook, value: { run: 'spell', old: true } }
  expect(parse(textOf(textOf('{}', [old]), [hook], [old]))).toEqual({ hooks: { Start: [{ run: 'spell' }] } })
})

test('a foreign value stays, and both are told', () => {
  expect(put('{"scripts":{"prepare":3}}', [prepare])).toEqual({
    kept: 'foreign',
    ours: '"spell init --hooks"\n',
    there: '3\n',
  })
  expect(put('{"a":1}', [{ at: ['a'], value: 2 }])).toMatchObject({ kept: 'foreign' })
})

test('a value whose keys stand in another order is ours', () => {
  const ours: Key = { at: ['a'], value: { run: 'spell', more: [{ b: 1, c: 2 }] } }
  expect(parse(take('{"a":{"more":[{"c":2,"b":1}],"run":"spell"}}', [ours]))).toEqual({})
})

test('what a user has changed is not taken out', () => {
  const changed = '{"hooks":{"Start":[{"run":"spell --mine"}]}}'
  expect(take(changed, [hook])).toBe(changed)
})

test('objects and lists that others use stay', () => {
  const text = '{"hooks":{"Stop":[]},"scripts":{}}'
  expect(parse(take(textOf(text, [hook]), [hook]))).toEqual({ hooks: { Stop: [] }, scripts: {} })
})

test.each([
  ['{"a":', /line 1/],
  ['{\n"a": 1\n"b": 2\n}', /line 3/],
  ['[]', /not a JSON object/],
  ['', /not valid JSON/],
])('%j is refused with the place', (text, why) => {
  expect(put(text, [hook])).toEqual({ kept: 'refused', why: expect.stringMatching(why) })
})

test('what goes in comes out, and leaves every other value as it was', () => {
  const tree = fc.dictionary(fc.constantFrom('hooks', 'scripts', 'x', 'y'), fc.jsonValue({ maxDepth: 2 }))
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 1, 2, 4, '\t'), (value, indent) => {
      const text = `${JSON.stringify(value, null, indent)}\n`
      const done = put(text, [hook, prepare])
      if (!('text' in done)) return
      expect([hook, prepare].every((key) => isIn(done.text, filedKey(key)))).toBe(true)
      const before = parse(text)
      const had = (at: string) => typeof before[at] === 'object' && before[at] !== null
      const back = parse(take(done.text, [hook, prepare]))
      for (const key of Object.keys(before)) if (!had(key)) expect(back[key]).toEqual(before[key])
    }),
  )
})

const piece: FilePiece = { do: 'file', path: 'SKILL.md', text: 'Cast.', comment: 'html' }
const ours = markFile('html', '1.0.0', 'Cast.\n')

test('a file that is not there is made, and says whose it is', () => {
  expect(putFile(undefined, piece, '1.0.0')).toEqual({ text: ours })
})

test('a second time nothing changes, also with another version', () => {
  expect(putFile(ours, piece, '2.0.0')).toEqual({ text: ours })
})

test('an older text gives way', () => {
  const next = markFile('html', '2.0.0', 'Cast well.\n')
  expect(putFile(ours, { ...piece, text: 'Cast well.' }, '2.0.0')).toEqual({ text: next })
})

test('a file that a user has changed stays', () => {
  const there = ours.replace('Cast', 'Sing')
  expect(putFile(there, piece, '1.0.0')).toEqual({ kept: 'edited', ours: 'Cast.\n', there: 'Sing.\n' })
})

test.each(['mine', '', '\n'])('a foreign file stays, also one in which nothing is written: %j', (there) => {
  expect(putFile(there, piece, '1.0.0')).toEqual({ kept: 'foreign', ours: 'Cast.\n', there })
})

const record: Installed = {
  version: '1.0.0',
  choices: { agents: ['claude'], guard: 'husky' },
  files: [{ path: 'AGENTS.md', whole: '0123456789ab', before: null }],
}

test('what is printed can be read', () => {
  expect(parseRecord(printRecord(record), recordPath)).toEqual(record)
})

test.each(['', '{', '[]', 'null', '{"version":1}', '{"version":"1","choices":{"agents":[],"guard":"a"},"files":[{}]}'])(
  '%j is no record, and the message says where it is',
  (text) => {
    expect(() => parseRecord(text, '.ai/installed.json')).toThrow(
      expect.objectContaining({
        exitCode: 5,
        code: 'installed-unreadable',
        message: expect.stringMatching('installed.json'),
      }),
    )
  },
)

test('from any text the difference leads back to any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', 'é', '😀') })
  fc.assert(fc.property(text, text, (before, now) => goBack(now, differenceOf(before, now)) === before))
})
