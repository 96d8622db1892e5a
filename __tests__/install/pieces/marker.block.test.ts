import fc from 'fast-check'
import type { BlockPiece } from '../../../src/install/agents/piece'
import { putBlock, takeBlocks } from '../../../src/install/pieces/marker'

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
