/** @returns the lines of two versions that only one of them has; white space is no difference */
export const changedLines = (before: readonly string[], now: readonly string[]) => ({
  gone: notIn(now, before),
  added: notIn(before, now),
})

function notIn(those: readonly string[], lines: readonly string[]): readonly string[] {
  const known = new Set(those.map(plain))
  return lines.filter((line) => !known.has(plain(line)))
}

/** Whether what is handed in is what was there: white space in texts is no change. */
export const isUnchanged = (before: unknown, now: unknown): boolean => plain(before) === plain(now)

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? withoutSpace(inner) : inner))

/** @returns what of a text counts as a change */
export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
