import { isRecord } from '../../failure/json'

/** Something to be done, as every list of such things has it; what a workflow does not say of its items is empty. */
export interface Item {
  readonly id: string
  readonly text: string
  /** The ids of those that have to be done before it. */
  readonly needs: readonly string[]
  /** Paths and patterns of what it changes. */
  readonly files: readonly string[]
  /** What it serves: ids of criteria. */
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
  /** What has to be as before, besides the id, for an item to be the same when the list is handed in again. */
  readonly same?: readonly ('text' | 'run')[]
}

/** @returns the item that a record says, whatever is in it: what has another form is left out */
export function itemOf({ fields }: ItemForm, record: unknown): Item {
  const value = (field: keyof Item) => valueAt(record, fields[field])
  const text = (field: keyof Item) => textsIn([value(field)])[0] ?? ''
  const texts = (field: keyof Item) => textsIn(value(field))
  return {
    id: text('id'),
    text: text('text'),
    needs: texts('needs'),
    files: texts('files'),
    serves: texts('serves'),
    run: text('run'),
    isDone: value('isDone') === true,
    settles: text('settles'),
  }
}

const valueAt = (record: unknown, path: string | undefined): unknown =>
  path?.split('.').reduce((value: unknown, key) => (isRecord(value) ? value[key] : undefined), record)

/** Numbers name things, too. */
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
    : []

/** @returns the criteria that no item serves; names are the same in any case */
export const unserved = <One extends { readonly id: string }>(
  criteria: readonly One[],
  items: readonly Pick<Item, 'serves'>[],
): readonly One[] => {
  const served = new Set(items.flatMap(({ serves }) => serves.map((name) => name.toLowerCase())))
  return criteria.filter(({ id }) => !served.has(id.toLowerCase()))
}
