import { taskItems } from '../../markdown/task-items'

/** How many acceptance criteria a plan has. */
export type CriteriaCount = {
  criteria: number
  /** Those that are not ticked. */
  openCriteria: number
}

/**
 * Counts the acceptance criteria in a plan: its task list items with text after the box.
 *
 * @param markdown the text of plan.md
 */
export function countCriteria(markdown: string): CriteriaCount {
  const items = taskItems(markdown)
  return { criteria: items.length, openCriteria: items.filter(({ ticked }) => !ticked).length }
}
