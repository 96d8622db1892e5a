import { attempt, attemptAsync, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { type Chain, followHistory } from '../../work/history/chain'
import type { HistoryLine } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import { readTail } from '../../work/history/tail'
import { archivedFiles, type KeptFile } from '../../work/state/archived-files'
import { versionOf } from '../../work/state/state'

/** The result of reading a history, shared because it takes the longest. */
export interface Followed {
  readonly history: Chain | Failure
  /** The version of state and history; while it is unchanged, so is the result. */
  readonly mark: string
  /** The artifacts, in a workflow that keeps them. */
  readonly artifacts?: readonly KeptFile[]
}

/** @returns whether every entry of a history is valid, unchanged and in place */
export const isWhole = (history: Chain | Failure): history is Chain =>
  !(history instanceof Failure) && history.broken === undefined && history.unchained === undefined

/** @returns a version that changes with every step, even an incomplete one */
export function markOf(root: string, workflow: Workflow): string {
  const version = attempt(() => versionOf(root, workflow))
  const tail = attempt(() => readTail(root, historyPath(workflow)))
  return `${version instanceof Failure ? '' : version} ${tail instanceof Failure ? '' : tail?.size}`
}

/** Reads a history, yielding regularly so that a server can answer meanwhile. */
export async function follow(root: string, workflow: Workflow): Promise<Followed> {
  const mark = markOf(root, workflow)
  const files = archivedFiles<object>(workflow)
  const take = workflow.files?.areFixed ? (line: HistoryLine) => files.take(line, {}) : undefined
  const history = await attemptAsync(() => followHistory(root, workflow, historyPath(workflow), take))
  return { history, mark, artifacts: files.end().filter(({ isArtifact }) => isArtifact) }
}
