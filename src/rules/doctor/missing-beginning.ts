import type { Workflow } from '../../flows/flow'
import { commitWith } from '../../git/committed'
import type { Environment } from '../../settings/settings'
import { beginsMidway, isBeginning } from '../../work/history/beginning'
import { areWhole } from '../../work/history/chain'
import type { HistoryLine } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import { firstLineOf } from '../../work/history/work-id'
import { lookInGit, quoted } from './archived-texts'

/** @returns the first entry of a history, if entries before it were cut off */
export function cutOffAt(root: string, workflow: Workflow): HistoryLine | undefined {
  const first = firstLineOf(root, historyPath(workflow))
  // A first state written by hand is a legal start: nothing was before it.
  return first?.previous !== undefined && beginsMidway(root, workflow, first) ? first : undefined
}

/** @returns the entries before the first one of a history, if a state has all of them; otherwise none */
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

/** @returns a command that restores a truncated history from git */
export async function bringBeginningBack(
  root: string,
  workflow: Workflow,
  first: HistoryLine,
  env: Environment,
): Promise<string> {
  const path = historyPath(workflow)
  const has = (bytes: Buffer) =>
    [first.previous, first.digest].every((digest) => bytes.includes(`"digest":"${digest}"`))
  const known = await commitWith(root, 'history.jsonl', env, async (bytes) => has(bytes))
  return known ? `git show ${quoted(`${known.commit}:./${known.path}`)} > ${quoted(path)}` : lookInGit(path)
}
