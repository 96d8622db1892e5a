import { scanTaskItems } from '../../markdown/task-items'

/** How many acceptance criteria a plan has. */
export type CriteriaCount = {
  criteria: number
  /** Those that are not ticked. */
  openCriteria: number
}

/** Every box has this, and most documents without one do not. */
const BOX_START = /\[(?:[ \txX]\]|[\r\n])/

/** What could hide a box, or make something else of its line than the line itself says. */
const NOT_PLAIN = /^\uFEFF?---|[<\t\r\0\u2028\u2029]|```|~~~|\[\n|\n +(?:-+|=+) *(?:\n|$)/

/** A criterion in a line of its own, from its beginning to its first letter. */
const PLAIN_CRITERION = /^[-*+] \[[ xX]\] +[`\w]/gm

/**
 * Counts the acceptance criteria in a plan: its task list items with text after the box, as GitHub's Markdown reads them.
 *
 * @param markdown the text of plan.md
 */
export function countCriteria(markdown: string): CriteriaCount {
  if (!BOX_START.test(markdown)) return { criteria: 0, openCriteria: 0 }
  return countPlain(markdown) ?? countAll(markdown)
}

/**
 * Most plans have all their boxes at the beginning of plain lines. They are counted without the scanner, whose code would
 * have to be compiled first: that takes longer than the rest of a cast's reading.
 *
 * @returns undefined for a plan of which that cannot be said
 */
function countPlain(markdown: string): CriteriaCount | undefined {
  if (NOT_PLAIN.test(markdown)) return undefined
  const boxes = markdown.match(/\[[ xX]\]/g) ?? []
  const criteria = markdown.match(PLAIN_CRITERION) ?? []
  if (criteria.length < boxes.length) return undefined
  return { criteria: criteria.length, openCriteria: criteria.filter((start) => start.includes('[ ]')).length }
}

function countAll(markdown: string): CriteriaCount {
  const count: CriteriaCount = { criteria: 0, openCriteria: 0 }
  scanTaskItems(markdown, ({ checked, hasText }) => {
    if (!hasText) return
    count.criteria++
    if (!checked) count.openCriteria++
  })
  return count
}
