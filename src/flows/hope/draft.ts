import { asKey, labelledBlocks, listOf, textOf, withNotes } from './labelled'
import { type Kind, schemas } from './schemas'

/** An artifact as parsed, by field name; not validated. */
export interface Draft {
  readonly fields: Readonly<Record<string, unknown>> & {
    readonly [Field in keyof typeof bullets]?: readonly ReturnType<(typeof bullets)[Field]>[]
  } & { readonly [Field in 'premortem' | 'stop' | 'blastRadius']?: readonly string[] }
  readonly unknown: readonly string[]
}

/** The lists whose bullets are more than a text. */
const bullets = { criteria: criterion, items: itemIn, findings: finding } as const
/** The fields that are one text; all others are lists. */
// biome-ignore format: in one paragraph
const texts = [
  'objective', 'question', 'coverage', 'mode', 'disposable', 'highRisk', 'startAction', 'rollback', 'intentMismatch', 'approachFailure', 'consent',
]

const labelsOf = (kind: Kind): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(schemas[kind].entries).map((field) => [asKey(field), field]))

/** @param text an artifact as submitted: labels, each with a sentence after it or bullets below it */
export function readDraft(kind: Kind, text: string): Draft {
  const { blocks, unknown } = labelledBlocks(text, labelsOf(kind))
  const readers: Readonly<Record<string, (said: string) => unknown>> = bullets
  const fields = [...blocks].map(([field, block]) => [
    field,
    texts.includes(field) ? textOf(block) : listOf(block).map(readers[field] ?? ((said) => said)),
  ])
  return { fields: Object.fromEntries(fields), unknown }
}

/** `C1: text (covers: 1, 3) (verify: npm test)`; only the text is required. */
function criterion(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['verify', 'covers'])
  const [, id, text = rest] = /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/.exec(rest) ?? []
  return { id, text, verify: notes.verify, covers: namesIn(notes.covers) }
}

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (run: npm test) (irreversible)`. */
export function itemIn(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['dependson', 'criteria', 'files', 'run', 'irreversible'])
  const [, id, text = rest] = /^`?([\w.-]+)`?\s*:\s+(.*)$/.exec(rest) ?? []
  const [dependsOn, criteria, files] = [notes.dependson, notes.criteria, notes.files].map(namesIn)
  const run = notes.run?.replace(/^`+|`+$/g, '').trim()
  return { id, text, dependsOn, criteria, files, run, reversible: notes.irreversible === undefined ? undefined : false }
}

const namesIn = (said: string | undefined): string[] | undefined =>
  said
    ?.split(',')
    .map((word) => word.trim().replace(/^`|`$/g, ''))
    .filter((word) => word !== '' && word.toLowerCase() !== 'none')

/** `BLOCKER: text`; the word may be bold. */
function finding(said: string) {
  const [, severity = '', text = said] = /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*[*_]*\s*(.*)$/.exec(said) ?? []
  return { severity, text }
}
