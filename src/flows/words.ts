import type { Payload } from '../engine/definition'

/** What the developer has to have said before an event: nothing, its name, or a word that depends on what it brings, or does. */
export type WordOf = 'none' | 'its name' | ((payload: Payload, rows: readonly string[]) => string | undefined)

/** Whether a recorded word was seen, and is not only the agent's report. */
export const isSeen = (word: unknown): boolean => typeof word === 'string' && word !== 'unseen'

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
