import { turnLine } from '../../../src/cast/answer/turn'

const now = new Date(2026, 7, 20, 15, 30)
const waiting = (since: Date | string) =>
  turnLine({ who: 'you', does: 'say **Accio**', since: typeof since === 'string' ? since : since.toISOString() }, now)

test('says since when it has waited, by the clock of the reader', () => {
  expect(waiting(new Date(2026, 7, 20, 9, 5))).toBe('You: say **Accio** (since 09:05)')
  expect(waiting(new Date(2026, 7, 20, 0, 0))).toBe('You: say **Accio** (since 00:00)')
})

test('names the day of what has waited since another one', () => {
  expect(waiting(new Date(2026, 7, 18, 12, 0))).toBe('You: say **Accio** (since 2026-08-18)')
})

test.each([
  ['in the same minute', new Date(2026, 7, 20, 15, 29, 30)],
  ['by a clock that is ahead', new Date(2026, 7, 20, 16, 0)],
  ['by a record that has no time', 'yesterday'],
])('says nothing of what began %s', (_, since) => {
  expect(waiting(since)).toBe('You: say **Accio**')
})

test('says nothing of when where that is not asked, and of what is over', () => {
  const since = new Date(2026, 7, 20, 9, 5).toISOString()
  expect(turnLine({ who: 'agent', does: 'working', since })).toBe('The agent is working')
  expect(turnLine({ who: 'nobody', does: '', since }, now)).toBe('Done')
})
