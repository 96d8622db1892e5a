import { asKey } from './labelled'
import type { Kind } from './schemas'

/** The labels of each artifact, with sentences and bullets under them. */
const labels: Readonly<Record<Kind, readonly string[]>> = {
  brief: ['objective', 'acceptance', 'nonGoals', 'constraints', 'stop', 'blastRadius'],
  shape: ['criteria', 'mustNot', 'premortem', 'tensions', 'startAction', 'evidence'],
  items: ['items'],
  review: ['findings', 'BLOCKER', 'WARNING', 'SUGGESTION'],
  verification: ['results'],
  blueprint: ['roles', 'coupling'],
}

/** The keys of its front matter: what is one word, and no sentence. */
const frontKeys: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  shape: ['mode', 'disposable', 'highRisk'],
  review: ['intentMismatch', 'approachFailure', 'consent'],
}

/** What a label may be called instead. */
const aliases: readonly (readonly [alias: string, label: string])[] = [
  ['acceptanceCriteria', 'acceptance'],
  ['stopConditions', 'stop'],
  ['start', 'startAction'],
  ['blockers', 'BLOCKER'],
  ['warnings', 'WARNING'],
  ['suggestions', 'SUGGESTION'],
  ['verification', 'results'],
]

/** Names as `asKey` makes them, and the field that each stands for. */
export type Names = Readonly<Record<string, string>>

const namesOf = (fields: readonly string[]): Names =>
  Object.fromEntries(
    [...fields.map((field) => [field, field] as const), ...aliases.filter(([, field]) => fields.includes(field))].map(
      ([name, field]) => [asKey(name), field],
    ),
  )

export const labelsOf = (kind: Kind): Names => namesOf(labels[kind])
export const frontKeysOf = (kind: Kind): Names => namesOf(frontKeys[kind] ?? [])
