import { asKey, type Block, labelledBlocks, listOf, textOf } from './labelled'
import type { Kind } from './schemas'

/** What Markdown says, in the form that the schemas take, and labels that nobody knows. */
export interface Said {
  readonly value: Readonly<Record<string, unknown>>
  readonly unknown: readonly string[]
}

type Blocks = ReadonlyMap<string, Block>
type Fields = Readonly<Record<string, unknown>>

/** The labels of each artifact, as `asKey` makes them, and the field that each stands for (002, and specs: hope §7). */
export const labels: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  brief: {
    objective: 'objective',
    acceptance: 'acceptance',
    acceptancecriteria: 'acceptance',
    nongoals: 'nonGoals',
    constraints: 'constraints',
    stop: 'stop',
    stopconditions: 'stop',
    blastradius: 'blastRadius',
  },
  shape: {
    criteria: 'criteria',
    mustnot: 'mustNot',
    premortem: 'premortem',
    mode: 'mode',
    tensions: 'tensions',
    disposable: 'disposable',
    highrisk: 'highRisk',
    start: 'startAction',
    startaction: 'startAction',
    evidence: 'evidence',
  },
  items: { items: 'items' },
  review: {
    findings: 'findings',
    blocker: 'BLOCKER',
    blockers: 'BLOCKER',
    warning: 'WARNING',
    warnings: 'WARNING',
    suggestion: 'SUGGESTION',
    suggestions: 'SUGGESTION',
    intentmismatch: 'intentMismatch',
    approachfailure: 'approachFailure',
    consent: 'consent',
  },
  verification: { results: 'results', verification: 'results' },
  blueprint: { roles: 'roles', coupling: 'coupling' },
}

/** Reads an artifact in labelled blocks. Checks nothing: that is for the schemas. */
export function fromMarkdown(kind: Kind, text: string): Said {
  const { blocks, unknown } = labelledBlocks(text, labels[kind])
  return { value: withoutGaps(readers[kind](blocks)), unknown }
}

const withoutGaps = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Whether something is so; a word that says neither is left as it is. */
function yesOrNo(block: Block | undefined): unknown {
  const said = textOf(block)
  const [word = ''] = /^[a-z]+/i.exec(said ?? '') ?? []
  return { yes: true, true: true, no: false, none: false, false: false }[word.toLowerCase()] ?? said
}

const readers: Readonly<Record<Kind, (blocks: Blocks) => Fields>> = {
  brief: (blocks) => ({
    objective: textOf(blocks.get('objective')),
    ...lists(blocks, ['acceptance', 'nonGoals', 'constraints', 'stop', 'blastRadius']),
  }),
  shape: (blocks) => ({
    ...lists(blocks, ['mustNot', 'premortem', 'tensions', 'evidence']),
    criteria: listOf(blocks.get('criteria'))?.map(criterion),
    mode: textOf(blocks.get('mode')),
    disposable: yesOrNo(blocks.get('disposable')),
    highRisk: yesOrNo(blocks.get('highRisk')),
    startAction: textOf(blocks.get('startAction')),
  }),
  items: (blocks) => ({ items: listOf(blocks.get('items'))?.map(item) }),
  review: (blocks) => ({
    findings: findings(blocks),
    intentMismatch: yesOrNo(blocks.get('intentMismatch')),
    approachFailure: yesOrNo(blocks.get('approachFailure')),
    consent: yesOrNo(blocks.get('consent')),
  }),
  verification: (blocks) => ({ results: listOf(blocks.get('results'))?.map(result) }),
  blueprint: (blocks) => ({ roles: listOf(blocks.get('roles'))?.map(role), ...lists(blocks, ['coupling']) }),
}

const lists = (blocks: Blocks, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, listOf(blocks.get(key))]))

/** `C1: text (verify: npm test)`; the number and the way to check it may be missing. */
function criterion(said: string): Fields {
  const { rest, notes } = withNotes(said, ['verify'])
  const [, id, text] = /^`?([A-Za-z]{1,4}-?\d{1,3}(?:\.\d{1,3})?)`?\s*[:.)]\s+(.*)$/.exec(rest) ?? []
  return withoutGaps({ id, text: text ?? rest, verify: notes.verify })
}

/** `api: text (depends on: schema, auth) (criteria: C1) (irreversible)`. */
function item(said: string): Fields {
  const { rest, notes } = withNotes(said, ['dependson', 'criteria', 'irreversible', 'reversible'])
  const [, id, text] = /^`?([\w.-]+)`?\s*:\s+(.*)$/.exec(rest) ?? []
  const reversible = notes.irreversible !== undefined ? false : notes.reversible && !/^no\b/i.test(notes.reversible)
  return withoutGaps({
    id,
    text: text ?? rest,
    dependsOn: notes.dependson && words(notes.dependson),
    criteria: notes.criteria && words(notes.criteria),
    reversible,
  })
}

const words = (said: string): string[] =>
  said
    .split(',')
    .map((word) => word.trim().replace(/^`|`$/g, ''))
    .filter((word) => word !== '' && word.toLowerCase() !== 'none')

/** Takes notes in parentheses off the end of a text: those whose names are known. */
function withNotes(said: string, names: readonly string[]) {
  const notes: Record<string, string> = {}
  let rest = said.trim()
  for (;;) {
    const open = rest.lastIndexOf('(')
    if (open < 0 || !rest.endsWith(')')) return { rest, notes }
    const [name = '', ...value] = rest.slice(open + 1, -1).split(':')
    if (!names.includes(asKey(name))) return { rest, notes }
    notes[asKey(name)] = value.join(':').trim() || 'yes'
    rest = rest.slice(0, open).trim()
  }
}

/** Under a label each, or under one label with the word before each. */
function findings(blocks: Blocks): Fields[] | undefined {
  const known = ['BLOCKER', 'WARNING', 'SUGGESTION']
  const together = listOf(blocks.get('findings'))?.map((said) => {
    const [, severity = '', text = said] = /^[*_[]*([A-Za-z]+)[*_\]]*\s*[:–—-]\s*(.*)$/.exec(said) ?? []
    return { severity, text }
  })
  const apart = known.flatMap((severity) => listOf(blocks.get(severity))?.map((text) => ({ severity, text })) ?? [])
  const isSaid = ['findings', ...known].some((key) => blocks.has(key))
  return isSaid ? [...(together ?? []), ...apart] : undefined
}

const columns = (said: string): (string | undefined)[] => said.split('|').map((part) => part.trim())

/** `C1 | pass | execution output | npm test: 12 passed`. */
function result(said: string): Fields {
  const [criterionSaid, pass, evidence, ...reference] = columns(said)
  return withoutGaps({
    criterion: criterionSaid,
    pass,
    evidence,
    reference: reference.length > 0 ? reference.join(' | ') : undefined,
  })
}

/** `name | model | focus | path, path`. */
function role(said: string): Fields {
  const [name, model, focus, owns] = columns(said)
  return withoutGaps({ name, model, focus, owns: owns === undefined ? undefined : words(owns) })
}
