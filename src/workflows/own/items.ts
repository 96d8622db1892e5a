import type { FieldForm } from '../../workflow/artifacts/form'
import { lineOf } from '../../workflow/artifacts/markdown'
import { judge } from '../../workflow/artifacts/rules'
import { hollowText, isHollow } from '../../workflow/hollow'
import { handedInAgain, type Item, type ItemForm, itemOf } from '../../workflow/items/item'
import { circleIn, sameIds, unknownNeeds } from '../../workflow/items/mistakes'
import { mayStart, wavesOf } from '../../workflow/items/waves'
import { nearest } from '../../workflow/nearest'
import type { reportStates, WorkflowFile } from './format'
import { readArtifact } from './read-artifact'
import { type Brought, handedIn, handedInBy, takenAs } from './taken'

/** Items: a list that an artifact of a workflow has, done in waves, and reported as done or failed by their ids. */

/** One that a piece of work holds. */
export interface Held extends Pick<Item, 'id' | 'text' | 'needs' | 'files'> {
  readonly isDone?: true
  /** Why it could not be done, until it is. */
  readonly failed?: string
}

/** How a list stands; `wave done`: some are left, and each wave that was begun is done. */
export const listStates = ['none', 'open', 'wave done', 'done'] as const
export type ListState = (typeof listStates)[number]

/** The most that a piece of work holds of them. */
const mostItems = 40

const formOf = (list: string): ItemForm => ({
  list,
  one: 'item',
  fields: { id: 'id', text: 'text', needs: 'needs', files: 'files', isDone: 'isDone' },
})
const form = formOf('items')

const isItems = (said: FieldForm | FieldForm['is']): boolean =>
  (typeof said === 'object' && 'is' in said ? said.is : said) === 'items'

/** @returns the lists of items that artifacts have, each with the name of its field as the file writes it */
export const listsIn = ({ artifacts = {} }: WorkflowFile) =>
  Object.entries(artifacts).flatMap(([artifact, { fields }]) =>
    Object.entries(fields).flatMap(([field, said]) =>
      isItems(said) ? { artifact, field, list: field.replace(/[!~*]+$/, '') } : [],
    ),
  )

/** @returns whether a word hands in the list */
export const handsInItems = (file: WorkflowFile, word: string): boolean =>
  listsIn(file).some(({ artifact }) => handedInBy(file, word).includes(artifact))

/** @returns whether a word reports items; `as`: as what */
export const reportsItems = (file: WorkflowFile, word: string, as?: (typeof reportStates)[number]): boolean =>
  reportsIn(file, word).some((one) => one.as === (as ?? one.as))

const reportsIn = (file: WorkflowFile, word: string) =>
  takenAs(file, word, 'items').map(({ name, form }) => ({ name, as: form.items }))

const reportedAs = (value: unknown): readonly { readonly id: string; readonly reason?: string }[] =>
  Array.isArray(value) ? value : []

/** @returns the items of a text that is handed in */
function itemsIn(file: WorkflowFile, name: string, text: string): readonly Held[] {
  const { artifact, read } = readArtifact(file, name, text)
  const [at] = listsIn(file)
  const found = 'mistake' in read || at === undefined ? [] : judge(artifact, read).value[at.list]
  return (Array.isArray(found) ? found : []).map((one) => {
    const { id, text, needs, files } = itemOf(form, one)
    return { id, text, needs, files }
  })
}

/** @returns what a piece of work holds after a word: what was done stays done in a list that is handed in again */
export function itemsAfter(file: WorkflowFile, held: readonly Held[], brought: Brought): readonly Held[] {
  const { artifact = '' } = listsIn(file)[0] ?? {}
  const text = handedIn(file, brought)[artifact]
  if (text !== undefined) return handedInAgain<Held>(form, held, itemsIn(file, artifact, text), Infinity)
  return reportsIn(file, brought.word).reduce<readonly Held[]>((items, { name, as }) => {
    const reports = new Map(reportedAs(brought.given[name]).map(({ id, reason = '' }) => [id, reason]))
    return items.map(({ failed, ...one }) => {
      const reason = reports.get(one.id) ?? failed
      if (reports.has(one.id) && as === 'done') return { ...one, isDone: true }
      return reason === undefined ? one : { ...one, failed: reason }
    })
  }, held)
}

/** Of all, whatever is done: items that share files go one after the other. */
const wavesIn = (items: readonly Held[]) => {
  const { isDone: _, ...fields } = form.fields
  return wavesOf({ ...form, fields }, items, true)
}

