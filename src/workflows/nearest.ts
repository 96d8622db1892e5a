/**
 * Finds what somebody may have meant.
 *
 * @param asked what was typed
 * @param names what there is
 * @returns three of the names, the most alike first
 */
export function nearest(asked: string, names: readonly string[]): string[] {
  const part = (name: string) => (asked !== '' && name.includes(asked) ? 0 : 1)
  return [...names].sort((a, b) => part(a) - part(b) || distance(asked, a) - distance(asked, b)).slice(0, 3)
}

/** How many letters have to be added, taken away or replaced to make one word of the other. */
function distance(one: string, other: string): number {
  let row = [...other, ''].map((_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, same] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === same ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
