import { differenceOf, inPairs, type Pair, ratioOf } from '../../../scripts/bench/pairs'
import { ratioRow } from '../../../scripts/bench/row'
import { sectionTable } from '../../../scripts/bench/table'

/** Measures with a clock that counts; notes who was measured when. */
function counted() {
  const order: string[] = []
  const measure = (name: string, taken: number) => () => {
    order.push(name)
    return taken
  }
  return { order, measure }
}

test('of each pair now one and now the other comes first', async () => {
  const { order, measure } = counted()
  await inPairs(2, measure('ours', 2), measure('other', 1))
  expect(order.join(' ')).toBe('ours other other ours ours other other ours ours other')
})

const pairs: readonly Pair[] = [
  { ours: 12, other: 10 },
  { ours: 26, other: 20 },
  { ours: 300, other: 10 },
]

test('a ratio is that of the pair in the middle, whatever one of them was disturbed by', () => {
  expect(ratioOf(pairs).value).toBeCloseTo(1.3)
  expect(differenceOf(pairs)).toBe(6)
})

test('the span has the figure in it, and is that one figure if nothing differs', () => {
  const { value, low, high } = ratioOf(pairs)
  expect(low).toBeLessThanOrEqual(value)
  expect(high).toBeGreaterThanOrEqual(value)
  expect(ratioOf([pairs[0], pairs[0]] as Pair[])).toEqual({ value: 1.2, low: 1.2, high: 1.2 })
})

test('a row says whether it holds its bar', () => {
  const rows = [
    ratioRow('`spell lumos`', 'ms', [{ ours: 24, other: 20 }], 1.2),
    ratioRow('`spell accio`', 'ms', [{ ours: 32, other: 20 }], 1.5),
    ratioRow('`spell check`', 'ms', [{ ours: 40, other: 20 }]),
  ]
  const table = sectionTable({ title: 'A spell', other: '`node -e 0`', rows })
  expect(
    table
      .split('\n')
      .slice(-3)
      .map((row) => row.split(' | ').at(-1)),
  ).toEqual(['1.20 ×: held |', '1.50 ×: **missed** |', ' |'])
})
