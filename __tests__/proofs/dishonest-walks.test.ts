import { kinds } from '../support/dishonest-kinds'
import { findable, standing, unfindable, walk, walksWith } from '../support/dishonest-walks'
import { randomFrom } from '../support/random'

test.each(findable)('%s: it is found wherever it is done', async (name) => {
  for (const { found, folder } of await walksWith(name, 4)) {
    expect(found.filter((rule) => kinds[name]?.rules.includes(rule))).not.toEqual([])
    folder.remove('.')
  }
})

test.each(unfindable)('%s: no check can find it, wherever it is done', async (name) => {
  for (const { found, folder } of await walksWith(name, 4)) {
    expect(found.filter((rule) => !standing.includes(rule))).toEqual([])
    folder.remove('.')
  }
})

/** What takes something back for real: together with it, honest work is left. */
const undoing = ['a step is taken back']

const draws = [2, 3, 4].flatMap((count) => [1, 2, 3, 4, 5].map((draw) => [count, draw] as const))

test.each(draws)('of %i ways to cheat on one walk, none hides the others (draw %i)', async (count, draw) => {
  const random = randomFrom(10 * count + draw)
  const all = [...findable, ...unfindable].filter((name) => !undoing.includes(name))
  const hidden: unknown[] = []
  let walks = 0
  for (let number = 0; number < 50; number++) {
    const names = new Set([random.one(findable.filter((name) => !undoing.includes(name)))])
    while (names.size < count) names.add(random.one(all))
    const { done, found, told, folder } = await walk([...names], random)
    folder.remove('.')
    if (!done.some((name) => findable.includes(name))) continue
    walks += 1
    const isTold = (told.includes('adopted') || told.includes('merged')) && done.some((name) => kinds[name]?.isOfPast)
    if (found.length === 0 && !isTold) hidden.push({ number, done, told })
  }
  expect(hidden).toEqual([])
  expect(walks).toBeGreaterThan(40)
})

test('on honest walks nothing is found', async () => {
  for (let seed = 100; seed < 160; seed++) {
    const { found, told, folder } = await walk([], randomFrom(seed), seed % 2 === 0)
    // Later work makes the proofs of an archive stale, which is noted.
    const others = told.filter((rule) => rule !== 'criterion-not-proven')
    expect({ seed, found, others }).toEqual({ seed, found: [], others: [] })
    folder.remove('.')
  }
})
