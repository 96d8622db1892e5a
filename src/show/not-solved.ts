import { type Entry, textBlocks } from '../text/blocks/block'
import { isNothing } from '../text/markdown/open-lines'
import { beginningOf } from '../text/markdown-parts'
import type { ReportedTask } from '../workflow/reporting'

/** The most points, and the most characters of each. */
const most = { points: 5, characters: 200 }

/** @returns what the results of the newest task list under “Not Solved”: what those of an older one list, a later one may have solved */
export const notSolvedIn = (tasks: readonly ReportedTask[]): Entry[] =>
  tasks.slice(-1).flatMap(({ achieved }) =>
    listedUnder('not solved', achieved)
      .slice(0, most.points)
      .map((text) => ({ what: [{ prose: beginningOf(text, most.characters) }] })),
  )

function listedUnder(heading: string, markdown: string): string[] {
  const blocks = textBlocks(markdown)
  const first = blocks.findIndex(({ kind, text }) => kind === 'heading' && text.trim().toLowerCase() === heading)
  if (first < 0) return []
  const rest = blocks.slice(first + 1)
  const end = rest.findIndex(({ kind }) => kind === 'heading')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .flatMap(({ kind, text }) => (kind === 'code' || isNothing(text) ? [] : [text]))
}
