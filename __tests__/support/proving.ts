/**
 * How much is tried. `npm test` tries a sixteenth of what has many cases. The proofs (`npm run proofs`) also run each test
 * that imports `often`, `some`, `isProving` or a budget, with all of its cases, or as many as its budget allows.
 * What takes too long for that is tried as a whole by `npm run nightly` alone, and a sixteenth of it otherwise.
 */
const { seed = 0, ...runs } = globalThis as { seed?: number; isProving?: boolean; isNightly?: boolean }

/** Whether these are the proofs. */
export const isProving = runs.isProving === true

/** Whether every case is tried, however long that takes. */
export const isNightly = runs.isNightly === true

const share = 16
const sixteenth = (count: number) => Math.ceil(count / share)

/** @returns how often to try a property: a sixteenth of the given number; all for the proofs */
export const often = (count: number): number => (isProving ? count : sixteenth(count))

/** @returns how often to try a property that takes seconds: a sixteenth of the given number; all at night */
export const oftenAtNight = (count: number): number => (isNightly ? count : sixteenth(count))

/** @returns every sixteenth case; all of them for the proofs */
export const some = <Case>(all: readonly Case[]): readonly Case[] =>
  isProving ? all : all.filter((_, index) => index % share === 0 || index === all.length - 1)

/** @returns every sixteenth of the cases that take seconds, with each commit others; all of them at night */
export function allAtNight<Case>(all: readonly Case[]): readonly Case[] {
  const first = (seed >>> 0) % Math.min(share, all.length)
  return isNightly ? all : all.filter((_, index) => index % share === first)
}
