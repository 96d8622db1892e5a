import { type TaskItem, taskItems } from '../../markdown/task-items'

/** The number of acceptance criteria. */
export type CriteriaCount = {
  criteria: number
  /** Those that are not ticked. */
  openCriteria: number
}

/** Cached: one answer asks for the criteria of the same plan several times. */
let latest: { readonly markdown: string; readonly items: readonly TaskItem[] } = { markdown: '', items: [] }

/**
 * The acceptance criteria of a plan: its task list items with text after the box.
 *
 * @param markdown the text of plan.md
 * @returns them in the order of their lines
 */
export function criteriaIn(markdown: string): readonly TaskItem[] {
  if (latest.markdown !== markdown) latest = { markdown, items: taskItems(markdown) }
  return latest.items
}

/** @returns how many criteria a plan has, and how many of them are open */
export function countCriteria(markdown: string): CriteriaCount {
  const items = criteriaIn(markdown)
  return { criteria: items.length, openCriteria: items.filter(({ ticked }) => !ticked).length }
}

/** @returns whether a criterion of a plan may have a command, or something that is meant as one */
export const mayHaveCommands = (markdown: string): boolean =>
  criteriaIn(markdown).some(({ items }) => items.some(({ text }) => text.includes(':')))
