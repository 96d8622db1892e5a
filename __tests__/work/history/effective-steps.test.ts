import { effectiveSteps } from '../../../src/work/history/effective-steps'
import type { HistoryLine } from '../../../src/work/history/history-line'

const line = (digest: string, trigger = 'Accio', undoes?: string): HistoryLine => ({
  timestamp: '2026-08-20T15:30:00Z',
  transition: 'A → B',
  trigger,
  digest,
  ...(undoes && { undoes }),
})
const standing = (...lines: HistoryLine[]) => effectiveSteps(lines).map(({ digest }) => digest)

test('without an undo every step stands, the newest first', () => {
  expect(standing(line('a'), line('b', 'New'), line('c', 'Override'), line('d', 'Doctor'))).toEqual([
    'd',
    'c',
    'b',
    'a',
  ])
})

test('what was taken back stands no more, nor does what took it back', () => {
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'))).toEqual(['a'])
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'), line('d', 'Undo', 'a'))).toEqual([])
})

test('what was cast after an undo stands before what was left', () => {
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'), line('d'))).toEqual(['d', 'a'])
})

test('of a line that is older than those that are kept only the undo is seen', () => {
  expect(standing(line('c', 'Undo', 'b'), line('d'))).toEqual(['d'])
})

test('a line that a user has written by hand, without a digest, stands', () => {
  const { digest: _, ...byHand } = line('')
  expect(effectiveSteps([byHand])).toEqual([byHand])
})
