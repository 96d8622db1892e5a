/** Whether these are the proofs (`npm run proofs`), which try everything. A test that imports this module runs there, too. */
export const isProving = (globalThis as { isProving?: boolean }).isProving === true

const share = 8

/** @returns how often a property is tried: an eighth of it, and all of it by the proofs */
export const often = (count: number): number => (isProving ? count : Math.ceil(count / share))

/** @returns every eighth of what could be tried, from the first to the last; all of it for the proofs */
export const some = <Case>(all: readonly Case[]): readonly Case[] =>
  isProving ? all : all.filter((_, index) => index % share === 0 || index === all.length - 1)
