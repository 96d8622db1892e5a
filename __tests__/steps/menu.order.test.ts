import { engineer } from '../../src/flows/engineer'
import { inOrder } from '../../src/steps/menu-order'
import { castIn } from '../support/casting'
import { makeFolder } from '../support/folder'
import { reached, worldOf } from '../support/row-worlds'

const named = (choices: ReturnType<typeof inOrder>) =>
  choices.map((each) => (typeof each === 'string' ? each : each.name))

const looks = reached.filter(({ row, facts }) => row.on === 'lumos' && facts.proof === 'complete')

test('the menu has a choice in each state, and never begins with a review', async () => {
  const states = new Set<string>()
  for (const world of looks) {
    const answer = await castIn(makeFolder(worldOf(world)), 'lumos')
    states.add(world.from)
    const order = named(inOrder(answer, []))
    const first = world.from === 'ACHIEVE_COMPLETE' ? 'finite' : 'accio'
    expect({ from: world.from, first: order[0] }).toEqual({ from: world.from, first })
    expect(order.at(-1)).toBe('lumos')
  }
  expect([...states].sort()).toEqual([...engineer.definition.states].sort())
})

test('where the work is complete, it begins with what is given: the commit, the next work', () => {
  expect(named(inOrder({ spells: [] }, ['git commit', 'new']))).toEqual(['git commit', 'new'])
})
