import * as v from 'valibot'

/**
 * What an artifact may be (specs: hope §7). They are part of the state, so each has a limit. What is not listed is left
 * out, and that is told.
 */

const maxTextLength = 2000
const maxListItems = 200

/** Modes of collaboration, the least supervised first. */
export const modes = ['tool', 'tool-review', 'colleague'] as const
export type Mode = (typeof modes)[number]

/** What a result can rest on, the strongest first. */
export const evidences = ['execution-output', 'observation', 'measurement', 'code-review', 'assumption'] as const
export type Evidence = (typeof evidences)[number]

export const severities = ['BLOCKER', 'WARNING', 'SUGGESTION'] as const
export type Severity = (typeof severities)[number]

const text = v.pipe(
  v.string(),
  v.trim(),
  v.check((said) => said !== '', 'must not be empty'),
  v.maxLength(maxTextLength, `must have at most ${maxTextLength} characters`),
)
const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.maxLength(maxListItems, `must have at most ${maxListItems} entries`))
const texts = list(text)
const some = (what: string) => v.pipe(texts, v.minLength(1, `must have at least one ${what}`))
const id = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w.-]{1,64}$/, 'must be letters, digits, dots, hyphens and underscores, at most 64'),
)
/** In any case, with spaces or underscores for hyphens. */
const word = <const Words extends readonly string[]>(words: Words, form: (said: string) => string) =>
  v.pipe(v.string(), v.transform(form), v.picklist(words, `must be one of ${words.join(', ')}`))
const hyphened = (said: string) => said.trim().toLowerCase().replace(/[ _]+/g, '-')
const capitals = (said: string) => said.trim().toUpperCase()
/** A list is no object. */
const object = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.custom<object>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'must be an object',
    ),
    v.object(entries),
  )
const isPassed = v.pipe(
  v.custom<boolean | string>(
    (input) => typeof input === 'boolean' || (typeof input === 'string' && /^(pass|fail)(ed)?$/i.test(input)),
    'must be pass or fail',
  ),
  v.transform((said) => said === true || /^pass/i.test(String(said))),
)

const criterion = object({ id: v.optional(id), text, verify: v.optional(text) })

export const schemas = {
  brief: object({
    objective: text,
    acceptance: some('criterion'),
    nonGoals: v.optional(texts, []),
    constraints: v.optional(texts, []),
    stop: v.optional(texts, []),
    blastRadius: v.optional(texts, []),
  }),
  shape: object({
    criteria: v.pipe(
      list(
        v.pipe(
          v.unknown(),
          v.transform((said) => (typeof said === 'string' ? { text: said } : said)),
          criterion,
        ),
      ),
      v.minLength(1, 'must have at least one criterion'),
    ),
    mustNot: some('limit'),
    premortem: v.optional(texts, []),
    mode: v.optional(word(modes, hyphened)),
    tensions: v.optional(texts, []),
    disposable: v.optional(v.boolean()),
    highRisk: v.optional(v.boolean()),
    startAction: v.optional(text),
    evidence: v.optional(texts, []),
  }),
  items: object({
    items: v.pipe(
      list(
        object({
          id,
          text,
          dependsOn: v.optional(list(id), []),
          criteria: v.optional(texts, []),
          reversible: v.optional(v.boolean()),
        }),
      ),
      v.minLength(1, 'must have at least one item'),
    ),
  }),
  review: object({
    findings: list(object({ severity: word(severities, capitals), text, item: v.optional(id) })),
    intentMismatch: v.optional(v.boolean(), false),
    approachFailure: v.optional(v.boolean(), false),
    consent: v.optional(v.boolean(), false),
  }),
  verification: object({
    results: v.pipe(
      list(object({ criterion: text, pass: isPassed, evidence: word(evidences, hyphened), reference: text })),
      v.minLength(1, 'must have at least one result'),
    ),
  }),
  blueprint: object({
    roles: v.pipe(
      list(
        object({
          name: text,
          model: text,
          focus: text,
          owns: v.pipe(texts, v.minLength(1, 'must have at least one path')),
          tasks: v.optional(texts, []),
        }),
      ),
      v.minLength(2, 'must be two to five; fewer need no team'),
      v.maxLength(5, 'must be two to five; split what is left into a second team'),
    ),
    coupling: v.optional(texts, []),
  }),
} as const

export type Kind = keyof typeof schemas
export const kinds = Object.keys(schemas) as Kind[]

type Read<K extends Kind> = v.InferOutput<(typeof schemas)[K]>
export type Brief = Read<'brief'>
export type Item = Read<'items'>['items'][number]
export type Items = Read<'items'>
export type Review = Read<'review'>
export type Verification = Read<'verification'>
export type Blueprint = Read<'blueprint'>
/** A criterion always has an id by now: its own, or C1, C2, … by its place. */
export interface Criterion {
  readonly id: string
  readonly text: string
  readonly verify?: string
}
export type Shape = Omit<Read<'shape'>, 'criteria'> & { readonly criteria: readonly Criterion[] }

/** Each artifact as it is kept. */
export interface Artifacts {
  readonly brief: Brief
  readonly shape: Shape
  readonly items: Items
  readonly review: Review
  readonly verification: Verification
  readonly blueprint: Blueprint
}
