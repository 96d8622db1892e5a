/**
 * Whether these are the proofs (`npm run proofs`), which try everything. They also run each test that imports this
 * module.
 */
export const isProving = (globalThis as { isProving?: boolean }).isProving === true

/** Whether every case is tried (`npm run nightly`), also what the proofs have only a part of. */
export const isNightly = (globalThis as { isNightly?: boolean }).isNightly === true

const share = 16

/** @returns how often to try a property: a sixteenth of the given number; all for the proofs */
export const often = (count: number): number => (isProving ? count : Math.ceil(count / share))

/** @returns every sixteenth case; all of them for the proofs */
export const some = <Case>(all: readonly Case[]): readonly Case[] =>
  isProving ? all : all.filter((_, index) => index % share === 0 || index === all.length - 1)
