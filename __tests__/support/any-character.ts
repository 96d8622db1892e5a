import fc from 'fast-check'

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
