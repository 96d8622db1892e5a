import { prove } from '../../../src/workflows/own/prove'
import { withinBudget } from '../../support/budget'
import { faultsByXState } from '../../support/explored-by-xstate'
import { anyWorkflow } from '../../support/generated-workflows'

/** What was found, without the places and the ways. */
const inShort = ({ message }: { readonly message: string }): string =>
  message
    .replace(/ can never answer.*/, ' can never answer')
    .replace(/ (counts .* beyond|leads back, and nothing) .*/, ' cannot be taken')
    .replace(/^from .* no goal can be reached.*/, 'no goal can be reached')
    .replace(/^.* goes round.*/, 'goes round')

test('XState finds the same wrong with any workflow', async () => {
  let sound = 0
  const tried = await withinBudget({ seconds: 5, atLeast: 200, all: 3200 }, (random) => {
    const file = anyWorkflow(random)
    const ours = [...new Set(prove(file).map(inShort))].sort()
    expect({ file, faults: ours }).toEqual({ file, faults: faultsByXState(file) })
    if (ours.length === 0) sound++
  })
  expect(sound / tried).toBeGreaterThan(1 / 4)
})
