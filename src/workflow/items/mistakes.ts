import { nearest } from '../nearest'
import { type Item, type ItemForm, itemOf } from './item'

interface Around {
  /** What items may need besides those of the list. */
  readonly others?: readonly string[]
  /** Where an item stands, or an entry of one of its fields, in a list that has lines. */
  readonly placeOf?: (at: number, field?: keyof Item) => string
}

/** @returns what is wrong with a list: ids that are there twice, needs that are not there, and a circle, each with its place */
export const mistakesIn = (form: ItemForm, all: readonly unknown[], around: Around = {}): string[] => [
  ...sameIds(form, all, around),
  ...unknownNeeds(form, all, around),
  ...circleIn(form, all),
]

/** `items[1]`, `items[1].scope.needs[0]` */
const placeIn = ({ list, fields }: ItemForm, { placeOf }: Around, at: number, field?: keyof Item, entry?: number) =>
  placeOf?.(at, field) ?? `${list}[${at}]${field ? `.${fields[field]}` : ''}${entry === undefined ? '' : `[${entry}]`}`

/** @returns the ids that one before has, in any case */
export const sameIds = (form: ItemForm, all: readonly unknown[], around: Around = {}): string[] =>
  again(all.map((one) => itemOf(form, one).id)).map(
    ({ at, name, first }) =>
      `${placeIn(form, around, at, 'id')}: “${name}” is also that of ${placeIn(form, around, first)}`,
  )

/** The names that one before has, with both positions. */
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
export function unknownNeeds(form: ItemForm, all: readonly unknown[], around: Around = {}): string[] {
  const items = all.map((one) => itemOf(form, one))
  const known = new Set([...items.map(({ id }) => id), ...(around.others ?? [])].filter(Boolean))
  const unknown = items.flatMap(({ id, needs }, at) =>
    needs.flatMap((name, entry) => (known.has(name) ? [] : { id, name, at, entry })),
  )
  return unknown.map(({ id, name, at, entry }, index) => {
    const near =
      index < mostLookedFor
        ? nearest(
            name,
            [...known].filter((one) => one !== id),
          ).join(', ')
        : ''
    return `${placeIn(form, around, at, 'needs', entry)}: there is no ${form.one} “${name}”${near && `; nearest: ${near}`}`
  })
}

/** @returns what is wrong with the criteria that items serve: one is named twice, or is none of those, if they are known */
export const servingMistakes = (form: ItemForm, all: readonly unknown[], criteria?: ReadonlySet<string>): string[] =>
  all.flatMap((one, at) => {
    const { serves } = itemOf(form, one)
    const place = (entry: number) => placeIn(form, {}, at, 'serves', entry)
    return [
      ...again(serves).map(({ at, name, first }) => `${place(at)}: “${name}” is also that of ${place(first)}`),
      ...serves.flatMap((name, entry) =>
        !criteria || criteria.has(name.toLowerCase()) ? [] : `${place(entry)}: there is no criterion “${name}”`,
      ),
    ]
  })

/** @returns that nothing of this kind serves a criterion, as a clause */
export const noneServes = (one: string, criterion: string): string => `no ${one} serves ${criterion}`

/** @returns the items that need each other, in a list of at most one sentence; of an id that is there twice the needs of both */
export function circleIn(form: ItemForm, all: readonly unknown[]): string[] {
  const needs = new Map<string, readonly string[]>()
  for (const one of all) {
    const item = itemOf(form, one)
    needs.set(item.id, [...(needs.get(item.id) ?? []), ...item.needs])
  }
  const circle = findCircle(needs)
  return circle ? [`${form.list}: build on each other in a circle, ${circle.join(' → ')}`] : []
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
