import fc from 'fast-check'
import {
  differenceOf,
  goBack,
  type Installed,
  parseRecord,
  printRecord,
  recordPath,
} from '../../../src/install/pieces/record'

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
