import { differenceOf, inPairs, type Pair, ratioOf } from '../../../scripts/bench/pairs'

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

test('the first pairs are left out', async () => {
  let taken = 100
  const slowAtFirst = () => taken--
  expect(await inPairs(4, slowAtFirst, () => 1)).toEqual([97, 96, 95, 94].map((ours) => ({ ours, other: 1 })))
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
