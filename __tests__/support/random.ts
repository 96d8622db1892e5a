import fc from 'fast-check'

/** Random numbers that are the same in each run. */
export interface Random {
  /** A whole number from 0 on. */
  below(end: number): number
  one<T>(items: readonly T[]): T
}

/** @param seed any whole number */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    // The step of mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, one: (items) => items[below(items.length)] as never }
}

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any code point. Equals fast-check's unit "binary", which takes most of a second to build a table of all 1.1 million.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (text) => {
    const point = typeof text === 'string' && [...text].length === 1 ? text.codePointAt(0) : undefined
    if (point === undefined) throw new Error('no character')
    return point < surrogates.first ? point : point - surrogates.count
  },
)

const seed = 2027

/**
 * Tries a property, and looks at what its runs came to. Half of them are the same each time, so that chance cannot miss what
 * is asked of them; the others are new ones.
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
