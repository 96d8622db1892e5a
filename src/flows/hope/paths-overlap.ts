/**
 * Tells whether two patterns can match the same file: `*` matches anything within a name, `**` any number of folders. A
 * name without a star matches the file, or the folder and everything in it.
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

/** Whether two sequences of parts can match the same text; some parts match any number of others. */
function meet<T>(
  one: readonly T[],
  other: readonly T[],
  isMany: (part: T) => boolean,
  same: (a: T, b: T) => boolean,
): boolean {
  // The cell of row i and column j tells whether the first i parts of the one and the first j of the other can match
  // the same.
  const width = other.length + 1
  const meets = new Uint8Array((one.length + 1) * width)
  meets[0] = 1
  for (let place = 0; place < meets.length; place++) {
    if (!meets[place]) continue
    const [part, its] = [one[Math.floor(place / width)], other[place % width]]
    if ([part, its].some((either) => either !== undefined && isMany(either))) {
      if (part !== undefined) meets[place + width] = 1
      if (its !== undefined) meets[place + 1] = 1
    } else if (part !== undefined && its !== undefined && same(part, its)) meets[place + width + 1] = 1
  }
  return meets.at(-1) === 1
}
