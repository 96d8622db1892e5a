import { asKey } from './labelled'
import type { Kind } from './schemas'

/** The labels of each artifact, for sentences and bullets. */
const labels: Readonly<Record<Kind, readonly string[]>> = {
  brief: ['objective', 'acceptance', 'nonGoals', 'constraints', 'stop', 'blastRadius'],
  shape: ['criteria', 'mustNot', 'premortem', 'tensions', 'startAction', 'rollback', 'evidence'],
  items: ['items'],
  review: ['findings', 'BLOCKER', 'WARNING', 'SUGGESTION'],
  verification: ['results'],
  blueprint: ['roles', 'coupling'],
}

/** The keys of its front matter, for single values. */
const frontKeys: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  shape: ['mode', 'disposable', 'highRisk'],
  review: ['intentMismatch', 'approachFailure', 'consent'],
}

/** Synonyms of labels. */
const aliases: Readonly<Record<string, string>> = {
  acceptanceCriteria: 'acceptance',
  stopConditions: 'stop',
  start: 'startAction',
  blockers: 'BLOCKER',
  warnings: 'WARNING',
  suggestions: 'SUGGESTION',
  verification: 'results',
}

/** Names in the form of `asKey`, and their fields. */
export type Names = Readonly<Record<string, string>>

function namesOf(fields: readonly string[]): Names {
  const others = Object.keys(aliases).filter((alias) => fields.includes(aliases[alias] ?? ''))
  return Object.fromEntries([...fields, ...others].map((name) => [asKey(name), aliases[name] ?? name]))
}

export const labelsOf = (kind: Kind): Names => namesOf(labels[kind])
export const frontKeysOf = (kind: Kind): Names => namesOf(frontKeys[kind] ?? [])

/** @returns advice that begins with a place, such as `nonGoals` or `acceptance[1]`, with the label that people write */
export const withLabel = (advice: string): string =>
  advice.replace(/^(\w+)(?:\[(\d+)\](?:\.\w+)?)?(?=:)/, (place, key: string, index?: string) => {
    if (!Object.values(labels).some((of) => of.includes(key))) return place
    const label = key === 'nonGoals' ? 'NON-GOALS' : key.replace(/(?=[A-Z][a-z])/g, ' ').toUpperCase()
    return index === undefined ? label : `${label} ${Number(index) + 1}`
  })
