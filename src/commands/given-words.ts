import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import { nearest } from '../workflow/nearest'

/** @returns the argument. Throws Failure (usage) with the given message if it is missing */
export function needed(typed: string | undefined, message: string, fix: string): string {
  if (typed !== undefined) return typed
  throw new Failure(exit.usage, 'usage', message, fix)
}

/** @returns the word meant, in any case, with hyphens or underscores. Throws Failure (usage) `unknown-…`. */
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

/** @returns the words of an argument that takes several, in their order */
export const givenWords = (first: string | undefined, further: readonly (string | undefined)[]): string[] =>
  [first, ...further].filter((word) => word !== undefined)
