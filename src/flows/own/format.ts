import * as v from 'valibot'
import { isRecord } from '../../failure/json'
import type { Joined } from '../../workflow/conditions'
import { workPhases } from '../flow'
import {
  folder,
  keyed,
  listOf,
  mapOf,
  name,
  number,
  object,
  oneOf,
  path,
  shortName,
  text,
  unknownName,
} from './form-parts'

/** The form of a workflow's file. What it means is in docs/own-workflows.md. */

/** `proven`: what is written with a command has been shown; `handed over`: the word came with `--from`. */
export const bareConditions = ['proven', 'command missing', 'handed over'] as const
export const linkStates = ['none', 'new', 'done'] as const
export const answers = ['refuse', 'nothing', 'stay', 'confirm', 'missing', 'show'] as const
const bareEffects = ['name commands', 'take over'] as const

/** What a file has of each kind of names. */
export type Known = Readonly<
  Record<'states' | 'targets' | 'words' | 'files' | 'counts' | 'counted' | 'remembered', readonly string[]>
>

/** Makes of what has to be a text the name of something that the file has. */
const refsTo = (known: Known | undefined) => {
  const isKnown = (kind: keyof Known, given: string) => known === undefined || known[kind].includes(given)
  return {
    ref: (kind: keyof Known, form: v.GenericSchema<string, string> = name) =>
      v.pipe(
        form,
        v.check(
          (given) => isKnown(kind, given),
          ({ input }) => unknownName(input, known?.[kind] ?? []),
        ),
      ),
    /** What is remembered has a name of its own. */
    memory: v.pipe(
      name,
      v.check(
        (given) => given !== keptName && !known?.counts.includes(given),
        ({ input }) => `"${input}" is kept already, as something else`,
      ),
    ),
    /** A text, which names files in braces. */
    told: v.pipe(
      text,
      v.rawCheck(({ dataset, addIssue }) => {
        for (const file of dataset.typed ? filesNamed(dataset.value) : [])
          if (!isKnown('files', file)) addIssue({ message: unknownName(file, known?.files ?? []) })
      }),
    ),
  }
}
type Refs = ReturnType<typeof refsTo>

/** What is counted in a file; every other name is a counter. */
const countedInFiles: readonly string[] = ['criteria', 'open']
const isInFiles = (count: string): boolean => countedInFiles.includes(count)

/** What the context of every piece of work has. */
const keptName = 'definition'
const counter = v.pipe(
  name,
  v.check(
    (given) => given !== keptName && !isInFiles(given),
    ({ input }) => `"${input}" means something else in every workflow`,
  ),
)

const leaves = ({ ref }: Refs) => ({
  there: object({ there: ref('files') }),
  written: object({ written: ref('files') }),
  count: v.pipe(
    object({
      count: ref('counted'),
      in: v.optional(ref('files')),
      least: v.optional(number(0)),
      most: v.optional(number(0)),
    }),
    v.check(
      ({ count, in: file }) => file !== undefined || !isInFiles(count),
      ({ input: { count } }) => `\`in: FILE\` says which file's ${count}`,
    ),
    v.forward(
      v.check(({ count, in: file }) => file === undefined || isInFiles(count), 'a counter is in no file'),
      ['in'],
    ),
    v.check(({ least, most }) => least !== undefined || most !== undefined, '`least: N` or `most: N` is missing'),
  ),
  links: object({ links: ref('files'), are: listOf(oneOf(linkStates)) }),
  remembered: object({ remembered: ref('remembered'), is: listOf(ref('states')) }),
})
type OneOf<Forms extends (refs: Refs) => Readonly<Record<string, v.GenericSchema>>> = v.InferOutput<
  ReturnType<Forms>[keyof ReturnType<Forms>]
>

/** What holds of the files, the counters and what is remembered. */
export type Leaf = (typeof bareConditions)[number] | OneOf<typeof leaves>
export type Condition = Joined<Leaf>

function conditionForm(refs: Refs): v.GenericSchema<Condition> {
  const condition: v.GenericSchema<Condition> = keyed<Condition>(
    {
      ...leaves(refs),
      all: object({ all: listOf(v.lazy(() => condition)) }),
      any: object({ any: listOf(v.lazy(() => condition)) }),
      not: object({ not: v.lazy(() => condition) }),
    },
    bareConditions,
  )
  return condition
}

