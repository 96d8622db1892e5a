import * as v from 'valibot'
import type { ArtifactForm, FieldForm } from '../../workflow/artifacts/form'
import { nearest } from '../../workflow/nearest'
import { isDevice } from '../../workflow/slug'
import { isForeign } from './reserved'

/** What the form of a workflow's file is made of, with what is said of a mistake: maps, lists, texts, names, paths. */

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** @returns a sentence for a name that is not known, with what was meant */
export function unknownName(name: unknown, known: readonly string[]): string {
  const [meant] = nearest(String(name), known)
  const isNear = meant !== undefined && known.length > 0
  return `"${String(name)}" is not known${isNear ? `; did you mean "${meant}"?` : ''}${known.length > 1 && known.length <= 8 ? ` There is ${quoted(known)}` : ''}`
}

export const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received, path }) =>
    expected === 'never'
      ? unknownName(path?.at(-1)?.key, Object.keys(entries))
      : expected === 'Object'
        ? `a map with ${quoted(Object.keys(entries))} is expected, not ${received}`
        : `${expected} is missing`,
  )
export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, ({ input }) => unknownName(input, options))
export const text = v.pipe(
  v.string(({ received }) => `a text is expected, not ${received}`),
  v.nonEmpty('it is empty'),
  v.check((said) => !said.includes('{{'), 'a file is named by {name}, not {{name}}'),
)
export const named = (pattern: RegExp, what: string) => v.pipe(text, v.regex(pattern, what))

const freeName = (pattern: RegExp, what: string) =>
  v.pipe(
    named(pattern, what),
    v.check(
      (given) => !isForeign(given),
      ({ input }) => `"${input}" is a name of Windows or JavaScript: choose another`,
    ),
  )
export const name = freeName(
  /^[\p{L}][\p{L}\p{N}_-]*$/u,
  'a name has letters, digits, - and _, and begins with a letter',
)
export const shortName = freeName(
  /^[a-z][a-z0-9-]*$/,
  'a name has small letters, digits and -, and begins with a letter',
)

/** @returns whether a workflow or a word can be called so */
export const isShortName = (name: string): boolean => v.is(shortName, name)

/** What spell keeps in the folder of a piece of work. */
const keptFiles: readonly string[] = ['state.json', 'history.jsonl', 'proofs.jsonl', 'workflow.json', 'archived.json']
const isFree = (path: string): boolean => !keptFiles.includes(path.toLowerCase().replace(/\/.*/, ''))
export const path = v.pipe(
  named(
    /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*(\/[\p{L}\p{N}_-][\p{L}\p{N}._-]*)*$/u,
    'a path in the folder of the piece of work is expected, such as notes.md',
  ),
  v.check(isFree, 'a file of this name is kept already'),
  v.check(
    (path) => !path.split('/').some((part) => isDevice(part.replace(/\..*/, ''))),
    'Windows has a device of this name',
  ),
)
export const number = (least: number) =>
  v.pipe(
    v.number(({ received }) => `a number is expected, not ${received}`),
    v.integer('a whole number is expected'),
    v.minValue(least, `at least ${least} is expected`),
    v.maxValue(99, 'at most 99 is expected'),
  )
export const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item, ({ received }) => `a list is expected, not ${received}`),
    v.nonEmpty('the list is empty'),
  )
export const mapOf = <Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
) => v.record(key, value, ({ received }) => `a map is expected, not ${received}`)

/** What has one key that says which of several it is, or is a word of its own. */
export const keyed = <Value>(
  schemas: Readonly<Record<string, v.GenericSchema>>,
  bare: readonly string[],
): v.GenericSchema<Value> =>
  v.lazy((given): v.GenericSchema => {
    const keys = Object.keys(schemas)
    // A schema for editors has all of them.
    if (given === undefined) return v.union([...Object.values(schemas), v.picklist(bare)])
    if (typeof given !== 'object' || given === null)
      return v.picklist(bare, ({ input }) =>
        keys.includes(String(input)) ? `\`{ ${input}: … }\` is expected` : unknownName(input, [...bare, ...keys]),
      )
    const found = keys.find((key) => key in given)
    const none = object(Object.fromEntries(keys.map((key) => [key, v.optional(v.any())])))
    return (
      (found !== undefined && schemas[found]) ||
      v.pipe(
        none,
        v.check(() => false, `${quoted(keys)}: one is missing`),
      )
    )
  }) as v.GenericSchema<Value>

/** Names in it are filled in: `<name>-<stamp>`. */
export const folder = v.pipe(
  named(/^[\p{L}\p{N}_<][\p{L}\p{N}._<>/-]*$/u, 'a folder in that of the piece of work is expected'),
  v.check((given) => !given.split('/').includes('..'), 'a folder in that of the piece of work is expected'),
  v.check((given) => !/[<>]/.test(given.replace(/<(name|stamp)>/g, '')), 'only <name> and <stamp> are filled in'),
  v.check(isFree, 'a file of this name is kept already'),
)

/** A text, or a map that says more. */
export const textOr = <Said extends v.GenericSchema>(map: Said): v.GenericSchema<string | v.InferOutput<Said>> =>
  v.lazy((given): v.GenericSchema => {
    // A schema for editors has both.
    if (given === undefined) return v.union([text, map])
    return typeof given === 'object' ? map : text
  }) as v.GenericSchema<string | v.InferOutput<Said>>

/** The form of what is handed in: a part of that of a workflow's file. */

const kinds = ['text', 'filled text', 'prose', 'name', 'command', 'yes or no', 'map'] as const
const lists = ['texts', 'filled texts', 'names', 'paths', 'numbers', 'items'] as const

const isTrue = v.optional(v.literal(true, 'it is true, or left out'))
const kind = v.lazy((given): v.GenericSchema => {
  const [one, several] = [oneOf([...kinds, ...lists]), listOf(text)]
  if (given === undefined) return v.union([one, several])
  return Array.isArray(given) ? several : one
})

const field: v.GenericSchema = v.lazy((given): v.GenericSchema => {
  const more = object({
    is: v.optional(kind),
    each: v.optional(v.lazy(() => fields)),
    none: isTrue,
    once: isTrue,
    asks: v.optional(text),
    ends: v.optional(text),
    help: v.optional(text),
  })
  if (given === undefined) return v.union([kind, more])
  return typeof given === 'object' && !Array.isArray(given) ? more : kind
})

const fields = mapOf(
  named(/^[A-Za-z][A-Za-z0-9_-]*[!~*]*$/, 'a field has letters, digits, - and _, and may end with !, ~ or *'),
  field,
) as v.GenericSchema<Readonly<Record<string, FieldForm>>>

export const artifactForm = object({ says: v.optional(listOf(text)), fields }) as v.GenericSchema<ArtifactForm>
