import { commitWith } from '../../git/commit-with'
import { beginsMidway, isBeginning } from '../../store/history/beginning'
import { areWhole } from '../../store/history/chain'
import type { HistoryLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { firstLineOf } from '../../store/history/work-id'
import type { Workflow } from '../../workflows/workflow'
import { lookInGit, quoted } from './archived-texts'

/** @returns the first line of a history, if lines before it were cut off */
export function cutOffAt(root: string, workflow: Workflow): HistoryLine | undefined {
  const first = firstLineOf(root, historyPath(workflow))
  // A first state, written by hand, is how work may begin: nothing was before it.
  return first?.previous !== undefined && beginsMidway(root, workflow, first) ? first : undefined
}

/** @returns the lines before the first one of a history, if a state still has all of them; else none */
export function linesBefore(
  workflow: Workflow,
  first: HistoryLine,
  known: readonly HistoryLine[],
): readonly HistoryLine[] {
  const before = known.slice(0, known.findIndex(({ digest }) => digest === first.previous) + 1)
  const [oldest] = before
  const isAll = oldest !== undefined && oldest.previous === undefined && isBeginning(workflow, oldest)
  return isAll && before.every(({ digest }) => digest !== undefined) && areWhole([...before, first]) ? before : []
}

/** @returns a command that brings a history back from git, of which the beginning is missing */
export async function bringBeginningBack(root: string, workflow: Workflow, first: HistoryLine): Promise<string> {
  const path = historyPath(workflow)
  const has = (bytes: Buffer) =>
    [first.previous, first.digest].every((digest) => bytes.includes(`"digest":"${digest}"`))
  const known = await commitWith(root, 'history.jsonl', async (bytes) => has(bytes))
  return known ? `git show ${quoted(`${known.commit}:./${known.path}`)} > ${quoted(path)}` : lookInGit(path)
}
