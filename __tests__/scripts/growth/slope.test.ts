import { type Round, slopeOf } from '../../../scripts/growth/slope'

const sizes = [1, 1000, 10_000] as const

/** Ten rounds of a command that takes `cost` of each size more than a start, and now and then a little longer. */
const rounds = (cost: (size: number) => number): Round[] =>
  Array.from({ length: 10 }, (_, round) => sizes.map((size) => 30 + cost(size) + (round % 3)) as unknown as Round)

test.each<[how: string, cost: (size: number) => number, verdict: string]>([
  ['takes as long in every size', () => 0, 'flat'],
  ['takes a little longer, which may be noise', (size) => size / 10_000, 'flat'],
  ['takes longer for each', (size) => size / 100, 'linear'],
  ['takes longer for each, which shows only at the end', (size) => size / 2000, 'linear'],
  ['takes longer for each pair of them', (size) => size ** 2 / 100_000, 'faster'],
])('what %s is %s', (_, cost, verdict) => {
  expect(slopeOf(rounds(cost), sizes).verdict).toBe(verdict)
})

const slope = (cost: (size: number) => number) => slopeOf(rounds(cost), sizes)

test('the exponent tells linear from quadratic', () => {
  expect(slope((size) => size / 100).exponent?.value).toBeCloseTo(1)
  expect(slope((size) => size ** 2 / 100_000).exponent?.value).toBeCloseTo(2)
})

test('a slope is what one more costs', () => {
  expect(slope((size) => size / 100)).toMatchObject({ each: expect.closeTo(0.01) })
})
