import * as v from 'valibot'
import { inline } from './documents'
import { freeIds } from './free-ids'
import { collaborations } from './marker'

/** Artifacts are part of the state, so everything has a limit. */

const maxTextLength = 2000
export const maxListItems = 200

const severities = ['BLOCKER', 'WARNING', 'SUGGESTION'] as const

const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(maxTextLength, `must have at most ${maxTextLength} characters`),
)
const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.maxLength(maxListItems, `must have at most ${maxListItems} entries`))
const texts = v.optional(list(text), [])
const some = <const Item extends v.GenericSchema>(item: Item, what: string) =>
  v.pipe(list(item), v.minLength(1, `must have at least one ${what}`))
const id = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w.-]{1,64}$/, 'must be letters, digits, dots, hyphens and underscores, at most 64'),
)
const position = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,2}$/, 'must be the number of a bullet, from 1'),
  v.transform(Number),
)
const path = v.pipe(v.string(), v.trim(), v.regex(/^[^`\0]{1,300}$/, 'must be a path or a pattern'))
/** In any case, with spaces or underscores instead of hyphens. */
const word = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.string(),
    v.transform((said) => {
      const plain = said.trim().replace(/[ _]+/g, '-').toLowerCase()
      return words.find((one) => one.toLowerCase() === plain) ?? said.trim()
    }),
    v.picklist(
      words,
      ({ input }) => `must be one of ${words.join(', ')}${input ? `, not "${inline(String(input), 60)}"` : ''}`,
    ),
  )
const yesOrNo = v.pipe(
  v.string(),
  v.check((said) => /^(yes|no)$/i.test(said), 'must be yes or no'),
  v.transform((said) => /^yes$/i.test(said)),
)

/** A criterion without an id gets the first free one. */
function numbered<Criterion extends { readonly id?: string | undefined }>(criteria: readonly Criterion[]) {
  const fresh = freeIds(
    'C',
    criteria.flatMap((criterion) => criterion.id?.toLowerCase() ?? []),
  )
  return criteria.map((criterion) => ({ ...criterion, id: criterion.id ?? fresh() }))
}

const criterion = v.object({
  id: v.optional(id),
  text,
  verify: v.optional(text),
  covers: v.optional(list(position)),
})
const item = v.object({
  id,
  text,
  dependsOn: v.optional(list(id), []),
  criteria: texts,
  reversible: v.optional(v.boolean()),
  files: v.optional(list(path)),
  /** The command that shows it. */
  run: v.optional(text),
})

export const schemas = {
  brief: v.object({
    objective: text,
    nonGoals: texts,
    constraints: texts,
    acceptance: some(text, 'criterion'),
    stop: texts,
    blastRadius: texts,
  }),
  shape: v.object({
    mode: v.optional(word(collaborations)),
    disposable: v.optional(yesOrNo),
    highRisk: v.optional(yesOrNo),
    criteria: v.pipe(some(criterion, 'criterion'), v.transform(numbered)),
    mustNot: some(text, 'limit'),
    premortem: texts,
    tensions: texts,
    startAction: v.optional(text),
    rollback: v.optional(text),
    evidence: texts,
  }),
  items: v.object({ items: some(item, 'item') }),
  review: v.object({
    findings: list(v.object({ severity: word(severities), text })),
    /** What was looked at. */
    checked: texts,
    intentMismatch: v.optional(yesOrNo, 'no'),
    approachFailure: v.optional(yesOrNo, 'no'),
    consent: v.optional(yesOrNo, 'no'),
  }),
  // What an outside view says, by the mode that it was asked in.
  panel: v.object({
    question: text,
    tensions: some(text, 'tension'),
    consensus: list(text),
    tradeOff: some(text, 'trade-off'),
    dissent: list(text),
  }),
  single: v.object({
    question: text,
    coverage: word(['Documented', 'Inferred', 'Extrapolated']),
    answer: some(text, 'point'),
  }),
} as const

export type Kind = keyof typeof schemas
export const kinds = Object.keys(schemas) as Kind[]

export type Artifacts = { readonly [K in Kind]: v.InferOutput<(typeof schemas)[K]> }
export type Shape = Artifacts['shape']
export type Criterion = Shape['criteria'][number]
