import { inline } from '../../text/markdown/code'
import { hollowText, isHollow, saysLittle } from '../hollow'
import type { Artifact, Field, Read } from './form'

/** What a single value is: each kind of a field that is neither a list nor a map, and what is in a list. */
export type Single =
  | Exclude<Field['kind'], 'maps' | 'items' | 'fields' | 'map' | keyof typeof inList>
  | 'path'
  | 'number'
  | 'any'

/** The kinds of lists, with what is in each. */
export const inList = {
  texts: 'text',
  'filled texts': 'filled text',
  names: 'name',
  paths: 'path',
  numbers: 'number',
  list: 'any',
} as const

interface Around {
  readonly field: Field
  readonly form: Read['form']
  readonly most: Artifact['most']
}

type Check<Given> = (given: Given, around: Around) => string | undefined

const filled: Check<string> = (said, { field: { ends = '', asks }, most }) => {
  if (said.trim() === '') return 'must not be empty'
  if (most && said.length > most.text) return `must have at most ${most.text} characters`
  if (!said.trim().endsWith(ends)) return ends === '?' ? 'must end with a question mark' : `must end with ${ends}`
  return asks && isHollow(said) ? hollowText(said, asks) : undefined
}

const text =
  (check: Check<string>): Check<unknown> =>
  (given, around) =>
    typeof given === 'string' ? check(given, around) : 'must be text'

const like = (pattern: RegExp, otherwise: string) => text((said) => (pattern.test(said.trim()) ? undefined : otherwise))

/** What is wrong with a value of each kind, as a clause. */
export const wrongIn: Readonly<Record<Single, Check<unknown>>> = {
  text: text((said, around) => (around.field.isRequired ? filled(said, around) : undefined)),
  'filled text': text(filled),
  command: text(filled),
  prose: text((said, around) =>
    saysLittle(said) ? (filled(said, around) ?? hollowText(said, 'what is so?')) : undefined,
  ),
  name: like(/^[\w.-]{1,64}$/, 'must be letters, digits, dots, hyphens and underscores, at most 64'),
  path: like(/^[^`\0]{1,300}$/, 'must be a path or a pattern'),
  'one of': (given, { field: { words } }) =>
    typeof given === 'string' && oneOf(words, given) ? undefined : noneOf(words, given),
  'yes or no': (given, { form }) => {
    if (typeof given === 'boolean') return undefined
    return form === 'json' ? 'must be true or false' : noneOf(['yes', 'no'], given)
  },
  share: (given) => {
    if (typeof given !== 'number') return 'must be a number'
    return given >= 0 && given <= 1 ? undefined : 'must be from 0 to 1'
  },
  number: (given) => (/^[1-9]\d{0,2}$/.test(String(given)) ? undefined : 'must be a whole number from 1 to 999'),
  nothing: (given) => (Array.isArray(given) && given.length === 0 ? undefined : 'must be empty'),
  any: () => undefined,
}

/** @returns a value that is right, as it is kept */
export const kept = (kind: Single, given: unknown, { words }: Field): unknown =>
  kind === 'one of' ? oneOf(words, String(given)) : kind === 'number' ? Number(given) : given

/** @returns the word of the list that was meant, in any case */
export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** The longest quotation of what is none of the words. In characters. */
const mostQuoted = 60

/** @returns that something is none of the words, as a clause */
export function noneOf(words: readonly string[], said: unknown): string {
  const range = `must be one of ${words.join(', ')}`
  const line = inline(typeof said === 'string' ? said.trim() : '')
  return line === ''
    ? range
    : `${range}, not "${line.length > mostQuoted ? `${line.slice(0, mostQuoted - 1)}…` : line}"`
}
