import { shuffled, withinBudget } from './support/budget'
import { isNightly, isProving } from './support/proving'

/** What random cases are made of. */
const drawn = async (budget: { seconds: number; atLeast: number; all: number }) => {
  const numbers: number[] = []
  await withinBudget(budget, (random) => numbers.push(random.below(1_000_000)))
  return numbers
}

afterEach(() => {
  delete process.env.SPELL_TEST_CASE
})

test('the least number of cases needs no time, and the proofs have time for all', async () => {
  expect(await drawn({ seconds: 0, atLeast: 3, all: 9 })).toHaveLength(isNightly ? 9 : 3)
  expect(await drawn({ seconds: 600, atLeast: 3, all: 9 })).toHaveLength(isProving ? 9 : 3)
})

test('a case is the same whatever was tried before it, and none is like another', async () => {
  const all = await drawn({ seconds: 0, atLeast: 9, all: 9 })
  expect(new Set(all).size).toBe(9)
  process.env.SPELL_TEST_CASE = '7'
  expect(await drawn({ seconds: 0, atLeast: 3, all: 9 })).toEqual([all[7]])
})

test('a case that fails says how to try it alone, and what was wrong', async () => {
  const wrong = new Error('wrong')
  const trying = withinBudget({ seconds: 0, atLeast: 9, all: 9 }, (_, number) => {
    if (number === 4) throw wrong
  })
  await expect(trying).rejects.toMatchObject({ message: expect.stringMatching(/SPELL_TEST_CASE=4 /), cause: wrong })
})

test('items are shuffled, and none is lost', () => {
  const items = Array.from({ length: 40 }, (_, index) => index)
  expect(shuffled(items)).not.toEqual(items)
  expect([...shuffled(items)].sort((one, other) => one - other)).toEqual(items)
})
