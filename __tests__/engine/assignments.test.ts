import { assignmentsOfReadFacts } from '../../src/engine/assignments'
import type { Facts } from '../../src/engine/definition'

const domain = { a: [false, true], b: [0, 1, 2], c: ['x', 'y'] }

test('only what is read is combined, and each combination stands for all others', () => {
  expect(assignmentsOfReadFacts(domain, ({ a }) => a)).toEqual({
    worlds: [
      { a: false, b: 0, c: 'x' },
      { a: true, b: 0, c: 'x' },
    ],
    each: 6n,
  })
  expect(assignmentsOfReadFacts(domain, () => {})).toEqual({ worlds: [{ a: false, b: 0, c: 'x' }], each: 12n })
})

test('what is read only where something else is so is found, too', () => {
  const look = ({ a, ...rest }: Facts) => a === true && rest
  expect(assignmentsOfReadFacts(domain, (facts) => facts.c === 'y' && facts.a === true && facts.b).worlds).toHaveLength(
    12,
  )
  expect(assignmentsOfReadFacts(domain, look).worlds.length).toBeGreaterThanOrEqual(2)
})

test('what throws has read anyway', () => {
  const { worlds } = assignmentsOfReadFacts(domain, (facts) => {
    throw new Error(String(facts.b))
  })
  expect(worlds).toHaveLength(3)
})
