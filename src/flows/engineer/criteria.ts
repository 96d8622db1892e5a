import { type TaskItem, taskItems } from '../../markdown/task-items'

/** Cached: one answer asks for the criteria of the same plan several times. */
let latest: { readonly markdown: string; readonly items: readonly TaskItem[] } = { markdown: '', items: [] }

/** The acceptance criteria of a plan, in order: its task list items with text after the box. */
export function criteriaIn(markdown: string): readonly TaskItem[] {
  if (latest.markdown !== markdown) latest = { markdown, items: taskItems(markdown) }
  return latest.items
}

export function countCriteria(markdown: string): { criteria: number; openCriteria: number } {
  const items = criteriaIn(markdown)
  return { criteria: items.length, openCriteria: items.filter(({ ticked }) => !ticked).length }
}

/** What an item has, or a criterion begins with, that may be meant as a command or belong to one. */
const inItem = /[`:：︓﹕\d]|first|developer|contains/i
const inCriterion = /^\W{0,20}\w{0,8}[\s*_~`]*[^\w\s*_~`]/

/** @returns whether a criterion of a plan may have a command, or something that is meant as one */
export const mayHaveCommands = (markdown: string): boolean =>
  criteriaIn(markdown).some(({ text, items }) => inCriterion.test(text) || items.some((item) => inItem.test(item.text)))