/** @returns how a list stands */
export function listStateOf(items: readonly Held[]): ListState {
  if (items.length === 0) return 'none'
  if (items.every(({ isDone }) => isDone)) return 'done'
  const waves = wavesIn(items)
  const isClosed = (wave: readonly Held[]) => wave.every(({ isDone }) => isDone)
  const isBegun = (wave: readonly Held[]) => wave.some(({ isDone, failed }) => isDone || failed !== undefined)
  return waves.some(isClosed) && waves.every((wave) => isClosed(wave) || !isBegun(wave)) ? 'wave done' : 'open'
}

const [first, second] = ['a', 'b'].map((id): Held => ({ id, text: '', needs: [], files: [] })) as [Held, Held]
const firstDone: Held = { ...first, isDone: true }

/** A list in each state, for a proof, which brings none. */
export const listsLike: Readonly<Record<ListState, readonly Held[]>> = {
  none: [],
  open: [first],
  'wave done': [firstDone, { ...second, needs: ['a'] }],
  done: [firstDone],
}

/** @returns what is wrong with the items of a text that has no other mistake, each with its place */
export function listMistakes(file: WorkflowFile, held: readonly Held[], name: string, text: string): string[] {
  const [at] = listsIn(file)
  if (at?.artifact !== name) return []
  const [known, now] = [formOf(at.list), itemsIn(file, name, text)]
  if (now.length === 0) return [`${at.list}: must not be empty`]
  const others = held.flatMap(({ id, isDone }) => (isDone ? id : []))
  const all = handedInAgain<Held>(form, held, now, Infinity)
  const wrong = [...sameIds(known, now), ...unknownNeeds(known, now, { others }), ...circleIn(known, all)]
  if (all.length > mostItems) wrong.push(`${at.list}: more than ${mostItems}, with those that are done`)
  return wrong
}

/** @returns what is wrong with what is reported of items, each with its place */
export function reportMistakes(file: WorkflowFile, held: readonly Held[], { word, given }: Brought): string[] {
  const all = reportsIn(file, word).flatMap(({ name, as }) =>
    reportedAs(given[name]).map(({ id, reason = '' }) => ({ place: `--${name}`, as, id, reason })),
  )
  const [first] = reportsIn(file, word)
  if (all.length === 0 && first) return [`--${first.name}: is missing`]
  const done = new Set(held.flatMap(({ id, isDone }) => (isDone ? id : [])))
  for (const { id, as } of all) if (as === 'done') done.add(id)
  const ids = held.map(({ id }) => id)
  return all.flatMap(({ place, as, id, reason }, index) => {
    const item = held.find((one) => one.id === id)
    const near = nearest(id, ids).join(', ')
    if (item === undefined) return `${place}: there is no item “${id}”${near && `; nearest: ${near}`}`
    if (item.isDone) return `${place}: ${id} is done already`
    if (all.findIndex((one) => one.id === id) < index) return `${place}: ${id} is there twice`
    const waits = item.needs.filter((need) => !done.has(need))
    if (as === 'done' && waits.length > 0) return `${place}: ${id} waits for ${waits.join(', ')}`
    if (as === 'done' || !isHollow(reason)) return []
    return reason === ''
      ? `${place}: why is missing: "${id}: why"`
      : `${place}: ${id}: ${hollowText(reason, 'why could it not be done?')}`
  })
}

/** @returns the items in their waves, with what can be done now; empty if nothing is left */
export function itemsText(held: readonly Held[]): string {
  const left = held.filter(({ isDone }) => !isDone)
  if (left.length === 0) return ''
  const ready = mayStart(form, held)
  const howIs = (item: Held): string => {
    const waits = item.needs.filter((need) => left.some(({ id }) => id === need))
    if (item.isDone) return 'done'
    if (item.failed !== undefined) return `failed: ${lineOf(item.failed)}`
    if (ready.includes(item)) return 'ready'
    return waits.length > 0 ? `waits for ${waits.join(', ')}` : 'waits: another one changes its files'
  }
  const lines = wavesIn(held).flatMap((wave, index) =>
    wave.map((item) => `- wave ${index + 1}, ${item.id} (${howIs(item)}): ${lineOf(item.text)}`),
  )
  return [`${held.length - left.length} of ${held.length} items are done:`, '', ...lines].join('\n')
}

/** @returns what a step has changed of items, in parts of a line: `api: done` */
export function changedItems(before: readonly Held[], after: readonly Held[]): string[] {
  const was = new Map(before.map((one) => [one.id, one]))
  const fresh = after.filter(({ id, text }) => was.get(id)?.text !== text)
  const marks = after.flatMap(({ id, isDone, failed }) => {
    if (isDone && !was.get(id)?.isDone) return `${id}: done`
    return failed !== undefined && was.get(id)?.failed !== failed ? `${id}, failed: ${failed}` : []
  })
  return [...(fresh.length > 0 ? [`items: ${fresh.map(({ id }) => id).join(', ')}`] : []), ...marks]
}
