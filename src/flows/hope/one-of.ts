import * as v from 'valibot'
import { inline } from './documents'

export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** A word of a list, in any case. */
export const among = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.string(),
    v.transform((said): string => oneOf(words, said) ?? said.trim()),
    v.picklist(
      words,
      ({ input }) => `must be one of ${words.join(', ')}${input ? `, not "${inline(String(input), 60)}"` : ''}`,
    ),
  )
