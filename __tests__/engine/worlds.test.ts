import type { Facts } from '../../src/engine/definition'
import { worldsRead } from '../../src/engine/worlds'

const domain = { a: [false, true], b: [0, 1, 2], c: ['x', 'y'] }

test('only what is read is combined, and each combination stands for all others', () => {
  expect(worldsRead(domain, ({ a }) => a)).toEqual({
    worlds: [
      { a: false, b: 0, c: 'x' },
      { a: true, b: 0, c: 'x' },
    ],
    each: 6,
  })
  expect(worldsRead(domain, () => {})).toEqual({ worlds: [{ a: false, b: 0, c: 'x' }], each: 12 })
})

test('what is read only where something else is so is found, too', () => {
  const look = ({ a, ...rest }: Facts) => a === true && rest
  expect(worldsRead(domain, (facts) => facts.c === 'y' && facts.a === true && facts.b).worlds).toHaveLength(12)
  expect(worldsRead(domain, look).worlds.length).toBeGreaterThanOrEqual(2)
})

test('what throws has read all the same', () => {
  const { worlds } = worldsRead(domain, (facts) => {
    throw new Error(String(facts.b))
  })
  expect(worlds).toHaveLength(3)
})
