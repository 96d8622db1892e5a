import * as v from 'valibot'
import { inline } from '../markdown/code'

/** @returns the word of the list that was meant, in any case */
export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** @returns the place of a mistake in what was read: `items[2].id`; empty for all of it */
export const placeOf = ({ path = [] }: { readonly path?: readonly { readonly key: unknown }[] | undefined }): string =>
  path
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

/** The longest quotation of what is none of the words. In characters. */
const mostQuoted = 60

/** A word of a list, in any case. */
export const among = <const Words extends readonly string[]>(words: Words) => {
  const range = `must be one of ${words.join(', ')}`
  return v.pipe(
    v.string(range),
    v.transform((said): string => oneOf(words, said) ?? said.trim()),
    v.picklist(words, ({ input }) => (input ? `${range}, not "${quoted(String(input))}"` : range)),
  )
}

function quoted(said: string): string {
  const line = inline(said)
  return line.length > mostQuoted ? `${line.slice(0, mostQuoted - 1)}…` : line
}
