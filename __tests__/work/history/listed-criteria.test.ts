import type { HistoryLine } from '../../../src/work/history/history-line'
import { areAsPlanned } from '../../../src/work/history/listed-criteria'
import { engineer } from '../../../src/workflows/engineer'

type Plan = NonNullable<HistoryLine['plan']>

const entry = (plan: Partial<Plan> | undefined, from = 'GATHER_EDITING') =>
  ({ transition: `${from} → ACHIEVE_TASK_DRAFTING`, ...(plan && { plan }) }) as HistoryLine
const first = entry({ texts: ['1', '2'], said: ['one', 'two'] })
const asPlanned = (said: readonly string[], ...lines: readonly HistoryLine[]) => areAsPlanned(lines, engineer, said)

test('criteria that are planned word for word need no digest, also where an entry lists only what is new', () => {
  expect(asPlanned(['one', 'two'], first, entry(undefined), entry({ ticked: 'x-' }))).toBe(true)
  expect(asPlanned(['three', 'one'], first, entry({ texts: ['3', '1'], said: ['three', ''] }))).toBe(true)
  const withCommand = entry({ texts: ['1', '2'], commands: ['c', ''], said: ['one\nrun: `x`', ''] })
  expect(asPlanned(['one\nrun: `x`', 'two'], entry({ ...first.plan, commands: ['', ''] }), withCommand)).toBe(true)
})

test('what is reworded, added, not planned, cut short or damaged is not known without one', () => {
  expect(asPlanned(['one', 'Two'], first)).toBe(false)
  expect(asPlanned(['one'], first)).toBe(false)
  expect(asPlanned(['one'])).toBe(false)
  expect(asPlanned(['three'], first, entry({ texts: ['3'], said: ['three'] }, 'ACHIEVE_TASK_EXECUTED'))).toBe(false)
  const long = 'long '.repeat(40)
  expect(asPlanned([long], entry({ texts: ['1'], said: [long] }))).toBe(false)
  expect(asPlanned(['one'], entry({ texts: 'one' as never }), entry({ texts: ['1'], commands: null as never }))).toBe(
    false,
  )
})