const effects = ({ ref, memory }: Refs) => ({
  create: object({ create: ref('files') }),
  show: object({ show: ref('files') }),
  expect: object({ expect: ref('files') }),
  'list links': object({ 'list links': ref('files') }),
  move: object({ move: listOf(ref('files')), to: folder, with: v.optional(oneOf(['proofs'])) }),
  keep: object({ keep: ref('files') }),
  add: object({ add: ref('counts') }),
  clear: object({ clear: ref('counts') }),
  remember: object({ remember: memory }),
  forget: object({ forget: ref('remembered') }),
})
export type EffectOf = (typeof bareEffects)[number] | OneOf<typeof effects>

/** What is asked of the agent and of the developer, and what the agent may write: without it, the files that its text names. */
const asked = ({ told }: Refs) => ({
  agent: v.optional(told),
  developer: v.optional(told),
  writes: v.optional(v.array(told)),
})

const stateForm = (refs: Refs) =>
  object({
    phase: oneOf(workPhases),
    title: text,
    ...asked(refs),
    goal: v.optional(v.literal(true, 'it is true, or left out')),
  })

const stepForm = (refs: Refs) => {
  const { ref, told } = refs
  return object({
    id: name,
    from: v.union(
      [ref('states'), v.literal('*'), listOf(ref('states'))],
      'a state, a list of states or "*" is expected',
    ),
    word: ref('words', shortName),
    by: v.optional(oneOf(['developer'])),
    agrees: v.optional(v.literal(true, 'it is true, or left out')),
    when: v.optional(conditionForm(refs)),
    needs: v.optional(listOf(ref('files'))),
    to: v.optional(
      v.union([ref('targets'), object({ back: ref('remembered') })], 'a state, "same" or `back: NAME` is expected'),
    ),
    do: v.optional(listOf(keyed<EffectOf>(effects(refs), bareEffects))),
    answer: v.optional(oneOf(answers)),
    summary: v.optional(told),
    text: v.optional(told),
    ...asked(refs),
  })
}

/**
 * @param known what the file has, so that no name is of anything else; absent: any name is right
 * @returns the form of a workflow's file
 */
export function workflowForm(known?: Known) {
  const refs = refsTo(known)
  return object({
    workflow: shortName,
    about: text,
    start: refs.ref('states'),
    words: mapOf(shortName, text),
    files: v.optional(mapOf(name, path)),
    counts: v.optional(mapOf(counter, object({ most: number(1), people: v.optional(oneOf(['distinct'])) }))),
    states: mapOf(
      v.pipe(
        name,
        v.check((given) => given !== 'same', '"same" means the state that a step starts from'),
      ),
      stateForm(refs),
    ),
    steps: listOf(stepForm(refs)),
  })
}

/** A file in a text, `{question}`; `{folder}` is where they all are. */
export const placeholder = /\{([\p{L}\p{N}_-]+)\}/gu
export const folderName = 'folder'

/** @returns the files that a text names */
export const filesNamed = (text: string): string[] =>
  [...text.matchAll(placeholder)].flatMap(([, name = '']) => (name === folderName ? [] : name))

/** @returns what a file has, as far as it has the form of one */
export function knownIn(given: unknown): Known {
  const [file, steps] = isRecord(given) ? [given, [given.steps].flat()] : [{}, []]
  const namesOf = (part: string) => Object.keys(isRecord(file[part]) ? file[part] : {})
  const effects = steps.flatMap((step) => (isRecord(step) ? [step.do].flat() : []))
  return {
    states: namesOf('states'),
    targets: ['same', ...namesOf('states')],
    words: namesOf('words'),
    files: namesOf('files'),
    counts: namesOf('counts'),
    counted: [...countedInFiles, ...namesOf('counts')],
    remembered: effects.flatMap((effect) => (isRecord(effect) && 'remember' in effect ? String(effect.remember) : [])),
  }
}

/** A workflow as its file says it. */
export type WorkflowFile = v.InferOutput<ReturnType<typeof workflowForm>>
export type Step = WorkflowFile['steps'][number]

/** @returns the names that a step adds to, clears or remembers, in its order */
export const namedBy = ({ do: effects = [] }: Pick<Step, 'do'>, verb: 'add' | 'clear' | 'remember'): string[] =>
  effects.flatMap((effect) => (typeof effect === 'object' && verb in effect ? Object.values(effect).map(String) : []))
