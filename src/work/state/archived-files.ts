import { local } from '../../disk/local'
import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, historyPath, isArchiving, statePath } from '../history/history-line'

/**
 * @param workflow with the paths in which its entries were written: not those of an archive
 * @returns tells whether a file must stay as a step has left it. Files of the current work may be edited, unless the
 *   workflow keeps them; files in `.ai/.local/` do not count
 */
export function keptFiles(workflow: Workflow): (path: string) => boolean {
  const atHand = new Set([...Object.keys(workflow.probes), statePath(workflow), historyPath(workflow)])
  return (path) => !path.startsWith(`${local}/`) && (workflow.files.areFixed === true || !atHand.has(path))
}

/** A file that must stay unchanged: it was archived, or a step wrote it for good. */
export interface FixedFile {
  readonly path: string
  readonly digest: string
  /** Of what it says, if it is Markdown that was archived. */
  readonly form?: string
  readonly isArtifact: boolean
}

/**
 * Tracks every file that was archived, or written for good, to its current path, through all moves and undos.
 *
 * @param workflow with the paths in which its entries were written: not those of an archive
 * @returns `take`, called for each entry from the oldest on, with its place; and `end`, which returns the files, each
 *   with the place of the entry that wrote it
 */
export function archivedFiles<Place>(workflow: Workflow) {
  const files = new Map<string, Place & FixedFile>()
  const archives = new Map<string, HistoryLine>()
  const isKept = keptFiles(workflow)
  const here = inFolder(workflow)

  const move = (from: string, to: string) => {
    for (const [path, file] of [...files]) {
      if (!path.startsWith(`${from}/`)) continue
      files.delete(path)
      const now = `${to}${path.slice(from.length)}`
      if (isKept(now)) files.set(now, { ...file, path: now })
    }
  }

  return {
    take(then: HistoryLine, place: Place): void {
      const line = here(then)
      const { created = [], moved = [], edited = [], digest: ofLine = '', undoes = '' } = line
      // A restored archive comes back as a whole; files that only archiving had fixed may change again.
      const back = archives.get(undoes)
      for (const { to, digest } of back?.moved ?? []) if (digest !== undefined) files.delete(to)
      if (back?.archive) move(back.archive, workflow.folder)
      if (isArchiving(line)) archives.set(ofLine, line)
      for (const { from, to, digest, form } of moved) {
        const isArtifact = files.get(from)?.isArtifact ?? false
        files.delete(from)
        if (digest === undefined) move(from, to)
        else if (isKept(to)) files.set(to, { ...place, path: to, digest, isArtifact, ...(form && { form }) })
      }
      for (const { path, digest } of created) {
        files.delete(path)
        // What a repair kept of another side stays unchanged, too.
        if (line.trigger === 'Doctor') files.set(path, { ...place, path, digest, isArtifact: false })
        else if (workflow.files.areFixed) files.set(path, { ...place, path, digest, isArtifact: true })
      }
      for (const { path, digest } of edited) {
        const isArtifact = files.get(path)?.isArtifact ?? false
        files.delete(path)
        if (digest !== undefined) files.set(path, { ...place, path, digest, isArtifact })
      }
    },
    end: (): (Place & FixedFile)[] => [...files.values()],
  }
}

/**
 * A named piece of work keeps its history when its folder is renamed, by `spell work rename` or `git mv`: paths in an
 * entry are those of then.
 *
 * @param workflow with the folder in which the paths are wanted
 * @returns a function, called for each entry from the oldest on, that returns the entry with its paths in that folder
 */
export function inFolder({ folder, name }: Pick<Workflow, 'folder' | 'name'>): (line: HistoryLine) => HistoryLine {
  const above = folder.slice(0, folder.lastIndexOf('/'))
  const before = new Set<string>()
  const here = (path: string): string => {
    const then = [...before].find((other) => path.startsWith(`${above}/${other}/`))
    return then === undefined ? path : `${folder}${path.slice(above.length + 1 + then.length)}`
  }
  return (line) => {
    if (name !== undefined && line.name !== undefined && line.name !== name) before.add(line.name)
    if (before.size === 0) return line
    const { created, moved, edited } = line
    const at = <Item extends { readonly path: string }>(item: Item): Item => ({ ...item, path: here(item.path) })
    return {
      ...line,
      ...(created && { created: created.map(at) }),
      ...(moved && { moved: moved.map((move) => ({ ...move, from: here(move.from), to: here(move.to) })) }),
      ...(edited && { edited: edited.map(at) }),
    }
  }
}
