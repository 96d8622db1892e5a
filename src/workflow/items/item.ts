import { isRecord } from '../../text/json'
import { isSame } from '../hollow'

/** Something to be done; what a workflow does not say of its items is empty. */
export interface Item {
  readonly id: string
  readonly text: string
  /** The ids of those that have to be done before it. */
  readonly needs: readonly string[]
  /** Paths and patterns of what it changes. */
  readonly files: readonly string[]
  /** The ids of the criteria that it serves. */
  readonly serves: readonly string[]
  /** The command that shows it. */
  readonly run: string
  readonly isDone: boolean
  /** The name of the finding that it settles. */
  readonly settles: string
}

/** How a workflow writes its items: what the list and one of it are called, and each field; a dot leads into an object. */
export interface ItemForm {
  readonly list: string
  readonly one: string
  readonly fields: Readonly<Partial<Record<keyof Item, string>>>
}

/** @returns the item that a record says; what has another form is left out */
export function itemOf({ fields }: ItemForm, record: unknown): Item {
  const value = (field: keyof Item): unknown =>
    fields[field]?.split('.').reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), record)
  const texts = (field: keyof Item) => [value(field)].flat().flatMap((one) => (isName(one) ? String(one) : []))
  const text = (field: keyof Item) => texts(field)[0] ?? ''
  return {
    ...{ id: text('id'), text: text('text'), run: text('run'), settles: text('settles') },
    ...{ needs: texts('needs'), files: texts('files'), serves: texts('serves') },
    isDone: value('isDone') === true,
  }
}

const isName = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** @returns the criteria that none of the items serves; names are the same in any case */
export function unserved<One extends { readonly id: string }>(
  form: ItemForm,
  items: readonly unknown[],
  criteria: readonly One[],
): readonly One[] {
  const served = new Set(items.flatMap((one) => itemOf(form, one).serves.map((name) => name.toLowerCase())))
  return criteria.filter(({ id }) => !served.has(id.toLowerCase()))
}

/** @returns what finds the item before that one goes on as: it has the same id and command, and says the same */
export function sameBefore<One>(form: ItemForm, before: readonly One[]): (one: unknown) => One | undefined {
  const known = before.map((record) => ({ record, ...itemOf(form, record) }))
  return (one) => {
    const { id, run, text } = itemOf(form, one)
    return known.find((other) => other.id === id && other.run === run && isSame(other.text, text))?.record
  }
}

/**
 * Joins a list that is handed in again with the one before. What is done stays as it was, also if it is left out; what
 * settles a finding stays, whatever has its id now.
 *
 * @param most how many items there may be: if there are more, those that were done first go
 */
export function handedInAgain<One>(
  form: ItemForm,
  before: readonly One[],
  now: readonly One[],
  most: number,
): readonly One[] {
  const known = before.map((record) => ({ record, ...itemOf(form, record) }))
  const settling = known.filter(({ settles }) => settles !== '')
  const done = known.filter(({ isDone }) => isDone)
  const asBefore = sameBefore(
    form,
    done.map(({ record }) => record),
  )
  const fresh = now.filter((one) => !settling.some(({ id }) => id === itemOf(form, one).id))
  const there = [...fresh.map((one) => itemOf(form, one).id), ...settling.map(({ id }) => id)]
  const left = done.filter(({ id }) => !there.includes(id))
  const room = Math.max(0, most - there.length)
  return [
    ...left.slice(Math.max(0, left.length - room)).map(({ record }) => record),
    ...fresh.map((one) => asBefore(one) ?? one),
    ...settling.map(({ record }) => record),
  ]
}
