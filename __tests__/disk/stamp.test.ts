import { stampOf, timestampOf } from '../../src/disk/stamp'

/** An instant that is another day in most places. */
const now = new Date('2026-08-20T23:59:59.987Z')

test('the history says the time in UTC, to the second', () => {
  expect(timestampOf(now)).toBe('2026-08-20T23:59:59Z')
})

test('an archive is named after the time in UTC, to the minute', () => {
  expect(stampOf(now)).toBe('2026-08-20-2359')
})
