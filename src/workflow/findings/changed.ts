/** @returns the lines of two versions that only one of them has */
export const changedLines = (before: readonly string[], now: readonly string[]) => ({
  gone: before.filter((line) => !now.includes(line)),
  added: now.filter((line) => !before.includes(line)),
})

/** Whether what is handed in is what was there: white space in texts is no change. */
export const isUnchanged = (before: unknown, now: unknown): boolean => plain(before) === plain(now)

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? withoutSpace(inner) : inner))

/** @returns what of a text counts as a change */
export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
