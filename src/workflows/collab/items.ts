import { signs } from '../../../templates/collab/workflow.yaml'
import { itemTypes, type State } from './flow'
import type { Item, ItemType, PlannedTask, Session } from './session'

/** @returns the type that the words of a title tell, also with an ending; `unknown` without one: then the developer is asked */
export function inferType(title: string): ItemType {
  const words = ` ${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const isSaid = (sign: string) => new RegExp(` ${sign}(?:s|es|ed|ing)? `).test(words)
  const [type] = Object.entries(signs).find(([, all]) => all.some(isSaid)) ?? []
  return (type as ItemType | undefined) ?? 'unknown'
}

export const itemNumbered = ({ workItems }: Session, number: number | undefined): Item | undefined =>
  workItems.find((item) => item.number === number)

export const currentItem = (session: Session): Item | undefined => itemNumbered(session, session.currentItem)

/** @returns the items that are not designed yet */
export const pendingItems = ({ workItems }: Session): readonly Item[] =>
  workItems.filter(({ status }) => status === 'pending')

/** @returns the items whose type is asked for before the skill of a state can be reported: all of the list, or the next one */
export function untypedAt(session: Session, state: State): readonly Item[] {
  const pending = pendingItems(session)
  const needed = state === 'gather-goals' ? pending : selecting.includes(state) ? pending.slice(0, 1) : []
  return needed.filter(({ type }) => type === 'unknown')
}
const selecting: readonly State[] = ['clear-pre-item', 'clear-post-item', 'ready-to-implement']

/** The item for a state: the current one, otherwise the first pending one of a type that the state takes. */
export function itemFor(session: Session, state: State): Item | undefined {
  const fitting: readonly ItemType[] = itemTypes[state] ?? []
  return currentItem(session) ?? pendingItems(session).find(({ type }) => fitting.includes(type))
}

/** Whether a state has worked on another item before. */
export const hasTaken = ({ workItems, currentItem: number }: Session, state: State): boolean =>
  workItems.some((item) => {
    const taken: readonly ItemType[] = itemTypes[state] ?? []
    return item.number !== number && item.status !== 'pending' && taken.includes(item.type)
  })

/** @returns the session with added items; an item without a number gets the next one */
export function withItems(
  session: Session,
  added: readonly (Omit<Item, 'number'> & { readonly number?: number })[],
): Session {
  let { lastNumber } = session
  const items = added.map((item): Item => {
    const number = item.number ?? lastNumber + 1
    lastNumber = Math.max(lastNumber, number)
    return { ...item, number }
  })
  return { ...session, workItems: [...session.workItems, ...items], lastNumber }
}

/** The id of the task that stands for a whole item. */
export const taskOfItem = ({ number }: Pick<Item, 'number'>): string => `item-${number}`

export const isTaskOf = ({ id, item }: PlannedTask, of: Item): boolean => item === of.number || id === taskOfItem(of)

/** Whether an item is not built: its own tasks say so; if it has none, all do. */
function isLeft({ waves = [] }: Session, item: Item): boolean {
  const all = waves.flatMap(({ tasks }) => tasks)
  const own = all.filter((task) => isTaskOf(task, item))
  const tasks = own.length > 0 ? own : all
  return tasks.length === 0 || tasks.some(({ status }) => status !== 'completed')
}

export const itemsLeft = (session: Session): readonly Item[] =>
  session.workItems.filter((item) => isLeft(session, item))

/** How far an item is, in a word or three. */
const stageOfItem = (session: Session, item: Item): string =>
  item.status === 'pending' ? 'to be designed' : isLeft(session, item) ? 'designed' : 'built'

/** The type of an item, and how far it is. */
export const aboutItem = (session: Session, item: Item): string =>
  `${item.type === 'unknown' ? 'no type yet' : item.type}, ${stageOfItem(session, item)}`

export const leftLine = ({ number, title, status }: Item): string =>
  `Item ${number}, ${status === 'pending' ? 'to be designed' : 'to be built'}: ${title}`
