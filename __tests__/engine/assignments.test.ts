import { trials } from '../../src/engine/assignments'
import type { Facts } from '../../src/engine/definition'
import { combinations } from '../support/combinations'

const domain = { a: [false, true], b: [0, 1, 2], c: ['x', 'y'] }
const tried = (look: (facts: Facts) => unknown) => [...trials(domain, look)]

test('only what is read is combined; every other fact has its first value', () => {
  expect(tried(({ a }) => a)).toEqual([
    { facts: { a: false, b: 0, c: 'x' }, read: ['a'], answer: false },
    { facts: { a: true, b: 0, c: 'x' }, read: ['a'], answer: true },
  ])
  expect(tried(() => 'seen')).toEqual([{ facts: { a: false, b: 0, c: 'x' }, read: [], answer: 'seen' }])
})

test('what is read only where something else is so is tried only there', () => {
  const answers = tried((facts) => facts.c === 'y' && facts.a && `b is ${facts.b}`).map(({ answer }) => answer)
  expect(answers).toEqual([false, false, 'b is 0', 'b is 1', 'b is 2'])
})

test('each combination of all facts is tried once, if all are read', () => {
  const seen = tried((facts) => ({ ...facts })).map(({ answer }) => answer)
  expect(seen).toEqual(combinations(domain))
})

test('a fact may have one value; what has none is not there', () => {
  const all = [...trials({ a: [1], b: [] }, ({ a, b }) => [a, b])]
  expect(all).toEqual([{ facts: { a: 1 }, read: ['a'], answer: [1, undefined] }])
})
