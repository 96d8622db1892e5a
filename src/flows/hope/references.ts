import { circleIn } from '../cycles'
import { type Criterion, type criterionIn, type itemIn, maxListItems } from './schemas'

/**
 * Duplicate ids, unknown references, and cycles, each with its place; also for an artifact with other mistakes, so that
 * all can be fixed together. Without `known` criteria or `acceptance` (the number of points) what names them is not checked.
 */
export function referenceProblems(
  criteria: readonly ReturnType<typeof criterionIn>[],
  items: readonly ReturnType<typeof itemIn>[],
  known?: readonly Criterion[],
  acceptance = Number.POSITIVE_INFINITY,
): string[] {
  const ids = items.map(idOf)
  const isNamed = (name: string) => !known || criterionNamed(name, known) !== undefined
  return [
    ...criteria.flatMap(({ covers }, index) =>
      first(covers).flatMap((point, at) =>
        Number(point) > acceptance
          ? `criteria[${index}].covers[${at}]: ACCEPTANCE has ${acceptance}, not ${point}`
          : [],
      ),
    ),
    ...twice('criteria', criteria.map(idOf)),
    ...twice('items', ids),
    ...ids.flatMap((id, index) =>
      known?.some((one) => one.id.toLowerCase() === id.toLowerCase())
        ? `items[${index}].id: "${id}" is also that of a criterion or a limit`
        : [],
    ),
    ...items.flatMap(({ dependsOn, criteria: served }, index) => [
      ...first(dependsOn).flatMap((name, at) =>
        ids.includes(name) ? [] : `items[${index}].dependsOn[${at}]: there is no item "${name}"`,
      ),
      ...first(served).flatMap((name, at) =>
        isNamed(name) ? [] : `items[${index}].criteria[${at}]: there is no criterion "${name}"`,
      ),
    ]),
    ...circleIn('items', new Map(items.map((item) => [idOf(item), first(item.dependsOn)]))),
  ]
}

/** @returns the criterion with that id or text */
export function criterionNamed(name: string, criteria: readonly Criterion[]): Criterion | undefined {
  const meant = name.trim().toLowerCase()
  return criteria.find(({ id, text }) => id.toLowerCase() === meant || text.toLowerCase() === meant)
}

/** A longer list is refused anyway. */
const first = (names: readonly string[] = []): readonly string[] => names.slice(0, maxListItems)
const idOf = ({ id = '' }: { readonly id?: string | undefined }): string => id

function twice(list: string, ids: readonly string[]): string[] {
  const lower = ids.map((id) => id.toLowerCase())
  return ids.flatMap((id, index) => {
    const before = lower.indexOf(id.toLowerCase())
    return id === '' || before === index ? [] : `${list}[${index}].id: "${id}" is also that of ${list}[${before}]`
  })
}
