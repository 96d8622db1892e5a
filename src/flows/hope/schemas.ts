import * as v from 'valibot'
import { collaborations } from './marker'

/** The schemas of artifacts. Artifacts are part of the state, so everything has a limit. */

const maxTextLength = 2000
const maxListItems = 200

/** The evidence for a result, the strongest first. */
const evidences = ['execution-output', 'observation', 'measurement', 'code-review', 'assumption'] as const

const severities = ['BLOCKER', 'WARNING', 'SUGGESTION'] as const

const text = v.pipe(
  v.string(),
  v.trim(),
  v.check((said) => said !== '', 'must not be empty'),
  v.maxLength(maxTextLength, `must have at most ${maxTextLength} characters`),
)
const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.maxLength(maxListItems, `must have at most ${maxListItems} entries`))
const texts = list(text)
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
const inLine = (said: string): string => said.replace(/\s+/g, ' ').slice(0, 60)
/** In any case, with spaces or underscores instead of hyphens. */
const word = <const Words extends readonly string[]>(words: Words, form: (said: string) => string) =>
  v.pipe(
    v.string(),
    v.transform(form),
    v.picklist(
      words,
      ({ input }) => `must be one of ${words.join(', ')}${input ? `, not "${inLine(String(input))}"` : ''}`,
    ),
  )
const hyphened = (said: string) => said.trim().toLowerCase().replace(/[ _]+/g, '-')
const capitals = (said: string) => said.trim().toUpperCase()
const isPassed = v.pipe(
  v.string(),
  v.regex(/^(pass|fail)(ed)?$/i, 'must be pass or fail'),
  v.transform((said) => /^pass/i.test(said)),
)
const yesOrNo = v.pipe(
  v.string(),
  v.regex(/^(yes|no)$/i, 'must be yes or no'),
  v.transform((said) => /^yes$/i.test(said)),
)

/** A criterion without an id gets the first free one by position: C1, C2, … */
function numbered<Criterion extends { readonly id?: string | undefined }>(criteria: readonly Criterion[]) {
  const taken = criteria.map((criterion) => criterion.id?.toLowerCase())
  let count = 0
  const fresh = () => {
    do count += 1
    while (taken.includes(`c${count}`))
    return `C${count}`
  }
  return criteria.map((criterion) => ({ ...criterion, id: criterion.id ?? fresh() }))
}

export const schemas = {
  brief: v.object({
    objective: text,
    nonGoals: v.optional(texts, []),
    constraints: v.optional(texts, []),
    acceptance: some(text, 'criterion'),
    stop: v.optional(texts, []),
    blastRadius: v.optional(texts, []),
  }),
  shape: v.object({
    mode: v.optional(word(collaborations, hyphened)),
    disposable: v.optional(yesOrNo),
    highRisk: v.optional(yesOrNo),
    criteria: v.pipe(
      some(
        v.object({ id: v.optional(id), text, verify: v.optional(text), covers: v.optional(list(position)) }),
        'criterion',
      ),
      v.transform(numbered),
    ),
    mustNot: some(text, 'limit'),
    premortem: v.optional(texts, []),
    tensions: v.optional(texts, []),
    startAction: v.optional(text),
    rollback: v.optional(text),
    evidence: v.optional(texts, []),
  }),
  items: v.object({
    items: some(
      v.object({
        id,
        text,
        dependsOn: v.optional(list(id), []),
        criteria: v.optional(texts, []),
        reversible: v.optional(v.boolean()),
        files: v.optional(
          list(v.pipe(v.string(), v.trim(), v.regex(/^[^`\0]{1,300}$/, 'must be a path or a pattern'))),
        ),
      }),
      'item',
    ),
  }),
  review: v.object({
    findings: list(v.object({ severity: word(severities, capitals), text })),
    intentMismatch: v.optional(yesOrNo, 'no'),
    approachFailure: v.optional(yesOrNo, 'no'),
    consent: v.optional(yesOrNo, 'no'),
  }),
  verification: v.object({
    results: some(
      v.object({ criterion: text, pass: isPassed, evidence: word(evidences, hyphened), reference: text }),
      'result',
    ),
  }),
} as const

export type Kind = keyof typeof schemas
export const kinds = Object.keys(schemas) as Kind[]

export type Artifacts = { readonly [K in Kind]: v.InferOutput<(typeof schemas)[K]> }
export type Shape = Artifacts['shape']
export type Criterion = Shape['criteria'][number]
