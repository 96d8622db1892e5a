import type { Context, Update } from '../../engine/definition'
import { type Holds, leavesOf } from '../../workflow/conditions'
import type { itemStates, Leaf, Step, WorkflowFile } from './format'
import { type Held, handsInItems, itemsAfter, type ListState, listStates, listsLike, reportsItems } from './items'
import type { Brought } from './taken'

/** What a piece of work remembers of items, and how conditions and a proof see it. */

export const itemsKey = 'what is to be done'

/** The names of the facts: how the list stands, and how a word leaves it. */
export const itemFacts = { are: 'items are', left: 'items are left' } as const

/** @returns the items that a piece of work holds */
export const itemsIn = (context: Context): readonly Held[] => {
  const items = context[itemsKey]
  return Array.isArray(items) ? items : []
}

/** One way in which a word changes what is remembered, and when it is that one. */
export interface Way {
  readonly name: string
  readonly holds: Holds
  readonly update: Update
}

/** @returns whether a word hands in items, or reports them */
export const changesItems = (file: WorkflowFile, word: string): boolean =>
  handsInItems(file, word) || reportsItems(file, word)

/** @returns whether a step depends on how the items stand */
export const asksItems = ({ when }: Step): boolean =>
  leavesOf<Leaf>(when).some((leaf) => typeof leaf === 'object' && 'items' in leaf)

/** @returns what tells whether the items stand so; for a word that changes them, as it leaves them */
export function holdsOfItems(file: WorkflowFile, word: string, meant: (typeof itemStates)[number]): Holds {
  const isMeant = (state: unknown) =>
    meant === 'open' ? state === 'open' || state === 'wave done' : state === 'done' || state === meant
  if (!changesItems(file, word)) return (facts) => isMeant(facts[itemFacts.are])
  const ways = listStates.filter(isMeant).map((one) => comesTo(file, word, one))
  return (facts) => ways.some((holds) => holds(facts))
}

/** Whether a word leaves the items so. A first list has nothing that is done; where nothing is left, nothing is reported. */
function comesTo(file: WorkflowFile, word: string, state: ListState): Holds {
  const isList = handsInItems(file, word)
  const words = isList ? Object.keys(file.words) : [word]
  const mayBe = state === 'open' || (state !== 'none' && words.some((one) => reportsItems(file, one, 'done')))
  return (facts) => {
    const before = facts[itemFacts.are] ?? 'none'
    const isLeft = before === 'open' || before === 'wave done'
    const isAfter = isList ? before !== 'none' || state === 'open' : isLeft
    return mayBe && isAfter && (facts[itemFacts.left] ?? state) === state
  }
}

/** @returns the ways in which a word changes the list: one for each state that it may come to */
export const itemWays = (file: WorkflowFile, word: string): readonly Way[] =>
  listStates.slice(1).map((state) => ({
    name: `, items ${state}`,
    holds: comesTo(file, word, state),
    update: (context, payload) => {
      const brought = payload.brought as Brought | undefined
      const items = brought ? itemsAfter(file, itemsIn(context), brought) : listsLike[state]
      return { ...context, [itemsKey]: items }
    },
  }))
