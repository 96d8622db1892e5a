import fc from 'fast-check'
import { type Criterion, compareCriteria } from '../../../src/work/history/compare-criteria'

/** A plan of criteria such as `x one`, `- two: npm test`. */
const plan = (...items: readonly string[]) => ({
  digest: items.join(),
  texts: items.map((item) => item.slice(2).split(': ')[0] ?? ''),
  ticked: items.map((item) => item.slice(0, 1)).join(''),
  ...(items.some((item) => item.includes(': ')) && { commands: items.map((item) => item.split(': ')[1] ?? '') }),
})

const inShort = (one: Criterion | undefined) =>
  one ? `${one.number}${one.isTicked ? 'x' : '-'}${one.commands}` : 'none'

const told = (before: readonly string[], now: readonly string[]) =>
  compareCriteria(plan(...before), plan(...now))
    .filter(({ was, now }) => was?.key !== now?.key || inShort(was).slice(1) !== inShort(now).slice(1))
    .map(({ was, now }) => `${inShort(was)} → ${inShort(now)}`)

// biome-ignore format: a case is a line
test.each<[what: string, before: readonly string[], now: readonly string[], expected: readonly string[]]>([
  ['nothing', ['- a', 'x b'], ['- a', 'x b'], []],
  ['another order', ['- a', 'x b'], ['x b', '- a'], []],
  ['a tick', ['- a', '- b'], ['- a', 'x b'], ['2- → 2x']],
  ['a tick that moved', ['x a', '- b'], ['- a', 'x b'], ['1x → 1-', '2- → 2x']],
  ['two texts that changed places under their ticks', ['x a', '- b'], ['x b', '- a'], ['1x → 2-', '2- → 1x']],
  ['other words', ['- a', '- b', '- c'], ['- a', '- B', '- c'], ['2- → 2-']],
  ['one less', ['- a', '- b', '- c'], ['- a', '- c'], ['2- → none']],
  ['one more', ['- a'], ['- b', '- a'], ['none → 1-']],
  ['the first taken out, and the third reworded', ['- a', '- b', '- c'], ['- b', '- C'], ['1- → none', '3- → 2-']],
  ['a copy', ['- a'], ['- a', 'x a'], ['1- → 2x', 'none → 1-']],
  ['one of two that are the same', ['x a', '- a'], ['x a'], ['2- → none']],
  ['commands, wherever they are and whether ticked', ['- a: x', '- b: y', '- c'], ['x c', '- b: y', '- a: x'], ['3- → 1x']],
  ['other commands', ['- a: x'], ['- a: y'], ['1-x → 1-y']],
  ['commands that are none any more', ['- a: x', '- b: x'], ['- a: x', '- b'], ['2-x → 2-']],
  ['commands for the first time', ['- a'], ['- a: x'], ['1- → 1-x']],
  ['commands of another criterion', ['- a: x', '- b: y'], ['- a: y', '- b: x'], ['1-x → 1-y', '2-y → 2-x']],
])('%s', (_, before, now, expected) => {
  expect(told(before, now)).toEqual(expected)
})

test('whatever was changed, what is told leads from the one to the other', () => {
  const items = fc.array(
    fc.tuple(fc.constantFrom('x', '-'), fc.constantFrom('a', 'b', 'c', 'd')).map(([tick, text]) => `${tick} ${text}`),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(items, items, (before, now) => {
      const changes = compareCriteria(plan(...before), plan(...now))
      const sideOf = (side: 'was' | 'now') =>
        changes
          .flatMap((change) => change[side] ?? [])
          .toSorted((one, other) => one.number - other.number)
          .map(({ isTicked, text }) => `${isTicked ? 'x' : '-'} ${text}`)
      expect(sideOf('was')).toEqual(before)
      expect(sideOf('now')).toEqual(now)
    }),
  )
})
