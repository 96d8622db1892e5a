import type { TaskItem } from '../../text/markdown/task-item'
import { likelyBoxes } from '../../text/markdown/task-items'
import { codeAtEnd, inText, mayBeItem } from '../../workflow/criteria/item-words'
import type { TurnInput } from '../../workflow/transition'

/** Cached: one answer asks for the criteria of the same plan several times. */
let latest: { readonly markdown: string; readonly items: readonly TaskItem[] } = { markdown: '', items: [] }

/** The acceptance criteria of a plan, in order: its task list items with text after the box, and what is meant as one. */
export function criteriaIn(markdown: string): readonly TaskItem[] {
  if (latest.markdown !== markdown) latest = { markdown, items: likelyBoxes(markdown) }
  return latest.items
}

export function countCriteria(markdown: string): { criteria: number; openCriteria: number } {
  const items = criteriaIn(markdown)
  return { criteria: items.length, openCriteria: items.filter(({ ticked }) => !ticked).length }
}

/** @returns whether a criterion of a plan may have a command, or something that is meant as one, or as a box */
export const mayHaveCommands = (markdown: string): boolean =>
  criteriaIn(markdown).some(
    ({ text, items, sign, hidden, strays = [] }) =>
      (sign ?? hidden) !== undefined ||
      mayBeItem(text, true) ||
      codeAtEnd.test(text) ||
      inText.test(text) ||
      items.some((item) => mayBeItem(item.text, false)) ||
      strays.some((stray) => stray.isFence || mayBeItem(stray.text, stray.isFar || !stray.isItem)),
  )

/**
 * @returns which criteria are met, whether no work was done yet, the numbers of those that only the developer can confirm then,
 *   and whether nothing else is left
 */
export function leftIn(criteria: readonly TaskItem[], { proofs, hasTasks }: Pick<TurnInput, 'proofs' | 'hasTasks'>) {
  const isFirst = !hasTasks && !criteria.some(({ ticked }) => ticked)
  const isMet = criteria.map(({ ticked }, index) => ticked && (proofs?.done[index] ?? true))
  const waits = criteria.map((each, index) => isYours(each) && !(proofs?.done[index] ?? each.ticked))
  const yours = waits.flatMap((is, index) => (is && !isFirst ? [index + 1] : []))
  return { isMet, isFirst, yours, isAll: yours.length > 0 && isMet.every((met, index) => met || waits[index]) }
}

/** Whether only the developer can say that it is met. */
export const isYours = ({ items }: TaskItem): boolean => items.some(({ text }) => /^by:\s+`?developer\b/.test(text))
