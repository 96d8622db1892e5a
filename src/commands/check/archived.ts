import type { HistoryLine } from '../../store/history/history-line'
import { historyPath, statePath } from '../../store/history/paths'
import type { Workflow } from '../../workflows/workflow'
import type { LinePlace } from './rules'

/** A file that was put away. */
export interface Archived extends LinePlace {
  readonly path: string
  readonly digest: string
}

/**
 * Follows every file that was put away to where it lies today, whatever has been moved and taken back since.
 *
 * @returns `take` for each line from the oldest on; then `end` has the files
 */
export function archivedFiles(workflow: Workflow) {
  const files = new Map<string, Archived>()
  // Those at hand are there to be written in; the others are for one copy alone.
  const atHand = new Set([...Object.keys(workflow.probes), statePath(workflow), historyPath(workflow)])
  const isArchive = (path: string) => !atHand.has(path) && !path.startsWith('.ai/.local/')

  const move = (from: string, to: string) => {
    for (const [path, file] of [...files]) {
      if (!path.startsWith(`${from}/`)) continue
      files.delete(path)
      const now = `${to}${path.slice(from.length)}`
      if (isArchive(now)) files.set(now, { ...file, path: now })
    }
  }

  return {
    take({ created = [], moved = [] }: HistoryLine, place: LinePlace): void {
      for (const { from, to, digest } of moved) {
        files.delete(from)
        if (digest === undefined) move(from, to)
        else if (isArchive(to)) files.set(to, { ...place, path: to, digest })
      }
      for (const { path } of created) files.delete(path)
    },
    end: (): Archived[] => [...files.values()],
  }
}
