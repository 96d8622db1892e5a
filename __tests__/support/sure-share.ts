import fc from 'fast-check'

const seed = 2027

/**
 * Tries a property, and looks at what its runs came to. Half of them are the same each time, so that chance cannot miss what
 * is asked of them; the others are new ones.
 *
 * @param numRuns how many runs there are
 * @param look what the first half must have come to; it throws otherwise
 */
export async function withSureShare<Given>(
  property: fc.IRawProperty<Given>,
  numRuns: number,
  look: () => void,
): Promise<void> {
  await fc.assert(property as fc.IAsyncProperty<Given>, { numRuns: Math.ceil(numRuns / 2), seed })
  look()
  await fc.assert(property as fc.IAsyncProperty<Given>, { numRuns: Math.floor(numRuns / 2) })
}
