import { saidAgain } from '../../workflow/hollow'
import { namesOf } from '../about'
import { circleIn } from '../cycles'
import { twice } from '../twice'
import { type Check, plainId } from './checks'
import { type Criterion, type itemIn, limitIn, maxListItems } from './schemas'
import type { Task } from './session'

/**
 * Duplicate ids, unknown references, and cycles, each with its place; also for an artifact with other mistakes, so that
 * all can be fixed together. Without `known` criteria or `acceptance` (the number of points) what names them is not checked.
 */
export function referenceProblems(
  criteria: readonly { readonly id?: string; readonly text: string; readonly covers?: readonly string[] }[],
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
    ...alike(
      'criteria',
      criteria.map(({ text }) => text),
    ),
    ...items.flatMap(({ id = '', dependsOn, criteria: served }, index) => [
      ...(known?.some((one) => one.id.toLowerCase() === id.toLowerCase())
        ? [`items[${index}].id: "${id}" is also that of a criterion or a limit`]
        : []),
      ...first(dependsOn).flatMap((name, at) =>
        ids.includes(name) ? [] : `items[${index}].dependsOn[${at}]: there is no item "${name}"`,
      ),
      ...twice(`items[${index}].criteria`, first(served), ''),
      ...first(served).flatMap((name, at) =>
        !known || known.some((one) => plainId(one.id) === plainId(name))
          ? []
          : `items[${index}].criteria[${at}]: there is no criterion "${name}"`,
      ),
    ]),
    ...circleIn('items', new Map(items.map((item) => [idOf(item), first(item.dependsOn)]))),
  ]
}

/**
 * @returns the items that serve nothing and do not say what of all that is wanted needs them, and the criteria that none of
 *   all serves
 */
export function unservedIn(
  items: readonly Omit<Task, 'done'>[],
  checks: readonly Check[],
  before: readonly Task[],
  wanted: string,
): string[] {
  if (checks.length === 0) return []
  const served = [...items, ...before.filter(({ done }) => done)].flatMap(({ criteria }) => criteria.map(plainId))
  const left = checks.filter(({ id, isLimit }) => !isLimit && !served.includes(plainId(id)))
  return [
    ...alike(
      'items',
      items.map(({ text }) => text),
    ),
    ...items.flatMap(({ id, criteria, why }, index) => {
      if (why !== undefined && !namesOf(why, wanted))
        return `items[${index}].why: ${id} names nothing that is wanted: say it with a word of the request, the brief or the shape`
      return why !== undefined || criteria.length > 0
        ? []
        : `items[${index}].criteria: ${id} serves none: name what it serves, (criteria: ${checks[0]?.id}), or why it is needed, (why: …)`
    }),
    ...left.map(({ id }) => `items: none serves ${id}: the item after which it holds names it, (criteria: ${id})`),
  ]
}

/** A longer list is refused anyway. */
const first = (names: readonly string[] = []): readonly string[] => names.slice(0, maxListItems)
const idOf = ({ id = '' }: { readonly id?: string | undefined }): string => id

/** @returns what says the same as another before it, once for each text */
export const alike = (list: string, texts: readonly string[]): string[] =>
  saidAgain(texts).map(({ first, index }) => `${list}[${index}]: says what ${list}[${first}] says: make them one`)
