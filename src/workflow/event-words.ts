import type { Payload } from '../engine/definition'

/** What the developer has to have said before an event: nothing, its name, or a word that depends on what it brings, or does. */
export type WordOf = 'none' | 'its name' | ((payload: Payload, rows: readonly string[]) => string | undefined)

/** Whether a recorded word was seen, and is not only the agent's report. */
export const isSeen = (word: unknown): boolean => typeof word === 'string' && word !== 'unseen'

/** Whether what an agent quotes is only the word that a step takes: no more of a message can have been seen. */
export const isWordAlone = (said: string, taken: string | undefined): boolean =>
  said.toLowerCase().replace(/[^\p{L}]+/gu, '') === taken

/**
 * Tells what was given as the developer's words. The text of a message is not kept: of what an agent passes on only the
 * word is the developer's for sure.
 *
 * @param isTheirs whether the developer typed the text, or it is only the word that was seen
 * @param taken the word that was seen with it
 */
export const passedOn = (said: string, isTheirs: boolean, taken?: string): string =>
  isTheirs ? `the developer: “${said}”` : `${taken ? `the developer (${taken}); ` : ''}the agent passes on: “${said}”`

/**
 * @param taken the word that the step takes
 * @returns what an entry of the history has of words given as the developer's; empty if there are none
 */
export function wordsIn(
  { said, typed }: Readonly<Record<string, unknown>>,
  taken: string | undefined,
  word?: unknown,
): string {
  if (typeof said !== 'string') return ''
  return passedOn(said, typed === true || (isSeen(word) && isWordAlone(said, taken)), isSeen(word) ? taken : undefined)
}

/** @returns the word that an event takes; undefined if it takes none */
export function wordFor(
  words: Readonly<Record<string, WordOf>>,
  event: string,
  payload: Payload = {},
  rows: readonly string[] = [],
): string | undefined {
  const word = words[event] ?? 'none'
  if (typeof word === 'function') return word(payload, rows)
  return word === 'none' ? undefined : event
}
