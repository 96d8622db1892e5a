import type { Facts } from '../engine/definition'
import { mapValues } from '../engine/records'

/** What holds, as a file says it; `Leaf` is what it is made of. */
export type Joined<Leaf> =
  | Leaf
  | { readonly all: readonly Joined<Leaf>[] }
  | { readonly any: readonly Joined<Leaf>[] }
  | { readonly not: Joined<Leaf> }

/** @param isTrue whether a leaf holds */
export function isMet<Leaf>(condition: Joined<Leaf>, isTrue: (leaf: Leaf) => boolean): boolean {
  const inner = condition as Exclude<Joined<Leaf>, Leaf>
  if (typeof inner === 'object') {
    if ('all' in inner) return inner.all.every((one) => isMet(one, isTrue))
    if ('any' in inner) return inner.any.some((one) => isMet(one, isTrue))
    if ('not' in inner) return !isMet(inner.not, isTrue)
  }
  return isTrue(condition as Leaf)
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

/** @returns whether a condition of the workflow holds */
export const holds = (condition: Condition, file: FactsForm, facts: Facts): boolean =>
  isMet(condition, (leaf) => {
    if (typeof leaf !== 'string') return hasValues(leaf, facts)
    const named = file.conditions[leaf]
    return named === undefined ? facts[leaf] === true : holds(named, file, facts)
  })

/** The prover asks this a million times: no list is made. */
function hasValues(wanted: Readonly<Record<string, Value | readonly Value[]>>, facts: Facts): boolean {
  for (const fact in wanted) {
    const values = wanted[fact]
    if (Array.isArray(values) ? !values.includes(facts[fact]) : values !== facts[fact]) return false
  }
  return true
}

/** @returns the conditions that a step can name, and the facts that are true or not, by their names */
export const guardsOf = (file: FactsForm): Readonly<Record<string, (facts: Facts) => boolean>> =>
  mapValues({ ...file.facts, ...file.conditions }, (_, name) => (facts: Facts) => holds(name, file, facts))

/** @returns what a condition names and the workflow does not have: a fact, one of its values, or a condition */
export const unknownIn = (condition: Condition, { facts, conditions }: FactsForm): readonly string[] =>
  leavesOf(condition).flatMap((leaf) => {
    if (typeof leaf === 'string' && Object.hasOwn(conditions, leaf)) return []
    return Object.entries(typeof leaf === 'string' ? { [leaf]: true } : leaf).flatMap(([fact, wanted]) => {
      const values = Object.hasOwn(facts, fact) ? (facts[fact] ?? []) : []
      return [wanted].flat().flatMap((one) => (values.includes(one) ? [] : `${fact}: ${one}`))
    })
  })
