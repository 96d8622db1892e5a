import { asKey, type Block, labelledBlocks, listOf, textOf } from './labelled'
import type { Kind } from './schemas'

/** An artifact as parsed, by field name; not validated. */
export interface Draft {
  readonly fields: Readonly<Record<string, unknown>> & {
    readonly premortem?: readonly string[]
    readonly criteria?: readonly ReturnType<typeof criterion>[]
    readonly items?: readonly ReturnType<typeof item>[]
    readonly results?: readonly ReturnType<typeof result>[]
    readonly findings?: readonly ReturnType<typeof finding>[]
  }
  readonly unknown: readonly string[]
}

type Reader = (block: Block) => unknown

/** The labels of each artifact by their fields, and how the text under each is read. */
const labels: Readonly<Record<Kind, Readonly<Record<string, Reader>>>> = {
  brief: {
    objective: textOf,
    acceptance: listOf,
    nonGoals: listOf,
    constraints: listOf,
    stop: listOf,
    blastRadius: listOf,
  },
  shape: {
    mode: textOf,
    disposable: textOf,
    highRisk: textOf,
    criteria: (block) => listOf(block).map(criterion),
    mustNot: listOf,
    premortem: listOf,
    tensions: listOf,
    startAction: textOf,
    rollback: textOf,
    evidence: listOf,
  },
  items: { items: (block) => listOf(block).map(item) },
  review: {
    findings: (block) => listOf(block).map(finding),
    intentMismatch: textOf,
    approachFailure: textOf,
    consent: textOf,
  },
  verification: { results: (block) => listOf(block).map(result) },
}

export const labelsOf = (kind: Kind): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(labels[kind]).map((field) => [asKey(field), field]))

/** @param text an artifact as submitted: labels, each with a sentence after it or bullets below it */
export function readDraft(kind: Kind, text: string): Draft {
  const { blocks, unknown } = labelledBlocks(text, labelsOf(kind))
  const fields = [...blocks].map(([field, block]) => [field, labels[kind][field]?.(block)])
  return { fields: Object.fromEntries(fields), unknown }
}

/** `C1: text (covers: 1, 3) (verify: npm test)`; only the text is required. */
function criterion(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['verify', 'covers'])
  const [, id, text = rest] = /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/.exec(rest) ?? []
  return { id, text, verify: notes.verify, covers: namesIn(notes.covers) }
}

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (irreversible)`. */
function item(bullet: string) {
  const { rest, notes } = withNotes(bullet, ['dependson', 'criteria', 'files', 'irreversible'])
  const [, id, text = rest] = /^`?([\w.-]+)`?\s*:\s+(.*)$/.exec(rest) ?? []
  return {
    id,
    text,
    dependsOn: namesIn(notes.dependson),
    criteria: namesIn(notes.criteria),
    files: namesIn(notes.files),
    reversible: notes.irreversible === undefined ? undefined : false,
  }
}

const namesIn = (said: string | undefined): string[] | undefined =>
  said
    ?.split(',')
    .map((word) => word.trim().replace(/^`|`$/g, ''))
    .filter((word) => word !== '' && word.toLowerCase() !== 'none')

/** Extracts the notes in parentheses at the end of a bullet: `name: value`, for these names. */
export function withNotes(bullet: string, names: readonly string[]) {
  const notes: Record<string, string> = {}
  let rest = bullet
  for (;;) {
    const open = openingOf(rest)
    const [name = '', ...value] = rest.slice(open + 1, -1).split(':')
    if (open < 0 || !names.includes(asKey(name))) return { rest, notes }
    notes[asKey(name)] = value.join(':').trim() || 'yes'
    rest = rest.slice(0, open).trim()
  }
}

/** Where the parenthesis at the end of a text begins, which may have others in it; -1 without one. */
function openingOf(text: string): number {
  if (!text.endsWith(')')) return -1
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth += 1
    if (text[at] === '(') depth -= 1
    if (depth === 0) return at
  }
  return text.lastIndexOf('(')
}

/** `BLOCKER: text`; the word may be bold. */
function finding(said: string) {
  const [, severity = '', text = said] = /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*[*_]*\s*(.*)$/.exec(said) ?? []
  return { severity, text }
}

/** `C1 | pass | execution output | npm test: 12 passed`. */
function result(said: string) {
  const [name, pass, evidence, ...reference] = said.split('|').map((part) => part.trim())
  return { criterion: name, pass, evidence, reference: reference.length > 0 ? reference.join(' | ') : undefined }
}
