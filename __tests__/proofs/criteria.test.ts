import fc from 'fast-check'
import { agrees, documents } from '../support/gfm'

jest.setTimeout(600_000)

describe('criteria are counted as a GFM parser counts them', () => {
  test.each(documents)('on %s', (_, markdown, numRuns) => {
    fc.assert(fc.property(markdown, agrees), { numRuns })
  })
})
