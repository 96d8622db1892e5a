import type { Workflow } from '../../workflows/workflow'
import { type HistoryLine, isArchiving } from '../history/history-line'
import { keptFiles } from './kept-files'

/** A file that stays as it was: one that was archived, or one that a step has written for good. */
export interface KeptFile {
  readonly path: string
  readonly digest: string
  readonly isArtifact: boolean
}

/**
 * Follows every file that was archived, or written for good, to where it lies today, whatever has been moved and taken back
 * since.
 *
 * @param workflow as its lines were written: not in an archive
 * @returns `take` for each line from the oldest on, with where it stands; then `end` has the files, each with the place of the
 *   line that has written it
 */
export function archivedFiles<Place>(workflow: Workflow) {
  const files = new Map<string, Place & KeptFile>()
  const archives = new Map<string, HistoryLine>()
  const isKept = keptFiles(workflow)

  const move = (from: string, to: string) => {
    for (const [path, file] of [...files]) {
      if (!path.startsWith(`${from}/`)) continue
      files.delete(path)
      const now = `${to}${path.slice(from.length)}`
      if (isKept(now)) files.set(now, { ...file, path: now })
    }
  }

  return {
    take(line: HistoryLine, place: Place): void {
      const { created = [], moved = [], edited = [], digest: ofLine = '', undoes = '' } = line
      // An archive that comes back comes back whole; what it alone had put away can be written in again.
      const back = archives.get(undoes)
      for (const { to, digest } of back?.moved ?? []) if (digest !== undefined) files.delete(to)
      if (back?.archive) move(back.archive, workflow.folder)
      if (isArchiving(line)) archives.set(ofLine, line)
      for (const { from, to, digest } of moved) {
        const isArtifact = files.get(from)?.isArtifact ?? false
        files.delete(from)
        if (digest === undefined) move(from, to)
        else if (isKept(to)) files.set(to, { ...place, path: to, digest, isArtifact })
      }
      for (const { path, digest } of created) {
        files.delete(path)
        // What a repair has kept of another side stays, too.
        if (line.trigger === 'Doctor') files.set(path, { ...place, path, digest, isArtifact: false })
        else if (workflow.keepsFiles) files.set(path, { ...place, path, digest, isArtifact: true })
      }
      for (const { path, digest } of edited) {
        const isArtifact = files.get(path)?.isArtifact ?? false
        files.delete(path)
        if (digest !== undefined) files.set(path, { ...place, path, digest, isArtifact })
      }
    },
    end: (): (Place & KeptFile)[] => [...files.values()],
  }
}
