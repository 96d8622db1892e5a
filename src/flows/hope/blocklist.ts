/** The experts whom the user does not want to hear, as their file has them: a name a line. */
export const blockedIn = (text = ''): readonly string[] =>
  text
    .split('\n')
    .map(cleanName)
    .filter((name) => partsOf(name).length > 0)

/** @returns a name in the form to store: one line, without control characters, shortened */
export const cleanName = (name: string): string =>
  name
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 120)

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * The matching name on the list: the whole or a part, whichever is longer. `Fowler` matches `Martin Fowler` and the
 * other way round. Only whole words count.
 */
export function isBlocked(list: readonly string[], name: string): string | undefined {
  const asked = partsOf(name)
  return list.find((one) => has(partsOf(one), asked) || has(asked, partsOf(one)))
}

export const partsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const has = (all: readonly string[], some: readonly string[]): boolean =>
  some.length > 0 && all.some((_, start) => some.every((word, index) => all[start + index] === word))
