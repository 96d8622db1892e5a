/** Random numbers that are the same in each run. */
export interface Random {
  /** A whole number from 0 on. */
  below(end: number): number
  one<T>(items: readonly T[]): T
}

/** @param seed any whole number */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    // The step of mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, one: (items) => items[below(items.length)] as never }
}
