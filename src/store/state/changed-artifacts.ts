import type { Workflow } from '../../workflows/workflow'
import { hasDigest } from '../disk/digest'
import { isThere } from '../disk/read'
import { type HistoryLine, parseLine } from '../history/history-line'
import { historyPath } from '../history/paths'
import { textsOf } from '../history/text-lines'
import { archivedFiles } from './archived-files'
import type { Saved } from './state'

/**
 * @param saved with every step done
 * @returns the paths of files that were handed in and are others now, of a workflow that keeps them; those that are gone are not
 *   among them
 * @throws Failure where one of them, or the history, cannot be read
 */
export async function changedArtifacts(root: string, workflow: Workflow, saved: Saved): Promise<readonly string[]> {
  const files = archivedFiles<object>(workflow)
  for (const line of linesOf(root, workflow, saved)) files.take(line, {})
  const changed: string[] = []
  for (const { path, digest, isArtifact } of files.end())
    if (isArtifact && isThere(root, path) && !(await hasDigest(root, path, digest))) changed.push(path)
  return changed
}

/** The state has all lines of work that has not gone far. */
function* linesOf(root: string, workflow: Workflow, { history }: Saved): Generator<HistoryLine> {
  if (history[0]?.number === 1) yield* history
  else
    for (const text of textsOf(root, historyPath(workflow))) {
      const line = parseLine(text)
      if (line) yield line
    }
}
