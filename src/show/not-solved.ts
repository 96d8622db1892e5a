import { textBlocks } from '../text/blocks/block'
import { isNothing } from '../text/markdown/open-lines'
import type { ReportedTask } from '../workflow/reporting'

/**
 * @returns what the results of the newest task, and those of the newest review, list under “Not Solved”: what those of an
 *   older one list, a later one may have solved
 */
export const notSolvedIn = (
  tasks: readonly ReportedTask[],
  reviews: readonly { readonly results: string }[],
): string[] => [tasks.at(-1)?.achieved, reviews.at(-1)?.results].flatMap((results = '') => listedIn(results))

function listedIn(results: string): string[] {
  const blocks = textBlocks(results)
  const first = blocks.findIndex(({ kind, text }) => kind === 'heading' && text.trim().toLowerCase() === 'not solved')
  if (first < 0) return []
  const rest = blocks.slice(first + 1)
  const end = rest.findIndex(({ kind }) => kind === 'heading')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .flatMap(({ kind, text }) => (kind === 'code' || isNothing(text) ? [] : [text]))
}
