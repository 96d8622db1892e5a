/**
 * Tells whether two patterns can mean the same file. A name without a star means the file, or the folder and all that is in
 * it.
 *
 * @param one with `/`; `*` is anything within a name, `**` any number of folders
 */
export const overlap = (one: string, other: string): boolean =>
  meet(
    segments(one),
    segments(other),
    (part) => part === '**',
    (part, its) =>
      meet(
        [...part],
        [...its],
        (letter) => letter === '*',
        (a, b) => a === b || a === '?' || b === '?',
      ),
  )

const segments = (pattern: string): string[] => [
  ...pattern.split(/[\\/]+/).filter((part) => part !== '' && part !== '.'),
  ...(/[*?]/.test(pattern) ? [] : ['**']),
]

/** Whether two rows of parts have something in common that both describe; some parts stand for any number of others. */
function meet<T>(
  one: readonly T[],
  other: readonly T[],
  isMany: (part: T) => boolean,
  same: (a: T, b: T) => boolean,
): boolean {
  // Which beginnings of the other meet the beginning of the one that has been looked at.
  let row = other.map(() => false)
  row.unshift(true)
  for (let at = 0; at <= one.length; at++) {
    const part = one[at - 1]
    const next: boolean[] = []
    for (let its = 0; its <= other.length; its++) {
      const counterpart = other[its - 1]
      const isStart = at === 0 && its === 0
      const fromOne = part !== undefined && isMany(part) && (row[its] || next[its - 1])
      const fromOther = counterpart !== undefined && isMany(counterpart) && (next[its - 1] || (at > 0 && row[its]))
      const both =
        part !== undefined &&
        counterpart !== undefined &&
        at > 0 &&
        row[its - 1] &&
        !isMany(part) &&
        !isMany(counterpart) &&
        same(part, counterpart)
      next.push(isStart || Boolean(fromOne || fromOther || both))
    }
    row = next
  }
  return row.at(-1) ?? false
}
