import { Failure } from '../../src/failure/failure'
import { byMostRecent, lastModified } from '../../src/work/recency'
import type { Saved } from '../../src/work/state/state'

const saved = (timestamp: string | undefined, version: string) =>
  ({ version, history: timestamp === undefined ? [] : [{ timestamp }] }) as unknown as Saved

test('a piece of work was last worked on when its last line says, and its state was written', () => {
  expect(lastModified(saved('2026-08-20T12:00:00Z', '7 1000.25 300'))).toEqual({
    time: '2026-08-20T12:00:00Z',
    written: 1000.25,
  })
})

test('one without lines, without a state, or that cannot be read, was never', () => {
  expect(lastModified(saved(undefined, ''))).toEqual({ time: '', written: 0 })
  expect(lastModified(new Failure(5, 'state-unreadable', 'It is no JSON.', 'spell doctor'))).toEqual({
    time: '',
    written: 0,
  })
})

test('the last comes first, also of two in one second', () => {
  const [a, b, c, never] = [
    { time: '2026-08-20T12:00:00Z', written: 999.5 },
    { time: '2026-08-20T12:00:00Z', written: 1000 },
    { time: '2026-08-21T12:00:00Z', written: 1 },
    { time: '', written: 0 },
  ]
  expect([a, never, b, c].sort(byMostRecent)).toEqual([c, b, a, never])
})
