import { scanTaskItems } from '../../markdown/task-items'

/** How many acceptance criteria a plan has. */
export type CriteriaCount = {
  criteria: number
  /** Those that are not ticked. */
  openCriteria: number
}

/** Every box has this, and most documents without one do not. */
const BOX_START = /\[(?:[ \txX]\]|[\r\n])/

/**
 * Counts the acceptance criteria in a plan: its task list items with text after the box, as GitHub's Markdown reads them.
 *
 * @param markdown the text of plan.md
 */
export function countCriteria(markdown: string): CriteriaCount {
  const count: CriteriaCount = { criteria: 0, openCriteria: 0 }
  if (!BOX_START.test(markdown)) return count
  scanTaskItems(markdown, ({ checked, hasText }) => {
    if (!hasText) return
    count.criteria++
    if (!checked) count.openCriteria++
  })
  return count
}
