import * as v from 'valibot'
import { noneOf, oneOf } from './artifacts/one-of'

/** A word of a list, in any case. */
export const among = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.string(noneOf(words, '')),
    v.transform((said): string => oneOf(words, said) ?? said.trim()),
    v.picklist(words, ({ input }) => noneOf(words, input)),
  )
