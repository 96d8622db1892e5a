import * as v from 'valibot'
import { facts } from '../../../templates/hope/workflow.yaml'
import { mapValues, recordOf } from '../../engine/records'
import { noneOf, oneOf } from '../../workflow/artifacts/values'
import { standings } from '../../workflow/criteria/counts'
import type { WordOf } from '../../workflow/event-words'
import { dimensions, touched, types } from './request'
import { engagements, modes, most } from './session'

/** A word of a list, in any case. */
const among = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.string(noneOf(words, '')),
    v.transform((said): string => oneOf(words, said) ?? said.trim()),
    v.picklist(words, ({ input }) => noneOf(words, input)),
  )

/** What answers a question, in the order in which they come. */
export const words = (facts.answer as readonly string[]).filter((word) => word !== 'any' && word !== 'none')

const upTo = (longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest, ({ input }) => `has ${input.length} characters; ${longest} is the most`),
  )
const filled = (longest: number, otherwise: string) => v.pipe(upTo(longest), v.regex(/\S/, otherwise))
const line = filled(most.line, 'is empty')
const flag = v.optional(v.boolean())
/** A whole number, or what was typed for one. */
const whole = (least: number, highest: number) => {
  const range = `must be a whole number from ${least} to ${highest}`
  return v.pipe(
    v.union([v.number(), v.string()], range),
    v.transform((typed) => (/^\s*\d{1,9}\s*$/.test(String(typed)) ? Number(typed) : Number.NaN)),
    v.check((value) => value >= least && value <= highest, range),
  )
}
const dims = v.object(
  recordOf(
    dimensions,
    (name) => name,
    () => whole(0, 2),
  ),
  'is missing; it is 0 (vague), 1 (directional) or 2 (testable)',
)

/** Items, each perhaps with what came of it, or why it is left. */
const reported = v.array(v.object({ id: v.string(), reason: v.optional(upTo(most.query)) }))
const head = v.optional(v.string())
/** The tree of the repository's files, without `.ai/`. */
const tree = v.optional(v.string())

/** Where each criterion and limit stands on the files that are here now, by its id, and the digest of the last proof. */
const proven = {
  shown: v.optional(v.record(v.string(), v.picklist(standings))),
  proofs: v.optional(v.string()),
}

export const payloads = {
  start: v.object({
    text: filled(most.text, 'say in a sentence what is wanted'),
    type: v.optional(among(types)),
    engagement: v.optional(among(engagements)),
    points: v.optional(whole(0, 1000)),
    irreversible: flag,
    touches: v.optional(v.array(among(touched))),
    approach: v.optional(among(['known', 'unknown'])),
    maxWaves: v.optional(whole(1, 1000)),
    head,
    tree,
  }),
  engage: v.object({ level: v.optional(among(engagements)) }),
  score: v.object({
    dims: v.optional(dims),
    total: v.optional(whole(0, 10)),
    /** What the agent will deliver, in one sentence. */
    echo: v.optional(upTo(most.line)),
  }),
  answer: v.object({
    word: among(words),
    said: v.optional(upTo(most.text)),
    /** Whether the developer typed it, and no agent passes it on. */
    typed: flag,
    ...proven,
  }),
  submit: v.object({
    artifact: v.string(),
    /** How each BLOCKER is settled, by its name. */
    settled: v.optional(v.record(v.string(), upTo(most.line))),
    head,
    tree,
    ...proven,
  }),
  wave: v.object({
    done: reported,
    carry: reported,
    mustNot: v.optional(upTo(most.line)),
    tree,
    /** Files that items name and that are not here. */
    absent: v.optional(v.array(v.string())),
    ...proven,
  }),
  consult: v.object({ mode: among(modes), query: filled(most.query, 'is empty') }),
  'consult done': v.object({ pick: v.optional(line), artifact: v.optional(v.string()) }),
  intent: v.object({ text: v.optional(upTo(most.text)) }),
  cancel: v.object({}),
  status: v.object(proven),
} as const
export type Verb = keyof typeof payloads

/** A payload as it was typed. */
export interface Typed {
  readonly verb: Verb
  readonly [field: string]: unknown
}

/** @returns a payload with the values that were meant; one that is wrong as it is, to be refused with its places */
export function payloadOf({ verb, ...typed }: Typed): HopePayload {
  const { success, output } = v.safeParse<v.GenericSchema>(payloads[verb], typed)
  return { verb, ...(success ? (output as object) : typed) } as HopePayload
}

/** What the developer says before each event. */
export const saidBefore: Readonly<Record<Verb, WordOf>> = {
  ...mapValues(payloads, (): WordOf => 'none'),
  start: ({ engagement }) => (engagement === 'Autonomous' ? 'autonomous' : undefined),
  engage: ({ level }, rows) =>
    level === 'Autonomous' ? 'autonomous' : rows.includes('S6.again') ? 'engage' : undefined,
  answer: ({ word }) => String(word).toLowerCase(),
  // A review that turns the work back says that the developer agrees.
  submit: (_, rows) => (rows.includes('R1') || rows.includes('R2') ? 'yes' : undefined),
  cancel: 'its name',
}

type Unchanging<Fields> = {
  readonly [Key in keyof Fields]: Fields[Key] extends (infer Item)[] | undefined ? readonly Item[] : Fields[Key]
}

/** The payload of the event of a command. `at` is its time, ISO 8601 with milliseconds. */
export type Bringing<Of extends Verb> = {
  [One in Of]: { readonly verb: One; readonly at?: string } & Unchanging<v.InferOutput<(typeof payloads)[One]>>
}[Of]
export type HopePayload = Bringing<Verb>
