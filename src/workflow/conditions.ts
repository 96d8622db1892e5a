import type { Facts } from '../engine/definition'
import { mapValues } from '../engine/records'

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

/** @returns what a condition is made of */
export function leavesOf<Leaf>(condition: Joined<Leaf>): readonly Leaf[] {
  const inner = condition as Exclude<Joined<Leaf>, Leaf>
  if (typeof inner === 'object') {
    if ('all' in inner) return inner.all.flatMap(leavesOf<Leaf>)
    if ('any' in inner) return inner.any.flatMap(leavesOf<Leaf>)
    if ('not' in inner) return leavesOf(inner.not)
  }
  return [condition as Leaf]
}

type Value = Facts[string]

/** Of facts: a condition by its name, or a fact that is true; or the values that facts have, each one or one of several. */
export type Condition = Joined<string | Readonly<Record<string, Value | readonly Value[]>>>

/** What a workflow's file says of facts: every value that each can take, and conditions by their names. */
export interface FactsForm {
  readonly facts: Readonly<Record<string, readonly Value[]>>
  readonly conditions: Readonly<Record<string, Condition>>
}

/** @returns what tells whether a condition of the workflow holds */
export const holds = (condition: Condition, file: FactsForm): Holds =>
  reading(condition, (leaf) => {
    if (typeof leaf === 'string') {
      const named = file.conditions[leaf]
      return named === undefined ? (facts) => facts[leaf] === true : holds(named, file)
    }
    const wanted = Object.entries(leaf).map(([fact, values]) => ({ fact, values: [values].flat() }))
    return (facts) => wanted.every(({ fact, values }) => values.includes(facts[fact] as Value))
  })

/** @returns the conditions that a step can name, and the facts that are true or not, by their names */
export const guardsOf = (file: FactsForm): Readonly<Record<string, Holds>> =>
  mapValues({ ...file.facts, ...file.conditions }, (_, name) => holds(name, file))

/** @returns what a condition names and the workflow does not have: a fact, one of its values, or a condition */
export const unknownIn = (condition: Condition, { facts, conditions }: FactsForm): readonly string[] =>
  leavesOf(condition).flatMap((leaf) => {
    if (typeof leaf === 'string' && Object.hasOwn(conditions, leaf)) return []
    return Object.entries(typeof leaf === 'string' ? { [leaf]: true } : leaf).flatMap(([fact, wanted]) => {
      const values = Object.hasOwn(facts, fact) ? (facts[fact] ?? []) : []
      return [wanted].flat().flatMap((one) => (values.includes(one) ? [] : `${fact}: ${one}`))
    })
  })
