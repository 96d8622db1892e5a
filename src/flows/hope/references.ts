import { circleIn } from '../cycles'
import type { Check } from './checks'
import { type Criterion, type criterionIn, type itemIn, limitIn, maxListItems } from './schemas'
import type { Task } from './session'

/**
 * Duplicate ids, unknown references, and cycles, each with its place; also for an artifact with other mistakes, so that
 * all can be fixed together. Without `known` criteria or `acceptance` (the number of points) what names them is not checked.
 */
export function referenceProblems(
  criteria: readonly ReturnType<typeof criterionIn>[],
  limits: readonly string[],
  items: readonly ReturnType<typeof itemIn>[],
  known?: readonly Criterion[],
  acceptance = Number.POSITIVE_INFINITY,
): string[] {
  const ids = items.map(idOf)
  const tooFar = (list: string, covering: readonly { readonly covers?: readonly string[] | undefined }[]) =>
    covering.flatMap(({ covers }, index) =>
      first(covers).flatMap((point, at) =>
        Number(point) > acceptance ? `${list}[${index}].covers[${at}]: ACCEPTANCE has ${acceptance}, not ${point}` : [],
      ),
    )
  return [
    ...tooFar('criteria', criteria),
    ...tooFar('mustNot', limits.map(limitIn)),
    ...twice('criteria', criteria.map(idOf)),
    ...twice('items', ids),
    ...items.flatMap(({ id = '', dependsOn, criteria: served }, index) => [
      ...(known?.some((one) => one.id.toLowerCase() === id.toLowerCase())
        ? [`items[${index}].id: "${id}" is also that of a criterion or a limit`]
        : []),
      ...first(dependsOn).flatMap((name, at) =>
        ids.includes(name) ? [] : `items[${index}].dependsOn[${at}]: there is no item "${name}"`,
      ),
      ...first(served).flatMap((name, at) =>
        !known || criterionNamed(name, known) ? [] : `items[${index}].criteria[${at}]: there is no criterion "${name}"`,
      ),
    ]),
    ...circleIn('items', new Map(items.map((item) => [idOf(item), first(item.dependsOn)]))),
  ]
}

/** @returns the items that serve nothing and do not say why they are needed, and the criteria that none of all serves */
export function unservedIn(
  items: readonly Omit<Task, 'done'>[],
  checks: readonly Check[],
  before: readonly Task[],
): string[] {
  if (checks.length === 0) return []
  const served = [...items, ...before.filter(({ done }) => done)].flatMap(({ criteria }) => criteria)
  const left = checks.filter(({ id, isLimit }) => !isLimit && !served.includes(id))
  return [
    ...items.flatMap(({ id, criteria, why }, index) =>
      criteria.length > 0 || why
        ? []
        : `items[${index}].criteria: ${id} serves none: name what it serves, (criteria: ${checks[0]?.id}), or why it is needed, (why: …)`,
    ),
    ...left.map(({ id }) => `items: none serves ${id}: the item after which it holds names it, (criteria: ${id})`),
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
