import { failsWhole, staysWhole } from '../support/random-steps'

describe('whatever is cast and edited', () => {
  test('no text is lost, no state is a trap, the history is a legal walk, and offers are honest', () => staysWhole(200))

  test('even what is broken by hand ends in a Failure that leaves everything as it was', () => failsWhole(150))
})
