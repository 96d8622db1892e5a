import { appendFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { isBlank, linesOf } from '../../../src/work/history/text-lines'
import { makeFolder } from '../../support/folder'
import { often } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const path = 'lines.txt'
const read = (text: string) => [...linesOf(makeFolder({ [path]: text }).path, path)]

test('a file that is not there has no lines', () => {
  expect([...linesOf(makeFolder().path, path)]).toEqual([])
})

// biome-ignore format: a case is a line
test.each([
  ['', []],
  ['a\n', [['a', true]]],
  ['a', [['a', false]]],
  ['\n\nb', [['', true], ['', true], ['b', false]]],
  ['a\r\nb\r\n', [['a', true], ['b', true]]],
])('%j', (text, lines) => {
  expect(read(text).map(({ text, ended }) => [text, ended])).toEqual(lines)
})

test('lines are those that splitting the whole would give, wherever the pieces end', () => {
  const line = fc.oneof(
    fc.string({ unit: anyCharacter }),
    // Around a megabyte, which is read at once; of characters that take one byte, and more.
    fc
      .tuple(fc.constantFrom('a', 'é', '☕', '🦉'), fc.integer({ min: -3, max: 3 }))
      .map(([letter, more]) => letter.repeat((1024 * 1024) / Buffer.byteLength(letter) + more)),
  )
  const lines = fc.array(
    line.map((text) => text.replace(/[\r\n]/g, '')),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, fc.string({ maxLength: 2 }), (whole, rest) => {
      const last = rest.replace(/[\r\n]/g, '')
      const wanted = whole.map((text, index) => ({ number: index + 1, text, ended: true }))
      const end = last === '' ? [] : [{ number: whole.length + 1, text: last, ended: false }]
      const all = [...wanted, ...end]
      // Blank lines at the end are none.
      expect(read([...whole, last].join('\n'))).toEqual(
        all.slice(0, all.findLastIndex(({ text }) => !isBlank(text)) + 1),
      )
    }),
    { numRuns: often(60) },
  )
})

test('a line that never ends does not stop those after it, nor is it kept in memory', () => {
  const folder = makeFolder({ [path]: 'first\n' })
  // Zeros that take no room on the disk.
  truncateSync(join(folder.path, path), 64 * 1024 * 1024)
  appendFileSync(join(folder.path, path), '\nsecond\nthird\n')
  const [first, long, ...others] = linesOf(folder.path, path)
  expect(first?.text).toBe('first')
  expect(long?.text.length).toBeLessThan(20 * 1024 * 1024)
  expect(others).toEqual([
    { number: 3, text: 'second', ended: true },
    { number: 4, text: 'third', ended: true },
  ])
})
