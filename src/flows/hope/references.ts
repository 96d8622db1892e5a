import { circleIn } from '../cycles'
import type { Draft } from './draft'
import { type Criterion, maxListItems } from './schemas'

/**
 * Duplicate ids, unknown references, and cycles, each with its place; also for an artifact with other mistakes, so that
 * all can be fixed together. Without `known` criteria or `acceptance` (the number of points) what names them is not checked.
 */
export function referenceProblems(
  { criteria, items }: Draft['fields'],
  known?: readonly Criterion[],
  acceptance = Number.POSITIVE_INFINITY,
): string[] {
  const [own, cut] = [first(criteria), first(items)]
  const ids = cut.map(idOf)
  const itemProblem = (place: string, name: string) =>
    ids.includes(name) ? [] : [`${place}: there is no item "${name}"`]
  const criterionProblem = (place: string, name = '') =>
    name === '' || !known || criterionNamed(name, known) ? [] : [`${place}: there is no criterion "${name}"`]
  return [
    ...own.flatMap(({ covers }, index) =>
      first(covers).flatMap((point, at) =>
        Number(point) > acceptance
          ? `criteria[${index}].covers[${at}]: ACCEPTANCE has ${acceptance}, not ${point}`
          : [],
      ),
    ),
    ...twice('criteria', 'id', own.map(idOf)),
    ...twice('items', 'id', ids),
    ...ids.flatMap((id, index) =>
      known?.some((one) => one.id.toLowerCase() === id.toLowerCase())
        ? `items[${index}].id: "${id}" is also that of a criterion or a limit`
        : [],
    ),
    ...cut.flatMap(({ dependsOn, criteria: served }, index) => [
      ...first(dependsOn).flatMap((name, at) => itemProblem(`items[${index}].dependsOn[${at}]`, name)),
      ...first(served).flatMap((name, at) => criterionProblem(`items[${index}].criteria[${at}]`, name)),
    ]),
    ...circleIn('items', new Map(cut.map((item) => [idOf(item), first(item.dependsOn)]))),
  ]
}

/** @returns the criterion with that id or text */
export function criterionNamed(name: string, criteria: readonly Criterion[]): Criterion | undefined {
  const meant = name.trim().toLowerCase()
  return criteria.find(({ id, text }) => id.toLowerCase() === meant || text.toLowerCase() === meant)
}

/** A longer list is refused anyway. */
const first = <T>(list: readonly T[] = []): readonly T[] => list.slice(0, maxListItems)
const idOf = ({ id = '' }: { readonly id?: string | undefined }): string => id

function twice(list: string, key: string, names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase())
  return names.flatMap((name, index) => {
    const before = lower.indexOf(name.toLowerCase())
    const isFirst = name === '' || before === index
    return isFirst ? [] : `${list}[${index}].${key}: "${name}" is also that of ${list}[${before}]`
  })
}
