import { nearest } from '../nearest'
import type { Item, ItemForm } from './item'

/** Where an item stands, or a field of it, or one entry of that field. */
export type PlaceOf = (at: number, field?: keyof Item, entry?: number) => string

/** `items[1]`, `items[1].scope.needs[0]` */
export const placeIn =
  ({ list, fields }: Pick<ItemForm, 'list' | 'fields'>): PlaceOf =>
  (at, field, entry) =>
    `${list}[${at}]${field ? `.${fields[field]}` : ''}${entry === undefined ? '' : `[${entry}]`}`

interface Around {
  /** What items may need besides those of the list. */
  readonly others?: readonly string[]
  /** For a list that has places of its own, such as lines. */
  readonly placeOf?: PlaceOf
}

/** @returns what is wrong with a list: ids that are there twice, needs that are not there, and a circle, each with its place */
export const mistakesIn = (form: ItemForm, items: readonly Item[], around: Around = {}): string[] => [
  ...sameIds(items, around.placeOf ?? placeIn(form)),
  ...unknownNeeds(form, items, around),
  ...circleIn(form, items),
]

/** @returns the ids that one before has, in any case */
export const sameIds = (items: readonly Pick<Item, 'id'>[], placeOf: PlaceOf): string[] =>
  again(items.map(({ id }) => id)).map(
    ({ at, name, first }) => `${placeOf(at, 'id')}: “${name}” is also that of ${placeOf(first)}`,
  )

/** @returns the names that one before has, in any case, with both positions */
function again(names: readonly string[]) {
  const firsts = new Map<string, number>()
  return names.flatMap((name, at) => {
    const first = firsts.get(name.toLowerCase())
    if (name !== '' && first === undefined) firsts.set(name.toLowerCase(), at)
    return first === undefined ? [] : { at, name, first }
  })
}

/** A list may be made up of thousands of unknown names: what was meant is looked for only for the first ones. */
const mostLookedFor = 20

/** @returns the needs of items that are neither in the list nor among others, with what may be meant */
export function unknownNeeds(
  form: ItemForm,
  items: readonly Item[],
  { others = [], placeOf = placeIn(form) }: Around = {},
): string[] {
  const known = new Set([...items.map(({ id }) => id), ...others].filter(Boolean))
  const unknown = items.flatMap(({ id, needs }, at) =>
    needs.flatMap((name, entry) => (known.has(name) ? [] : { id, name, place: placeOf(at, 'needs', entry) })),
  )
  return unknown.map(({ id, name, place }, index) => {
    const near =
      index < mostLookedFor
        ? nearest(
            name,
            [...known].filter((one) => one !== id),
          ).join(', ')
        : ''
    return `${place}: there is no ${form.one} “${name}”${near && `; nearest: ${near}`}`
  })
}

/** @returns what is wrong with the criteria that items say they serve: one that is named twice, or is not there */
export const servingMistakes = (
  form: ItemForm,
  items: readonly Item[],
  criteria: readonly string[] | undefined,
  placeOf: PlaceOf = placeIn(form),
): string[] => {
  const known = criteria && new Set(criteria.map((name) => name.toLowerCase()))
  return items.flatMap(({ serves }, at) => [
    ...again(serves).map(
      ({ at: entry, name, first }) =>
        `${placeOf(at, 'serves', entry)}: “${name}” is also that of ${placeOf(at, 'serves', first)}`,
    ),
    ...serves.flatMap((name, entry) =>
      !known || known.has(name.toLowerCase()) ? [] : `${placeOf(at, 'serves', entry)}: there is no criterion “${name}”`,
    ),
  ])
}

/** @returns that nothing of this kind serves a criterion, as a clause */
export const noneServes = (one: string, criterion: string): string => `no ${one} serves ${criterion}`

/** @returns the items that need each other, in a list of at most one sentence; of an id that is there twice the needs of both */
export function circleIn({ list }: ItemForm, items: readonly Item[]): string[] {
  const needs = new Map<string, readonly string[]>()
  for (const item of items) needs.set(item.id, [...(needs.get(item.id) ?? []), ...item.needs])
  const circle = findCircle(needs)
  return circle ? [`${list}: build on each other in a circle, ${circle.join(' → ')}`] : []
}

/** The names of a circle, the first again at the end. Iterative, as a long chain would exceed the stack. */
function findCircle(needs: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  for (const start of needs.keys()) {
    const way: { readonly name: string; next: number }[] = [{ name: start, next: 0 }]
    const onWay = new Set([start])
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const next = done.has(top.name) ? undefined : needs.get(top.name)?.[top.next++]
      if (next === undefined) {
        done.add(top.name)
        onWay.delete(top.name)
        way.pop()
      } else if (onWay.has(next)) {
        const names = way.map(({ name }) => name)
        return [...names.slice(names.indexOf(next)), next]
      } else {
        way.push({ name: next, next: 0 })
        onWay.add(next)
      }
    }
  }
  return undefined
}
