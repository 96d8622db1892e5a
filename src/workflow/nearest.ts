/**
 * Finds what the user may have meant: part of a name, one of its words, or a misspelled name.
 *
 * @returns up to three of the names, the nearest first; of equally near ones the first in the list
 */
export function nearest(asked: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, likeness: likenessOf(asked.toLowerCase(), name.toLowerCase()) }))
    .sort(({ likeness: a }, { likeness: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, 3)
    .map(({ name }) => name)
}

/** @returns whether one is likely to be the other, mistyped: it begins the same, and a quarter differs or two letters changed places */
export function isMistyped(asked: string, name: string): boolean {
  const [one, other] = [asked, name].map((text) => text.replace(/^-+/, '')) as [string, string]
  const [letters] = distances(one, other)
  const isTurned = [...one].sort().join('') === [...other].sort().join('')
  return one[0] === other[0] && (isTurned || letters * 4 <= Math.max(one.length, other.length))
}

/** The kind of similarity, then the distances within that kind; lower is nearer. */
type Likeness = readonly [way: number, slips: number, letters: number]

function likenessOf(asked: string, name: string): Likeness {
  const [typed, known] = [wordsOf(asked), wordsOf(name)]
  const [letters, beginning] = distances(asked, name)
  const ways = [
    typed.join('') === known.join(''),
    known.join('').startsWith(typed.join('')),
    beginWords(typed, known),
    name.includes(asked),
  ]
  const way = typed.length === 0 ? -1 : ways.indexOf(true)
  if (way >= 0) return [way, 0, letters]
  // An incomplete word may have a typo, too.
  return [ways.length, beginning <= Math.min(2, asked.length / 4) ? Math.min(letters, beginning + 1) : letters, letters]
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Whether each word is a prefix of one of the other's words, in order. */
function beginWords(typed: readonly string[], known: readonly string[]): boolean {
  let from = 0
  return typed.every((word) => {
    const at = known.findIndex((other, index) => index >= from && other.startsWith(word))
    from = at + 1
    return at >= 0
  })
}

/** The edit distance between two words, and to the best prefix of the other. */
function distances(one: string, other: string): readonly [whole: number, beginning: number] {
  let row = [...other, ''].map((_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, same] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === same ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return [row.at(-1) ?? 0, Math.min(...row)]
}
