import fc from 'fast-check'
import type { BlockPiece } from '../../../src/install/agents/piece'
import {
  blocksIn,
  fingerprint,
  isTornBlock,
  markBlock,
  markedFile,
  markFile,
  putBlock,
  takeBlocks,
} from '../../../src/install/pieces/marker'

const cases = ['hash', 'html', 'slashes'] as const
test.each(cases)('a block between %s comments is found again, with what it says', (comment) => {
  const marked = markBlock(comment, 'guard', '1.2.3', 'one\n\n  two\n')
  expect(blocksIn(`above\n${marked}below\n`)).toEqual([
    { id: 'guard', body: 'one\n\n  two\n', untouched: true, start: 6, end: 6 + marked.length, indent: '' },
  ])
})

test.each(['hash', 'html', 'slashes'] as const)('a file that ends with a %s comment says whose it is', (comment) => {
  expect(markedFile(markFile(comment, '1.2.3', 'one\n'))).toMatchObject({ body: 'one\n', untouched: true })
})

test('in a file with front matter the marker is in that, where no model reads it', () => {
  const body = '---\ndescription: "goes on"\n---\n\naccio\n'
  const marked = markFile('html', '1.2.3', body)
  expect(marked).toMatch(/^---\ndescription: "goes on"\n# spell:file 1\.2\.3 [0-9a-f]{12} .*\n---\n\naccio\n$/)
  for (const text of [marked, marked.replaceAll('\n', '\r\n')])
    expect(markedFile(text)).toEqual({ body, untouched: true })
  expect(markedFile(marked.replace('accio', 'reparo'))?.untouched).toBe(false)
  expect(markedFile(marked.replace(/^# spell:file.*\n/m, ''))).toBeUndefined()
  // As earlier versions wrote it.
  const atTheEnd = `${body}<!-- spell:file 0.1.0 ${fingerprint(body)} (yours if you change it) -->\n`
  expect(markedFile(atTheEnd)).toEqual({ body, untouched: true })
})

test('a user has changed a block or a file when a letter of it is another', () => {
  const change = (text: string) => text.replace(/^one$/m, 'won')
  expect(blocksIn(change(markBlock('hash', 'a', '1.0.0', 'one\n')))[0]?.untouched).toBe(false)
  expect(markedFile(change(markFile('html', '1.0.0', 'one\n')))?.untouched).toBe(false)
})

test('another indent or other line endings are no change', () => {
  const marked = markBlock('hash', 'a', '1.0.0', 'one\n  two\n')
  const moved = marked.replace(/^/gm, '    ').trimEnd().replaceAll('\n', '\r\n')
  expect(blocksIn(moved)).toMatchObject([{ body: 'one\n  two\n', untouched: true, indent: '    ' }])
  expect(fingerprint('a\r\nb\r\n')).toBe(fingerprint('a\nb\n'))
})

test('two blocks stand for themselves, also without anything between them', () => {
  const text = markBlock('hash', 'a', '1.0.0', 'one\n') + markBlock('hash', 'b', '1.0.0', '')
  expect(blocksIn(text).map(({ id, body }) => [id, body])).toEqual([
    ['a', 'one\n'],
    ['b', ''],
  ])
})

test.each([
  ['the end is gone', (text: string) => text.replace(/^.*spell:end.*\n/m, '')],
  ['the beginning is gone', (text: string) => text.replace(/^.*spell:begin.*\n/m, '')],
])('a block is torn where %s', (_, tear) => {
  const marked = markBlock('hash', 'a', '1.0.0', 'one\n')
  expect([isTornBlock(marked, 'a'), isTornBlock(tear(marked), 'a'), isTornBlock(tear(marked), 'b')]).toEqual([
    false,
    true,
    false,
  ])
  expect(blocksIn(tear(marked))).toEqual([])
})

test('a torn block does not swallow the next one', () => {
  const torn = markBlock('hash', 'a', '1.0.0', 'one\n').replace(/^.*spell:end.*\n/m, '')
  expect(blocksIn(torn + markBlock('hash', 'b', '1.0.0', 'two\n')).map(({ id }) => id)).toEqual(['b'])
})

test('a file that only speaks of the marker is not ours', () => {
  expect(markedFile(`${markFile('hash', '1.0.0', 'one\n')}more\n`)).toBeUndefined()
})

const piece: BlockPiece = { do: 'block', path: 'AGENTS.md', id: 'spell', text: 'Cast with care.', comment: 'html' }
const textOf = (text: string | undefined, asked: BlockPiece = piece, version = '1.0.0'): string => {
  const put = putBlock(text, asked, version)
  if (!('text' in put)) throw new Error(JSON.stringify(put))
  return put.text
}
const all = () => false

test('a file that is not there begins with the block', () => {
  expect(textOf(undefined)).toMatch(
    /^<!-- spell:begin spell 1\.0\.0 .*-->\nCast with care\.\n<!-- spell:end spell -->\n$/,
  )
})

test('at the end of a file it stands apart', () => {
  expect(textOf('# Rules\n')).toMatch(/^# Rules\n\n<!-- spell:begin/)
  expect(textOf('# Rules')).toMatch(/^# Rules\n\n<!-- spell:begin/)
})

test('a second time nothing changes, also with another version', () => {
  expect(textOf(textOf('# Rules\n'), piece, '2.0.0')).toBe(textOf('# Rules\n'))
})

test('a newer text takes the place of the old one, where that stands now', () => {
  const moved = `${textOf(undefined)}# Rules\n`
  const next = textOf(moved, { ...piece, text: 'Cast with more care.' }, '2.0.0')
  expect(next).toMatch(
    /^<!-- spell:begin spell 2\.0\.0 .*-->\nCast with more care\.\n<!-- spell:end spell -->\n# Rules\n$/,
  )
})

test('a block that a user has changed stays, and both texts are told', () => {
  const changed = textOf(undefined).replace('care', 'joy')
  expect(putBlock(changed, piece, '1.0.0')).toEqual({
    kept: 'edited',
    ours: 'Cast with care.\n',
    there: 'Cast with joy.\n',
  })
  expect(takeBlocks(changed, all)).toBe(changed)
})

test('a block without its end stays too', () => {
  const torn = textOf(undefined).replace(/<!-- spell:end.*\n/, '')
  expect(putBlock(torn, piece, '1.0.0')).toMatchObject({ kept: 'edited' })
})

test('its place can be in the midst of a file, indented as that needs', () => {
  const yaml = 'pre-commit:\n  commands:\n    lint:\n      run: lint\n'
  const place = (text: string) => ({ offset: text.indexOf('    lint'), indent: '    ' })
  const put = textOf(yaml, { ...piece, comment: 'hash', text: 'guard:\n  run: guard\n', place })
  expect(put.split('\n').filter((line) => !line.includes('spell:'))).toEqual([
    'pre-commit:',
    '  commands:',
    '    guard:',
    '      run: guard',
    '    lint:',
    '      run: lint',
    '',
  ])
  expect(takeBlocks(put, all)).toBe(yaml)
})

test('a file that cannot take it gives the reason', () => {
  expect(putBlock('[]', { ...piece, place: () => 'It is a list.' }, '1.0.0')).toEqual({
    kept: 'refused',
    why: 'It is a list.',
  })
})

const lines = fc.array(fc.constantFrom('', 'a', '  b', '<!-- c -->', '# d')).map((parts) => parts.join('\n'))

test('a whole file comes back as it was once the block is out', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n'), (text, end) => {
      const file = `${text}\n`.replaceAll('\n', end)
      expect(takeBlocks(textOf(file), all)).toBe(file)
    }),
  )
})

test('line endings are those of the file', () => {
  expect(textOf('# Rules\r\n')).not.toMatch(/[^\r]\n/)
})
