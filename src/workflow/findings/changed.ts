/** @returns the lines of two versions that only one of them has */
export const changedLines = (before: readonly string[], now: readonly string[]) => ({
  gone: before.filter((line) => !now.includes(line)),
  added: now.filter((line) => !before.includes(line)),
})
