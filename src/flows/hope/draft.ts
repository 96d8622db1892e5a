import * as v from 'valibot'
import { asKey, type Block, type Bullet, bulletsOf, labelledBlocks, listOf, textOf } from './labelled'
import { frontKeysOf, labelsOf } from './labels'
import type { MarkdownDocument } from './markdown-document'
import { type Kind, type Shape, schemas } from './schemas'

/** An artifact as parsed, by field name; not validated. */
export interface Draft {
  readonly fields: Readonly<Record<string, unknown>> & {
    readonly premortem?: readonly string[]
    readonly criteria?: readonly ReturnType<typeof criterion>[]
    readonly items?: readonly ReturnType<typeof item>[]
    readonly results?: readonly ReturnType<typeof result>[]
    readonly roles?: readonly ReturnType<typeof role>[]
    readonly findings?: readonly ReturnType<typeof finding>[]
  }
  /** Unknown labels and keys. */
  readonly unknown: readonly string[]
  /** Labels that should be front matter keys, and keys that should be labels; each with its right place. */
  readonly misplaced: readonly string[]
}

export function readDraft(kind: Kind, { front, body }: MarkdownDocument): Draft {
  const [ours, keys] = [labelsOf(kind), frontKeysOf(kind)]
  const { blocks, unknown } = labelledBlocks(body, { ...ours, ...keys })
  const fields: Record<string, unknown> = {}
  const misplaced: string[] = []
  for (const [field, block] of blocks) {
    if (Object.values(keys).includes(field))
      misplaced.push(`${field}: belongs in the front matter, as \`${field}: …\` between two lines of ---`)
    else fields[field] = (readers[field] ?? listOf)(block)
  }
  const strangers = [...unknown]
  for (const [name, value] of Object.entries(front)) {
    const key = asKey(name)
    if (Object.hasOwn(keys, key)) fields[keys[key] ?? ''] = value ?? undefined
    else if (Object.hasOwn(ours, key)) misplaced.push(`${name}: belongs below the front matter, as a label`)
    else strangers.push(name)
  }
  return { fields: kind === 'review' ? withFindings(fields) : fields, unknown: strangers, misplaced }
}

/** How to parse the text under a label (default: a list of texts). */
const readers: Readonly<Record<string, (block: Block) => unknown>> = {
  objective: textOf,
  startAction: textOf,
  rollback: textOf,
  criteria: (block) => bulletsOf(block).map(criterion),
  items: (block) => bulletsOf(block).map(item),
  findings: (block) => listOf(block).map(finding),
  results: (block) => listOf(block).map(result),
  roles: (block) => bulletsOf(block).map(role),
}

/** `C1: text (covers: 1, 3) (verify: npm test)`; only the text is required. */
function criterion(bullet: Bullet) {
  const { rest, notes } = withNotes(bullet, ['verify', 'covers'])
  const [, id, text = rest] = /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/.exec(rest) ?? []
  return { id, text, verify: notes.verify, covers: namesIn(notes.covers) }
}

/** `api: text (depends on: schema, auth) (criteria: C1) (files: src/api/**) (irreversible)`. */
function item(bullet: Bullet) {
  const { rest, notes } = withNotes(bullet, ['dependson', 'criteria', 'files', 'irreversible', 'reversible'])
  const [, id, text = rest] = /^`?([\w.-]+)`?\s*:\s+(.*)$/.exec(rest) ?? []
  const said = notes.irreversible === undefined ? notes.reversible : 'no'
  return {
    id,
    text,
    dependsOn: namesIn(notes.dependson),
    criteria: namesIn(notes.criteria),
    files: namesIn(notes.files),
    reversible: said === undefined ? undefined : !/^no\b/i.test(said),
  }
}

const namesIn = (said: string | undefined): string[] | undefined =>
  said
    ?.split(',')
    .map((word) => word.trim().replace(/^`|`$/g, ''))
    .filter((word) => word !== '' && word.toLowerCase() !== 'none')

/** Extracts notes below a bullet, or in parentheses at its end: `name: value`, for these names. */
function withNotes({ text, below }: Bullet, names: readonly string[]) {
  const notes: Record<string, string> = {}
  const take = (said: string): boolean => {
    const [name = '', ...value] = said.split(':')
    if (!names.includes(asKey(name))) return false
    notes[asKey(name)] = value.join(':').trim() || 'yes'
    return true
  }
  let rest = [text, ...below.filter((line) => !take(line)).map((line) => `(${line})`)].join(' ')
  for (;;) {
    const open = openingOf(rest)
    if (open < 0 || !take(rest.slice(open + 1, -1))) return { rest, notes }
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

/** `BLOCKER: text`, `[BLOCKER] text` or `**BLOCKER** text`. */
function finding(said: string) {
  const [, severity = '', text = said] =
    /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*(.*)$/.exec(said) ??
    /^(?:\[|\*\*|__)([A-Za-z]+)(?:\]|\*\*|__)\s+(.*)$/.exec(said) ??
    []
  return { severity, text }
}

/** Findings have a label for each severity, or one label with the severity before each. */
function withFindings({ findings, BLOCKER, WARNING, SUGGESTION, ...rest }: Readonly<Record<string, unknown>>) {
  const apart = Object.entries({ BLOCKER, WARNING, SUGGESTION }).flatMap(([severity, texts]) =>
    Array.isArray(texts) ? texts.map((text: string) => ({ severity, text })) : [],
  )
  const isSaid = [findings, BLOCKER, WARNING, SUGGESTION].some((list) => list !== undefined)
  return { ...rest, ...(isSaid && { findings: [...(Array.isArray(findings) ? findings : []), ...apart] }) }
}

const columns = (said: string): (string | undefined)[] => said.split('|').map((part) => part.trim())

/** `C1 | pass | execution output | npm test: 12 passed`. */
function result(said: string) {
  const [criterionSaid, pass, evidence, ...reference] = columns(said)
  return {
    criterion: criterionSaid,
    pass,
    evidence,
    reference: reference.length > 0 ? reference.join(' | ') : undefined,
  }
}

/** `name | model | focus | path, path`, and the tasks below it. */
function role({ text, below }: Bullet) {
  const [name, model, focus, owns] = columns(text)
  return { name, model, focus, owns: namesIn(owns), tasks: below }
}

/**
 * @returns the shape of work that is so small that its request is one: what it names under DONE or CRITERIA, and under
 *   MUST NOT; otherwise the request itself, and to change nothing else
 */
export function shapeOfRequest(text: string): Shape {
  const { fields } = readDraft('shape', { front: {}, body: text.replace(/^DONE\s*:/gim, 'CRITERIA:'), text })
  const [objective = ''] = text.trim().split('\n')
  const read = (criteria: unknown, mustNot: unknown) => v.safeParse(schemas.shape, { criteria, mustNot })
  const limits = ['change anything that the request does not name']
  const bare = objective.slice(0, 2000)
  for (const [criteria, mustNot] of [
    [fields.criteria ?? [criterion({ text: bare, below: [] })], fields.mustNot ?? limits],
    [[{ text: bare }], limits],
  ]) {
    const result = read(criteria, mustNot)
    if (result.success) return result.output
  }
  throw new Error('a request without words')
}
