import { saidAgain } from '../../workflow/hollow'
import { unserved } from '../../workflow/items/item'
import { mistakesIn, noneServes, sameIds, servingMistakes } from '../../workflow/items/mistakes'
import { namesOf } from '../about'
import { type Check, plainId } from './checks'
import { itemForm } from './item-form'
import { type Criterion, type itemIn, limitIn } from './schemas'
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
  const tooFar = (list: string, covering: readonly { readonly covers?: readonly string[] | undefined }[]) =>
    covering.flatMap(({ covers = [] }, index) =>
      covers.flatMap((point, at) =>
        Number(point) > acceptance ? `${list}[${index}].covers[${at}]: ACCEPTANCE has ${acceptance}, not ${point}` : [],
      ),
    )
  const taken = new Set(known?.map(({ id }) => plainId(id)))
  return [
    ...tooFar('criteria', criteria),
    ...tooFar('mustNot', limits.map(limitIn)),
    ...sameIds({ ...itemForm, list: 'criteria' }, criteria),
    ...alike(
      'criteria',
      criteria.map(({ text }) => text),
    ),
    ...items.flatMap(({ id = '' }, index) =>
      taken.has(plainId(id)) ? [`items[${index}].id: “${id}” is also that of a criterion or a limit`] : [],
    ),
    ...mistakesIn(itemForm, items),
    ...servingMistakes(itemForm, items, known && taken),
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
  words: string,
): string[] {
  if (checks.length === 0) return []
  const wanted = checks.filter(({ isLimit }) => !isLimit)
  const left = unserved(itemForm, [...items, ...before.filter(({ done }) => done)], wanted)
  return [
    ...alike(
      'items',
      items.map(({ text }) => text),
    ),
    ...items.flatMap(({ id, criteria, why }, index) => {
      if (why !== undefined && !namesOf(why, words))
        return `items[${index}].why: ${id} names nothing that is wanted: say it with a word of the request, the brief or the shape`
      return why !== undefined || criteria.length > 0
        ? []
        : `items[${index}].criteria: ${id} serves none: name what it serves, (criteria: ${checks[0]?.id}), or why it is needed, (why: …)`
    }),
    ...left.map(
      ({ id }) => `items: ${noneServes('item', id)}: the item after which it holds names it, (criteria: ${id})`,
    ),
  ]
}

/** @returns what says the same as another before it, once for each text */
export const alike = (list: string, texts: readonly string[]): string[] =>
  saidAgain(texts).map(({ first, index }) => `${list}[${index}]: says what ${list}[${first}] says: make them one`)
