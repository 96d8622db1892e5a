/** @returns names of this prefix and a number, each once, that are not `taken` (in small letters): `C1`, `C2`, … */
export function freeNames(prefix: string, taken: readonly string[]): () => string {
  let number = 0
  return () => {
    do number += 1
    while (taken.includes(`${prefix}${number}`.toLowerCase()))
    return `${prefix}${number}`
  }
}
