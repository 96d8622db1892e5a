import { findCycle } from '../cycles'
import { nearest } from '../nearest'
import type { Draft } from './draft'
import type { Criterion } from './schemas'

/**
 * Duplicate ids, unknown references, and cycles, each with its place; also for an artifact with other mistakes, so that
 * all can be fixed together. Without `criteria` or `acceptance` (the number of points) what names them is not checked.
 */
export function referenceProblems(
  { criteria: own, items, results }: Draft['fields'],
  criteria?: readonly Criterion[],
  acceptance?: number,
): string[] {
  return [
    ...coverProblems(first(own), acceptance),
    ...twice('criteria', 'id', first(own).map(idOf)),
    ...itemProblems(first(items), criteria),
    ...resultProblems(first(results), criteria),
  ]
}

/** @returns the criterion with that id or text */
export function criterionNamed(name: string, criteria: readonly Criterion[]): Criterion | undefined {
  const meant = name.trim().toLowerCase()
  return criteria.find(({ id, text }) => id.toLowerCase() === meant || text.toLowerCase() === meant)
}

/** A longer list is rejected anyway. */
const maxListItems = 200
const first = <T>(list: readonly T[] = []): readonly T[] => list.slice(0, maxListItems)
const idOf = ({ id = '' }: { readonly id?: string | undefined }): string => id

type List<Name extends 'criteria' | 'items' | 'results'> = NonNullable<Draft['fields'][Name]>

function twice(list: string, key: string, names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.flatMap((name, index) => {
    const before = seen.get(name.toLowerCase())
    if (name !== '') seen.set(name.toLowerCase(), before ?? index)
    return before === undefined ? [] : [`${list}[${index}].${key}: "${name}" is also that of ${list}[${before}]`]
  })
}

function itemProblems(items: List<'items'>, criteria: readonly Criterion[] | undefined): string[] {
  const ids = items.map(idOf)
  const there = new Set(ids)
  const problems = twice('items', 'id', ids)
  const needs = new Map<string, string[]>()
  for (const [index, item] of items.entries()) {
    const needed = first(item.dependsOn)
    const id = idOf(item)
    if (!needs.has(id)) needs.set(id, [...needed])
    for (const [at, name] of needed.entries()) {
      if (!there.has(name))
        problems.push(`items[${index}].dependsOn[${at}]: there is no item "${name}"${near(name, ids, problems.length)}`)
    }
    for (const [at, name] of first(item.criteria).entries()) {
      const problem = unknownCriterion(name, criteria, problems.length)
      if (problem) problems.push(`items[${index}].criteria[${at}]: ${problem}`)
    }
  }
  const circle = findCycle(needs)
  return circle ? [...problems, `items: wait for each other in a circle, ${circle.join(' → ')}`] : problems
}

function coverProblems(criteria: List<'criteria'>, count: number | undefined): string[] {
  if (count === undefined) return []
  return criteria.flatMap(({ covers }, index) =>
    first(covers).flatMap((number, at) =>
      Number(number) > count ? [`criteria[${index}].covers[${at}]: ACCEPTANCE has ${count}, not ${number}`] : [],
    ),
  )
}

function resultProblems(results: List<'results'>, criteria: readonly Criterion[] | undefined): string[] {
  const names = results.map(({ criterion = '' }) => criterion)
  const problems = names.flatMap((name, index) => {
    const problem = name === '' ? undefined : unknownCriterion(name, criteria, index)
    return problem ? [`results[${index}].criterion: ${problem}`] : []
  })
  const meant = names.map((name) => criterionNamed(name, criteria ?? [])?.id ?? name)
  return [...problems, ...twice('results', 'criterion', meant)]
}

function unknownCriterion(
  name: string,
  criteria: readonly Criterion[] | undefined,
  others: number,
): string | undefined {
  if (!criteria || criterionNamed(name, criteria)) return undefined
  return `there is no criterion "${name}"${near(name, criteria.map(idOf), others)}`
}

/** A suggestion for an unknown name; left out if there are many. */
function near(name: string, names: readonly string[], others: number): string {
  if (others > 20) return ''
  const known = [...new Set(names)].filter((one) => one !== '')
  const alike = nearest(name.slice(0, 64), known)
  return alike.length > 0 ? `; there is ${alike.join(', ')}` : ''
}
