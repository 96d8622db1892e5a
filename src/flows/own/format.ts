import * as v from 'valibot'
import type { Joined } from '../../workflow/conditions'
import { nearest } from '../../workflow/nearest'
import { workPhases } from '../flow'
import { isDevice } from '../slug'
import { isForeign } from './reserved'

/** The form of a workflow's file. What it means is in docs/own-workflows.md. */

/** `proven`: what is written with a command has been shown; `handed over`: the word came with `--from`. */
export const bareConditions = ['proven', 'command missing', 'handed over'] as const
export const linkStates = ['none', 'new', 'done'] as const
export const answers = ['refuse', 'nothing', 'stay', 'confirm', 'missing', 'show'] as const
const bareEffects = ['name commands', 'take over'] as const

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** @returns a sentence for a name that is not known, with what was meant */
export function unknownName(name: unknown, known: readonly string[]): string {
  const [meant] = nearest(String(name), known)
  const isNear = meant !== undefined && known.length > 0
  return `"${String(name)}" is not known${isNear ? `; did you mean "${meant}"?` : ''}${known.length > 1 && known.length <= 8 ? ` There is ${quoted(known)}` : ''}`
}

const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received, path }) =>
    expected === 'never'
      ? unknownName(path?.at(-1)?.key, Object.keys(entries))
      : expected === 'Object'
        ? `a map with ${quoted(Object.keys(entries))} is expected, not ${received}`
        : `${expected} is missing`,
  )
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, ({ input }) => unknownName(input, options))
const text = v.pipe(
  v.string(({ received }) => `a text is expected, not ${received}`),
  v.nonEmpty('it is empty'),
  v.check((said) => !said.includes('{{'), 'a file is named by {name}, not {{name}}'),
)
const named = (pattern: RegExp, what: string) => v.pipe(text, v.regex(pattern, what))
const freeName = (pattern: RegExp, what: string) =>
  v.pipe(
    named(pattern, what),
    v.check(
      (given) => !isForeign(given),
      ({ input }) => `"${input}" is a name of Windows or JavaScript: choose another`,
    ),
  )
const name = freeName(/^[\p{L}][\p{L}\p{N}_-]*$/u, 'a name has letters, digits, - and _, and begins with a letter')
const shortName = freeName(/^[a-z][a-z0-9-]*$/, 'a name has small letters, digits and -, and begins with a letter')

/** @returns whether a workflow or a word can be called so */
export const isShortName = (name: string): boolean => v.is(shortName, name)

/** What spell keeps in the folder of a piece of work. */
const keptFiles: readonly string[] = ['state.json', 'history.jsonl', 'proofs.jsonl', 'workflow.json', 'archived.json']
const isFree = (path: string): boolean => !keptFiles.includes(path.toLowerCase().replace(/\/.*/, ''))
const path = v.pipe(
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
const number = (least: number) =>
  v.pipe(
    v.number(({ received }) => `a number is expected, not ${received}`),
    v.integer('a whole number is expected'),
    v.minValue(least, `at least ${least} is expected`),
    v.maxValue(99, 'at most 99 is expected'),
  )
const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item, ({ received }) => `a list is expected, not ${received}`),
    v.nonEmpty('the list is empty'),
  )
const mapOf = <Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(key: Key, value: Value) =>
  v.record(key, value, ({ received }) => `a map is expected, not ${received}`)

/** What has one key that says which of several it is, or is a word of its own. */
const keyed = <Value>(
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

const leaves = {
  there: object({ there: name }),
  written: object({ written: name }),
  count: object({ count: name, in: v.optional(name), least: v.optional(number(0)), most: v.optional(number(0)) }),
  links: object({ links: name, are: listOf(oneOf(linkStates)) }),
  remembered: object({ remembered: name, is: listOf(name) }),
}

/** What holds of the files, the counters and what is remembered. */
export type Leaf = (typeof bareConditions)[number] | v.InferOutput<(typeof leaves)[keyof typeof leaves]>
export type Condition = Joined<Leaf>

const condition: v.GenericSchema<Condition> = keyed<Condition>(
  {
    ...leaves,
    all: object({ all: listOf(v.lazy(() => condition)) }),
    any: object({ any: listOf(v.lazy(() => condition)) }),
    not: object({ not: v.lazy(() => condition) }),
  },
  bareConditions,
)

/** Names in it are filled in: `<name>-<stamp>`. */
const folder = v.pipe(
  named(/^[\p{L}\p{N}_<][\p{L}\p{N}._<>/-]*$/u, 'a folder in that of the piece of work is expected'),
  v.check((given) => !given.split('/').includes('..'), 'a folder in that of the piece of work is expected'),
  v.check((given) => !/[<>]/.test(given.replace(/<(name|stamp)>/g, '')), 'only <name> and <stamp> are filled in'),
  v.check(isFree, 'a file of this name is kept already'),
)

const effects = {
  create: object({ create: name }),
  show: object({ show: name }),
  expect: object({ expect: name }),
  'list links': object({ 'list links': name }),
  move: object({ move: listOf(name), to: folder, with: v.optional(oneOf(['proofs'])) }),
  keep: object({ keep: name }),
  add: object({ add: name }),
  clear: object({ clear: name }),
  remember: object({ remember: name }),
  forget: object({ forget: name }),
}
export type EffectOf = (typeof bareEffects)[number] | v.InferOutput<(typeof effects)[keyof typeof effects]>
const effect = keyed<EffectOf>(effects, bareEffects)

/** What is asked of the agent and of the developer, and what the agent may write: without it, the files that its text names. */
const asked = { agent: v.optional(text), developer: v.optional(text), writes: v.optional(v.array(text)) }

const state = object({
  phase: oneOf(workPhases),
  title: text,
  ...asked,
  goal: v.optional(v.literal(true, 'it is true, or left out')),
  over: v.optional(oneOf(['done', 'given up'])),
})

const step = object({
  id: name,
  from: v.union([name, v.literal('*'), listOf(name)], 'a state, a list of states or "*" is expected'),
  word: shortName,
  by: v.optional(oneOf(['developer'])),
  agrees: v.optional(v.literal(true, 'it is true, or left out')),
  when: v.optional(condition),
  needs: v.optional(listOf(name)),
  to: v.optional(v.union([name, object({ back: name })], 'a state, "same" or `back: NAME` is expected')),
  do: v.optional(listOf(effect)),
  answer: v.optional(oneOf(answers)),
  summary: v.optional(text),
  text: v.optional(text),
  ...asked,
})

export const workflowFile = object({
  workflow: shortName,
  about: text,
  start: name,
  words: mapOf(shortName, text),
  files: v.optional(mapOf(name, path)),
  counts: v.optional(mapOf(name, object({ most: number(1), people: v.optional(oneOf(['distinct'])) }))),
  states: mapOf(name, state),
  steps: listOf(step),
})

/** A file in a text, `{question}`; `{folder}` is where they all are. */
export const placeholder = /\{([\p{L}\p{N}_-]+)\}/gu
export const folderName = 'folder'

/** A workflow as its file says it. */
export type WorkflowFile = v.InferOutput<typeof workflowFile>
export type Step = WorkflowFile['steps'][number]

/** @returns the names that a step adds to, clears or remembers, in its order */
export const namedBy = ({ do: effects = [] }: Pick<Step, 'do'>, verb: 'add' | 'clear' | 'remember'): string[] =>
  effects.flatMap((effect) => (typeof effect === 'object' && verb in effect ? Object.values(effect).map(String) : []))
