import { prove } from '../../../src/flows/own/prove'
import { faultsByXState } from '../../support/explored-by-xstate'
import { anyWorkflow } from '../../support/generated-workflows'
import { often } from '../../support/proving'
import { randomFrom } from '../../support/random'

/** What was found, without the places and the ways. */
const inShort = ({ message }: { readonly message: string }): string =>
  message
    .replace(/ can never answer.*/, ' can never answer')
    .replace(/ (counts .* beyond|leads back, and nothing) .*/, ' cannot be taken')
    .replace(/^from .* no goal/, 'no goal')
    .replace(/^.* goes round.*/, 'goes round')

test('XState finds the same wrong with any workflow', () => {
  const runs = often(3200)
  let sound = 0
  for (let seed = 0; seed < runs; seed++) {
    const file = anyWorkflow(randomFrom(seed))
    const ours = [...new Set(prove(file).map(inShort))].sort()
    expect({ file, faults: ours }).toEqual({ file, faults: faultsByXState(file) })
    if (ours.length === 0) sound++
  }
  expect(sound / runs).toBeGreaterThan(1 / 4)
})
