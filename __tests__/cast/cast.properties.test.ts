import { failsWhole, staysWhole } from '../support/random-steps'

// Generous for slow machines.
jest.setTimeout(60_000)

describe('whatever is cast and edited', () => {
  // Many more are a proof of their own.
  test('no text is lost, no state is a trap, the history is a legal walk, and offers are honest', () => staysWhole(15))

  test('even what is broken by hand ends in a Failure that leaves everything as it was', () => failsWhole(10))
})
