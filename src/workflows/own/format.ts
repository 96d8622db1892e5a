import * as v from 'valibot'
import type { Joined } from '../../workflow/conditions'
import { workPhases } from '../../workflow/workflow-entry'
import {
  artifactForm,
  folder,
  keyed,
  listOf,
  mapOf,
  name,
  named,
  number,
  object,
  oneOf,
  path,
  shortName,
  text,
  textOr,
} from './form-parts'
import { definitionName, isInFiles, type Known, type Refs, refsTo } from './refs'

/** The form of a workflow's file. What it means is in docs/own-workflows.md. */

/** `proven`: what is written with a command has been shown; `handed over`: the word came with `--from`. */
export const bareConditions = ['proven', 'command missing', 'handed over'] as const
export const linkStates = ['none', 'new', 'done'] as const
export const findingStates = ['open', 'none'] as const
export const itemStates = ['open', 'wave done', 'done'] as const
export const reportStates = ['done', 'failed'] as const
export const answers = ['refuse', 'nothing', 'stay', 'confirm', 'missing', 'show'] as const
const bareEffects = ['name commands', 'take over'] as const

const counter = v.pipe(
  name,
  v.check(
    (given) => given !== definitionName && !isInFiles(given),
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
  taken: object({
    taken: ref('taken'),
    is: v.optional(listOf(ref('choices'))),
    least: v.optional(number(0)),
    most: v.optional(number(0)),
  }),
  findings: object({ findings: oneOf(findingStates) }),
  items: object({ items: oneOf(itemStates) }),
})
type OneOf<Forms extends (refs: Refs) => Readonly<Record<string, v.GenericSchema>>> = v.InferOutput<
  ReturnType<Forms>[keyof ReturnType<Forms>]
>

/** What holds of the files, the counters and what is remembered. */
export type Leaf = (typeof bareConditions)[number] | OneOf<typeof leaves>
export type StepCondition = Joined<Leaf>

function conditionForm(refs: Refs): v.GenericSchema<StepCondition> {
  const condition: v.GenericSchema<StepCondition> = keyed<StepCondition>(
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
  copy: object({ copy: ref('files') }),
  add: object({ add: ref('counts') }),
  clear: object({ clear: ref('counts') }),
  remember: object({ remember: memory }),
  forget: object({ forget: ref('remembered') }),
})
export type EffectOf = (typeof bareEffects)[number] | OneOf<typeof effects>

/** What is asked of the agent and of the developer, and what the agent may write: without it, the files that its text names. */
const asked = {
  agent: v.optional(text),
  developer: v.optional(text),
  writes: v.optional(v.array(text)),
}

/** The options that every command has, and what is kept of a document. */
const otherOptions: readonly string[] =
  'cwd work json for quiet no-color debug wait note note-file from help version source'.split(' ')
const option = v.pipe(
  shortName,
  v.check(
    (given) => !otherOptions.includes(given),
    ({ input }) => `"${input}" means something else in every command`,
  ),
)

/** What a word takes, by one key of each. */
const taken = ({ ref }: Refs) => ({
  'one of': object({ 'one of': listOf(shortName) }),
  least: v.pipe(
    object({ least: number(0), most: number(1) }),
    v.check(({ least, most }) => least < most, '`most` is more than `least`'),
  ),
  artifact: object({ artifact: ref('artifacts') }),
  raises: object({ raises: ref('findings') }),
  settles: object({ settles: listOf(ref('findings')), in: ref('files') }),
  items: object({ items: oneOf(reportStates) }),
})
export type TakenForm = 'text' | OneOf<typeof taken>

const wordForm = (refs: Refs) =>
  textOr(
    object({
      about: text,
      takes: v.pipe(
        mapOf(option, keyed<TakenForm>(taken(refs), ['text'])),
        v.check(
          (takes) => Object.values(takes).filter((form) => typeof form === 'object' && 'artifact' in form).length < 2,
          'a word hands in one file',
        ),
      ),
    }),
  )

const stateForm = object({
  phase: oneOf(workPhases),
  title: text,
  ...asked,
  goal: v.optional(v.literal(true, 'it is true, or left out')),
  over: v.optional(oneOf(['done', 'given up'])),
})

const stepForm = (refs: Refs) => {
  const { ref } = refs
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
    summary: v.optional(text),
    text: v.optional(text),
    ...asked,
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
    words: mapOf(shortName, wordForm(refs)),
    files: v.optional(mapOf(name, path)),
    artifacts: v.optional(mapOf(refs.ref('files'), artifactForm)),
    findings: v.optional(mapOf(named(/^[A-Z]$/, 'a capital letter is expected'), text)),
    counts: v.optional(mapOf(counter, object({ most: number(1), people: v.optional(oneOf(['distinct'])) }))),
    states: mapOf(
      v.pipe(
        name,
        v.check((given) => given !== 'same', '"same" means the state that a step starts from'),
      ),
      stateForm,
    ),
    steps: listOf(stepForm(refs)),
  })
}

/** A workflow as its file says it. */
export type WorkflowFile = v.InferOutput<ReturnType<typeof workflowForm>>
export type Step = WorkflowFile['steps'][number]

/** @returns the names that a step adds to, clears or remembers, in its order */
export const namedBy = ({ do: effects = [] }: Pick<Step, 'do'>, verb: 'add' | 'clear' | 'remember'): string[] =>
  effects.flatMap((effect) => (typeof effect === 'object' && verb in effect ? Object.values(effect).map(String) : []))
