import type { Workflow } from '../../workflow/flow'
import type { HistoryLine } from './history-line'

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
