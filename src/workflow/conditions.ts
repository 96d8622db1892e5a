import type { Facts } from '../engine/definition'

/** What holds, as a file says it; `Leaf` is what it is made of. */
export type Joined<Leaf> =
  | Leaf
  | { readonly all: readonly Joined<Leaf>[] }
  | { readonly any: readonly Joined<Leaf>[] }
  | { readonly not: Joined<Leaf> }

export type Holds = (facts: Facts) => boolean

/** @returns what tells whether a condition holds, made once: a prover asks it a million times */
export function reading<Leaf>(condition: Joined<Leaf>, read: (leaf: Leaf) => Holds): Holds {
  const inner = condition as Exclude<Joined<Leaf>, Leaf>
  if (typeof inner !== 'object') return read(condition as Leaf)
  if ('not' in inner) {
    const isTrue = reading(inner.not, read)
    return (facts) => !isTrue(facts)
  }
  const all = 'all' in inner ? inner.all : 'any' in inner ? inner.any : undefined
  if (all === undefined) return read(condition as Leaf)
  const each = all.map((one) => reading(one, read))
  return 'all' in inner ? (facts) => each.every((one) => one(facts)) : (facts) => each.some((one) => one(facts))
}

/** @returns what a condition is made of; nothing without one */
export function leavesOf<Leaf>(condition: Joined<Leaf> | undefined): readonly Leaf[] {
  if (condition === undefined) return []
  const inner = condition as Exclude<Joined<Leaf>, Leaf>
  if (typeof inner === 'object') {
    if ('all' in inner) return inner.all.flatMap(leavesOf<Leaf>)
    if ('any' in inner) return inner.any.flatMap(leavesOf<Leaf>)
    if ('not' in inner) return leavesOf(inner.not)
  }
  return [condition as Leaf]
}

type Value = Facts[string]

/**
 * Of facts: a condition by its name, a fact that is true, a value that only one fact has, a fact with its value, or several
 * of these with commas; or the values that facts have, each one or one of several.
 */
export type Condition = Joined<string | Readonly<Record<string, Value | readonly Value[]>>>

/** What a workflow's file says of facts: every value that each can take, and conditions by their names. */
export interface FactsForm {
  readonly facts: Readonly<Record<string, readonly Value[]>>
  readonly conditions: Readonly<Record<string, Condition>>
}

/** @returns what a name stands for: a condition of the file, several, a fact that is true, or a fact and its value */
function namedBy(name: string, { facts, conditions }: FactsForm): Condition {
  if (Object.hasOwn(conditions, name)) return conditions[name] as Condition
  const parts = name.split(', ')
  if (parts.length > 1) return { all: parts }
  const known = meanings.get(facts) ?? meaningsOf(facts)
  meanings.set(facts, known)
  return known.get(name) ?? { [name]: true }
}

/** Of the facts of a file, whose names are many. */
const meanings = new WeakMap<FactsForm['facts'], ReadonlyMap<string, Condition>>()

function meaningsOf(facts: FactsForm['facts']): ReadonlyMap<string, Condition> {
  const all = new Map<string, Condition>()
  for (const [fact, values] of Object.entries(facts))
    for (const value of values) {
      // What is not said yet may be it.
      const meant = { [fact]: values.includes('any') ? ['any', value] : value }
      all.set(`${fact} ${value}`, meant)
      // A value that several facts have is that of none.
      if (typeof value === 'string') all.set(value, all.has(value) ? { [value]: true } : meant)
    }
  for (const fact of Object.keys(facts)) all.set(fact, { [fact]: true })
  return all
}

/** @returns what tells whether a condition of the workflow holds */
export const holds = (condition: Condition, file: FactsForm): Holds =>
  reading(condition, (leaf) => {
    if (typeof leaf === 'string') return holds(namedBy(leaf, file), file)
    const wanted = Object.entries(leaf).map(([fact, values]) => ({ fact, values: [values].flat() }))
    return (facts) => wanted.every(({ fact, values }) => values.includes(facts[fact] as Value))
  })

/**
 * @param rows those of the table, each of which may name what holds
 * @returns the conditions that a step can name, the facts that are true or not, and what the rows name, by their names
 */
export const guardsOf = (
  file: FactsForm,
  rows: readonly { readonly when?: string }[] = [],
): Readonly<Record<string, Holds>> => {
  const names = rows.flatMap(({ when }) => when ?? [])
  return Object.fromEntries(
    [...Object.keys({ ...file.facts, ...file.conditions }), ...names].map((name) => [name, holds(name, file)]),
  )
}

/** @returns what a condition names and the workflow does not have: a fact, one of its values, or a condition */
export const unknownIn = (condition: Condition, file: FactsForm): readonly string[] =>
  leavesOf(condition).flatMap((leaf) => {
    if (typeof leaf === 'string')
      return Object.hasOwn(file.conditions, leaf) ? [] : unknownIn(namedBy(leaf, file), file)
    return Object.entries(leaf).flatMap(([fact, wanted]) => {
      const values = Object.hasOwn(file.facts, fact) ? (file.facts[fact] ?? []) : []
      return [wanted].flat().flatMap((one) => (values.includes(one) ? [] : `${fact}: ${one}`))
    })
  })
