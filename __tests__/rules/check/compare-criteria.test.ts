import fc from 'fast-check'
import { compareCriteria } from '../../../src/rules/check/compare-criteria'

/** A plan of criteria such as `x one`, `- two`. */
const plan = (...items: readonly string[]) => ({
  digest: items.join(),
  texts: items.map((item) => item.slice(2)),
  ticked: items.map((item) => item.slice(0, 1)).join(''),
})

/** In short: what became of which number. */
function told(before: readonly string[], now: readonly string[]) {
  const { ticked, unticked, gone, come } = compareCriteria(plan(...before), plan(...now))
  return {
    ticked: ticked.map(({ number }) => number),
    unticked: unticked.map(({ number }) => number),
    gone: gone.map(({ was, now: other }) => [was.number, other?.number]),
    come: come.map(({ now: other, was }) => [other.number, was?.number]),
  }
}
const nothing = { ticked: [], unticked: [], gone: [], come: [] }

test.each<
  [what: string, before: readonly string[], now: readonly string[], expected: Partial<ReturnType<typeof told>>]
>([
  ['nothing', ['- a', 'x b'], ['- a', 'x b'], {}],
  ['another order', ['- a', 'x b'], ['x b', '- a'], {}],
  ['a tick', ['- a', '- b'], ['- a', 'x b'], { ticked: [2] }],
  ['a tick that moved', ['x a', '- b'], ['- a', 'x b'], { ticked: [2], unticked: [1] }],
  ['two texts that changed places under their ticks', ['x a', '- b'], ['x b', '- a'], { ticked: [1], unticked: [2] }],
  ['other words', ['- a', '- b', '- c'], ['- a', '- B', '- c'], { gone: [[2, 2]], come: [[2, 2]] }],
  ['one less', ['- a', '- b', '- c'], ['- a', '- c'], { gone: [[2, undefined]] }],
  ['one more', ['- a'], ['- b', '- a'], { come: [[1, undefined]] }],
  [
    'the first taken out, and the third reworded',
    ['- a', '- b', '- c'],
    ['- b', '- C'],
    {
      gone: [
        [1, undefined],
        [3, 2],
      ],
      come: [[2, 3]],
    },
  ],
  ['a copy', ['- a'], ['- a', 'x a'], { ticked: [2], come: [[1, undefined]] }],
  ['one of two that are the same', ['x a', '- a'], ['x a'], { gone: [[2, undefined]] }],
])('%s', (_, before, now, expected) => {
  expect(told(before, now)).toEqual({ ...nothing, ...expected })
})

test('whatever was changed, what is told leads from the one to the other', () => {
  const items = fc.array(
    fc.tuple(fc.constantFrom('x', '-'), fc.constantFrom('a', 'b', 'c', 'd')).map(([tick, text]) => `${tick} ${text}`),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(items, items, (before, now) => {
      const { ticked, unticked, gone, come } = compareCriteria(plan(...before), plan(...now))
      const isTicked = (item: string) => item.startsWith('x')
      const change = <Item extends { isTicked: boolean }>(all: readonly Item[]) =>
        all.filter((one) => one.isTicked).length
      expect(now.length - before.length).toBe(come.length - gone.length)
      expect(now.filter(isTicked).length - before.filter(isTicked).length).toBe(
        ticked.length - unticked.length + change(come.map((one) => one.now)) - change(gone.map((one) => one.was)),
      )
      expect(gone.filter((one) => one.now).length).toBe(come.filter((one) => one.was).length)
    }),
  )
})

describe('commands', () => {
  /** A plan of criteria such as `- one: npm test`. */
  const planOf = (...items: readonly string[]) => ({
    ...plan(...items.map((item) => item.split(': ')[0] ?? '')),
    commands: items.map((item) => item.split(': ')[1] ?? ''),
  })
  const other = (before: ReturnType<typeof planOf>, now: ReturnType<typeof planOf>) =>
    compareCriteria(before, now).otherCommands.map(({ was, now }) => [now.text, was.commands, now.commands])

  test('that are the same are told nothing of, wherever their criterion stands and whether it is ticked', () => {
    expect(other(planOf('- a: x', '- b: y', '- c'), planOf('x c', 'x b: y', '- a: x'))).toEqual([])
  })

  test.each([
    ['others', planOf('- a: x'), planOf('- a: y'), [['a', 'x', 'y']]],
    ['none any more', planOf('- a: x', '- b: x'), planOf('- a: x', '- b'), [['b', 'x', '']]],
    ['some for the first time', planOf('- a'), planOf('- a: x'), [['a', '', 'x']]],
    [
      'those of another criterion',
      planOf('- a: x', '- b: y'),
      planOf('- a: y', '- b: x'),
      [
        ['a', 'x', 'y'],
        ['b', 'y', 'x'],
      ],
    ],
  ])('that are %s', (_, before, now, expected) => {
    expect(other(before, now)).toEqual(expected)
  })

  test('of a plan whose entries do not say are those of no criterion', () => {
    expect(compareCriteria(plan('- a'), planOf('- a: x')).otherCommands).toHaveLength(1)
    expect(compareCriteria(plan('- a'), plan('- a')).otherCommands).toEqual([])
  })

  test('of a criterion that is gone or new are no other ones', () => {
    expect(other(planOf('- a: x'), planOf('- b: y'))).toEqual([])
  })
})
