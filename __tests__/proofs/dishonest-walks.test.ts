import { withinBudget } from '../support/budget'
import { kinds } from '../support/dishonest-kinds'
import { findable, standing, unfindable, walk } from '../support/dishonest-walks'

/** What takes something back for real: together with it, honest work is left. */
const undoing = ['a step is taken back']

/** What no check finds shows a box to be right that was ticked too early: the tick is no way to cheat any more. */
const proving = 'a proof of a command that never ran is made up'
const isHiddenIn = (done: readonly string[]) => (name: string) =>
  done.includes(proving) && kinds[name]?.rules?.every((rule) => rule === 'criteria-ticked')

const every = [...findable, ...unfindable]

test('a way to cheat is found wherever it is done, or nowhere', async () => {
  await withinBudget({ seconds: 30, atLeast: 20, all: 400 }, async (random) => {
    const name = random.one(every)
    const { done, found, folder } = await walk([name], random)
    folder.remove('.')
    if (done.length === 0) return
    const { rules = [] } = kinds[name] ?? {}
    const expected = found.filter((rule) => (rules.length > 0 ? rules.includes(rule) : !standing.includes(rule)))
    expect({ name, found, isFound: expected.length > 0 }).toEqual({ name, found, isFound: rules.length > 0 })
  })
})

test('of two to four ways to cheat on one walk, none hides the others', async () => {
  const all = every.filter((name) => !undoing.includes(name))
  await withinBudget({ seconds: 30, atLeast: 20, all: 750 }, async (random) => {
    const names = new Set([random.one(all.filter((name) => findable.includes(name)))])
    for (const count = 2 + random.below(3); names.size < count; ) names.add(random.one(all))
    const { done, found, told, folder } = await walk([...names], random)
    folder.remove('.')
    const isTold = (told.includes('adopted') || told.includes('merged')) && done.some((name) => kinds[name]?.isOfPast)
    const left = done.filter((name) => findable.includes(name) && !isHiddenIn(done)(name))
    const isFound = found.length > 0 || isTold || left.length === 0
    expect({ done, told, isFound }).toEqual({ done, told, isFound: true })
  })
})

test('on honest walks nothing is found', async () => {
  await withinBudget({ seconds: 10, atLeast: 6, all: 60 }, async (random, number) => {
    const { found, told, folder } = await walk([], random, number % 2 === 0)
    folder.remove('.')
    // Later work makes the proofs of an archive stale, which is noted.
    const others = told.filter((rule) => rule !== 'criterion-not-proven')
    expect({ found, others }).toEqual({ found: [], others: [] })
  })
})
