import { readyItems } from '../../../src/flows/hope/formulas'
import { task } from '../../support/hope-session'

/** What is computed, and what it decides. */

describe('ready is what is not done and builds on nothing that is open', () => {
  const chain = [task('a'), task('b', { dependsOn: ['a'] }), task('c', { dependsOn: ['a', 'b'] })]
  test.each([
    [[], ['a']],
    [['a'], ['b']],
    [['a', 'b'], ['c']],
    [['a', 'b', 'c'], []],
  ])('where %j is done, %j', (done, ready) => {
    const items = chain.map((item) => ({ ...item, done: done.includes(item.id as never) }))
    expect(readyItems(items).map(({ id }) => id)).toEqual(ready)
  })
})
