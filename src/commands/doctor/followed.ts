import { attempt, attemptAsync, Failure } from '../../failure/failure'
import { type Chain, followHistory } from '../../store/history/chain'
import type { HistoryLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { readTail } from '../../store/history/tail'
import { archivedFiles, type KeptFile } from '../../store/state/archived-files'
import { versionOf } from '../../store/state/state'
import type { Workflow } from '../../workflows/workflow'

/** A history that was followed. It takes the longest of all, so that who has followed it already says what was found. */
export interface Followed {
  readonly history: Chain | Failure
  /** What state and history were before: as long as they are that, this is what would be found again. */
  readonly mark: string
  /** What was handed in, of a workflow that keeps it. */
  readonly artifacts?: readonly KeptFile[]
}

/** @returns whether every line of a history is one of ours, as it was written, where it belongs */
export const isWhole = (history: Chain | Failure): history is Chain =>
  !(history instanceof Failure) && history.broken === undefined && history.unchained === undefined

/** @returns what changes with every step, also with one that is only half done */
export function markOf(root: string, workflow: Workflow): string {
  const version = attempt(() => versionOf(root, workflow))
  const tail = attempt(() => readTail(root, historyPath(workflow)))
  return `${version instanceof Failure ? '' : version} ${tail instanceof Failure ? '' : tail?.size}`
}

/** Follows a history a part of it a turn, so that a server answers meanwhile. */
export async function follow(root: string, workflow: Workflow): Promise<Followed> {
  const mark = markOf(root, workflow)
  const files = archivedFiles<object>(workflow)
  const take = workflow.keepsFiles ? (line: HistoryLine) => files.take(line, {}) : undefined
  const history = await attemptAsync(() => followHistory(root, workflow, historyPath(workflow), take))
  return { history, mark, artifacts: files.end().filter(({ isArtifact }) => isArtifact) }
}
