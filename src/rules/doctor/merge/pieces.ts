import { ifPossible } from '../../../failure/failure'
import { bytesOf, type Objects } from '../../../git/git'
import type { Files } from '../../../git/piece-files'
import { isInside, parseLine } from '../../../work/history/history-line'
import { workIdOf } from '../../../work/history/work-id'
import { homeOf } from '../../homes'

/** A piece of work in a commit. */
export interface PieceThere {
  /** Its work id; the folder if its history does not say one. */
  readonly id: string
  readonly folder: string
  readonly files: Files
  /** The same in two commits if nothing of it differs. */
  readonly key: string
  /** The texts of its history and its state; empty without one. */
  readonly history: string
  readonly state: string
  /** The definition that it has kept; empty for a built-in workflow. */
  readonly kept: string
}

/** The pieces of work of a commit by their ids. */
export type Pieces = ReadonlyMap<string, PieceThere>

/** The files of a commit by the folders of its pieces of work. */
export type Homes = ReadonlyMap<string, Pick<PieceThere, 'files' | 'key'>>

export function homesIn(files: Files): Homes {
  const homes = new Map<string, Map<string, { readonly path: string; readonly mode: string; readonly id: string }>>()
  for (const [path, file] of files) {
    const home = homeOf(path)
    if (home === undefined || !isInside(path)) continue
    homes.set(home, (homes.get(home) ?? new Map()).set(path, file))
  }
  const keyOf = (ofHome: Files) => [...ofHome.values()].map(({ path, mode, id }) => `${mode} ${id} ${path}`).join('\n')
  return new Map([...homes].map(([home, ofHome]) => [home, { files: ofHome, key: keyOf(ofHome) }]))
}

/** Reads the pieces of work of a commit, if their folders are wanted. Throws Error with git's message */
export async function piecesIn(objects: Objects, homes: Homes, isWanted: (folder: string) => boolean): Promise<Pieces> {
  const pieces = new Map<string, PieceThere>()
  for (const [folder, home] of homes) {
    if (!isWanted(folder)) continue
    const textOf = async (name: string) => {
      const file = home.files.get(`${folder}/${name}`)
      return file ? (await bytesOf(objects, file.id)).toString() : ''
    }
    const [history, state] = [await textOf('history.jsonl'), await textOf('state.json')]
    const kept = await textOf('workflow.json')
    const first = ifPossible(() => parseLine(history.slice(0, Math.max(history.indexOf('\n'), 0))))
    const known = first && workIdOf(first)
    // A copy of a piece of work counts as another one.
    const id = known === undefined || pieces.has(known) ? folder : known
    pieces.set(id, { ...home, id, folder, history, state, kept })
  }
  return pieces
}
