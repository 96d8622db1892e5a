import fc from 'fast-check'
import { agrees, documents } from '../support/gfm-criteria'

describe('criteria are those that a GFM parser finds', () => {
  test.each(documents)('in %s', (_, markdown, numRuns) => {
    fc.assert(fc.property(markdown, agrees), { numRuns })
  })
})
