import { isProving, often } from '../support/proving'
import { failsWhole, staysWhole } from '../support/random-steps'

// Generous for slow machines.
jest.setTimeout(isProving ? 600_000 : 60_000)

describe('whatever is cast and edited', () => {
  test('no text is lost, no state is a trap, the history is a legal walk, and offers are honest', () =>
    staysWhole(often(200)))

  test('even what is broken by hand ends in a Failure that leaves everything as it was', () => failsWhole(often(150)))
})
