import * as v from 'valibot'
import { hollowText, isHollow } from '../../workflow/hollow'
import { listed } from '../../workflow/listed'
import { among } from '../one-of'
import { type Block, isNone, labelledBlocks, listOf, textOf, withNotes } from './labelled'

/** The artifacts: of each its labels, how what stands there is read, and what it has to be. All of it has a limit. */

const maxTextLength = 2000
export const maxListItems = 200

const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(maxTextLength, `must have at most ${maxTextLength} characters`),
)
/** What a gate goes by. */
const telling = (asked = 'what is so?') =>
  v.pipe(
    text,
    v.check(
      (said) => !isHollow(said),
      ({ input }) => hollowText(String(input), asked),
    ),
  )
type Entry = v.GenericSchema<string, unknown>
const list = <Item extends Entry>(item: Item): v.GenericSchema<string[], v.InferOutput<Item>[]> =>
  v.pipe(v.array(item), v.maxLength(maxListItems, `must have at most ${maxListItems} entries`))
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
const limit = v.pipe(
  text,
  v.check(
    (said) => limitIn(said).covers?.every((one) => v.is(position, one)) !== false,
    'covers: must be numbers of bullets, from 1',
  ),
)
const criterion = v.object({
  id: v.optional(id),
  text,
  verify: v.optional(text),
  covers: v.optional(list(position)),
})
const item = v.object({
  id,
  text: telling('what is done?'),
  dependsOn: v.optional(list(id), []),
  criteria: v.optional(list(text), []),
  files: v.optional(list(path)),
  /** The command that shows it. */
  run: v.optional(text),
  /** Why it is needed, if it serves no criterion. */
  why: v.optional(telling()),
})

/** `text (covers: 1, 3) (verify: npm test)`; only the text is required. */
export function limitIn(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['verify', 'covers'])
  return { text: rest, verify: notes.verify, covers: namesIn(notes.covers) }
}

/** The same, perhaps with a name: `C1: text`. */
export function criterionIn(bullet: string): v.InferInput<typeof criterion> {
  const { text: rest, ...more } = limitIn(bullet)
  const [, id, text = rest] = /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/.exec(rest) ?? []
  return { id, text, ...more }
}

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (run: npm test)`, or `(why: …)`. */
export function itemIn(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['dependson', 'criteria', 'files', 'run', 'why'])
  const [, id, text = rest] = /^`?([\w.-]+)`?\s*:\s+(.*)$/.exec(rest) ?? []
  const [dependsOn, criteria, files] = [notes.dependson, notes.criteria, notes.files].map(namesIn)
  const run = notes.run?.replace(/^`+|`+$/g, '').trim()
  return { id, text, dependsOn, criteria, files, run, why: notes.why }
}

/** What an item lacks, its schema reports. */
const asItem = (bullet: string) => itemIn(bullet) as v.InferInput<typeof item>

/** `BLOCKER: text`; the word may be bold. */
export function findingIn(bullet: string) {
  const [, severity = '', text = bullet] = /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*[*_]*\s*(.*)$/.exec(bullet) ?? []
  return { severity, text }
}

/** `BLOCKER: none` is no finding; one without a text is, and wrong. */
export const realFindings = (bullets: readonly string[]): string[] =>
  bullets.filter((bullet) => {
    const { text: found } = findingIn(bullet)
    return found === '' || !isNone(found)
  })

const namesIn = (said: string | undefined): string[] | undefined =>
  said === undefined ? undefined : listed(said.replaceAll('`', '')).filter((name) => name.toLowerCase() !== 'none')

const finding = v.pipe(
  v.string(),
  v.transform(findingIn),
  v.object({ severity: among(['BLOCKER', 'WARNING', 'SUGGESTION']), text }),
)

/** @returns ids of this prefix and a number, each once, that are not `taken` (in small letters): `C1`, `C2`, … */
export function freeIds(prefix: string, taken: readonly string[]): () => string {
  let number = 0
  return () => {
    do number += 1
    while (taken.includes(`${prefix}${number}`.toLowerCase()))
    return `${prefix}${number}`
  }
}

/** A criterion without an id gets the first free one. */
function numbered<Criterion extends { readonly id?: string | undefined }>(criteria: readonly Criterion[]) {
  const fresh = freeIds(
    'C',
    criteria.flatMap(({ id }) => id?.toLowerCase() ?? []),
  )
  return criteria.map((one) => ({ ...one, id: one.id ?? fresh() }))
}

const block = v.custom<Block>(Array.isArray)
const said = v.pipe(block, v.transform(textOf))
const sentence = v.pipe(said, text)
const yesOrNo = v.pipe(
  said,
  among(['yes', 'no']),
  v.transform((word) => word === 'yes'),
)
const bulleted = <Item extends Entry>(item: Item): v.GenericSchema<Block, v.InferOutput<Item>[]> =>
  v.pipe(block, v.transform(listOf), list(item))
const some = <Item extends Entry>(item: Item, what: string): v.GenericSchema<Block, v.InferOutput<Item>[]> =>
  v.pipe(bulleted(item), v.minLength(1, `must have at least one ${what}`))
const texts = v.optional(bulleted(text), [])

export const schemas = {
  brief: v.object({
    objective: sentence,
    nonGoals: texts,
    constraints: texts,
    acceptance: some(text, 'criterion'),
    stop: texts,
    blastRadius: texts,
  }),
  shape: v.object({
    criteria: v.pipe(some(v.pipe(v.string(), v.transform(criterionIn), criterion), 'criterion'), v.transform(numbered)),
    mustNot: some(limit, 'limit'),
    premortem: texts,
    tensions: texts,
    startAction: v.optional(sentence),
    rollback: v.optional(sentence),
    evidence: texts,
  }),
  items: v.object({ items: some(v.pipe(v.string(), v.transform(asItem), item), 'item') }),
  review: v.object({
    findings: v.pipe(
      block,
      v.check((said) => textOf(said) !== '', 'must say what was found, or none'),
      v.transform((said) => realFindings(listOf(said))),
      list(finding),
    ),
    /** What was looked at. */
    checked: texts,
    intentMismatch: v.optional(yesOrNo, ['no']),
    approachFailure: v.optional(yesOrNo, ['no']),
    consent: v.optional(yesOrNo, ['no']),
  }),
  // What an outside view says, by the mode that it was asked in.
  panel: v.object({
    question: sentence,
    tensions: some(telling(), 'tension'),
    consensus: bulleted(text),
    tradeOff: some(telling(), 'trade-off'),
    dissent: bulleted(text),
    findings: texts,
  }),
  single: v.object({
    question: sentence,
    coverage: v.pipe(said, among(['Documented', 'Inferred', 'Extrapolated'])),
    answer: some(telling(), 'point'),
    findings: texts,
  }),
} as const

export type Kind = keyof typeof schemas
export const kinds = Object.keys(schemas) as Kind[]

export type Artifacts = { readonly [K in Kind]: v.InferOutput<(typeof schemas)[K]> }
export type Shape = Artifacts['shape']
export type Criterion = Shape['criteria'][number]

/** @returns the blocks of an artifact as submitted, by field, and the labels that it does not have */
export const blocksIn = (kind: Kind, text: string) => labelledBlocks(text, Object.keys(schemas[kind].entries))

/** @returns the bullets at a label of a text, which may be no valid artifact */
export const bulletsAt = (kind: Kind, field: string, text: string): readonly string[] =>
  listOf(blocksIn(kind, text).blocks.get(field) ?? [])
