import { createHash } from 'node:crypto'
import { linesInCommon } from '../../src/git/blob'
import { makeFolder } from '../support/folder'

const line = `${'x'.repeat(99)}\n`

/** As `git hash-object` names it. */
const blobOf = (text: string) => {
  const id = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
  return { id, size: text.length }
}
const linesIn = (file: string, committed: string) =>
  linesInCommon(makeFolder({ history: file }).path, 'history', blobOf(committed))

test.each([
  ['nothing', 0, 0],
  ['a few lines', 3, 5],
  ['the same', 5, 5],
  ['less than one read of many', 10, 40_000],
  ['more than one read', 15_000, 40_000],
])('a file that goes on from what git has: %s', (_, committed, today) => {
  expect(linesIn(line.repeat(today), line.repeat(committed))).toBe(committed)
})

test.each([
  ['is shorter', 4, 5],
  ['is shorter by more than one read', 5, 40_000],
])('a file that %s does not begin with it', (_, today, committed) => {
  expect(linesIn(line.repeat(today), line.repeat(committed))).toBeUndefined()
})

test('a file that begins in another way, far behind its beginning', () => {
  const committed = line.repeat(20_000)
  expect(linesIn(`${committed.slice(0, -2)}y\n${line}`, committed)).toBeUndefined()
})

test.each([-1, 0, 1])('the last byte counts, %s from the end of a read', (offset) => {
  const committed = `${line.repeat(20_000).slice(0, 2 ** 20 + offset - 1)}\n`
  expect(linesIn(`${committed}more\n`, committed)).toBe(committed.split('\n').length - 1)
})
