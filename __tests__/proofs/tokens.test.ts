import { budgets } from '../../scripts/tokens/budgets'
import { type Cost, measureTokens } from '../../scripts/tokens/measure'
import { allowAll, type Place } from '../../scripts/tokens/place'
import { makeRepository, plainEnv } from '../support/folder'
import { spell, spellHere } from '../support/packed-program'

// What an agent reads costs tokens, so that it must not grow unseen. Who needs more has a reason, and changes the budget.

function makePlace(): Place {
  const folder = makeRepository()
  return {
    write: (path, text) => folder.write({ [path]: text }),
    read: folder.read,
    allow: () => allowAll(folder.path, plainEnv),
    say: (args, input = '', env = {}) => {
      // A server reads its stream to the end, which a process of its own has.
      const run = args[0] === 'mcp' ? spell : spellHere
      const { exitCode, stdout, stderr } = run(folder.path, args, { input, env })
      if (exitCode !== 0) throw new Error(`spell ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
      return stdout
    },
  }
}

let costs: Record<string, Cost>
beforeAll(async () => {
  costs = await measureTokens(makePlace)
})

test.each(Object.entries(budgets))('%s costs no more than it may', (name, { most }) => {
  const { found } = costs[name] as Cost
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThanOrEqual(most)
})

test.each(Object.entries(budgets))('the budget of %s is no wider than it has to be', (name, { most, ...rest }) => {
  const { found } = costs[name] as Cost
  const isOnItsWay = 'target' in rest
  // One that waits to come down is lowered whenever it has.
  expect(isOnItsWay && found < most * 0.95 ? `lower it to ${found}` : 'as it is').toBe('as it is')
})
