import { inline } from '../answer/markdown'
import { exit, Failure } from '../failure/failure'
import { nearest } from '../workflows/nearest'

/** @returns what was typed. Throws Failure (usage) if it is not there; the message says what is needed */
export function needed(typed: string | undefined, message: string, fix: string): string {
  if (typed !== undefined) return typed
  throw new Failure(exit.usage, 'usage', message, fix)
}

/**
 * @param called what such a word is: `type`
 * @param words those that are right, in small letters
 * @returns the one that was typed, in any case, with a hyphen for an underscore
 * @throws Failure (usage) `unknown-…` with the nearest
 */
export function wordNamed<Word extends string>(
  typed: string,
  called: string,
  words: readonly Word[],
  fix: string,
): Word {
  const name = typed.trim().toLowerCase().replace('-', '_')
  const word = words.find((known) => known === name)
  if (word) return word
  const message = `There is no ${called} "${inline(typed)}"; there is ${nearest(name, words).join(', ')}.`
  throw new Failure(exit.usage, `unknown-${called}`, message, fix)
}
