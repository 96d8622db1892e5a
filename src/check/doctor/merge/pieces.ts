import { timestampOf } from '../../../disk/stamp'
import { bytesOf, type Objects } from '../../../git/git'
import type { Files } from '../../../git/piece-files'
import { ifPossible } from '../../../text/failure'
import { areWhole } from '../../../work/history/chain'
import { chainedEntry } from '../../../work/history/entry-digest'
import {
  type HistoryLine,
  isInside,
  mergedRow,
  parseLine,
  printLine,
  transitionToday,
} from '../../../work/history/history-line'
import { workIdOf } from '../../../work/history/work-id'
import { withoutId } from '../../../work/in-use'
import type { LineSource } from '../../../work/state/commit'
import { provenanceOf } from '../../../work/state/context-digest'
import type { State } from '../../../work/state/state'
import { parseState, printState } from '../../../work/state/state-document'
import type { Workflow } from '../../../workflow/flow'
import { standard, unnamed, workflows } from '../../../workflows/registry'
import { homeOf } from '../../pieces'

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

/** The texts of a piece of work, in a commit or in the worktree. */
type WorkTexts = Pick<PieceThere, 'folder' | 'history' | 'state' | 'kept'>

/** A piece of work as its texts say it. */
interface WorkRead {
  readonly workflow: Workflow
  readonly lines: readonly HistoryLine[]
  readonly state?: State
  /** Whether the history is unchanged, and the state is its end. */
  readonly isWhole: boolean
}

/** @returns what the texts of a piece of work say; undefined if the folder is none of a piece of work */
export async function readWork({ folder, history, state: text, kept }: WorkTexts): Promise<WorkRead | undefined> {
  const texts = history.split(/\r?\n/).filter(Boolean)
  const lines = texts.flatMap((line) => ifPossible(() => parseLine(line)) ?? [])
  const workflow = await workflowAt(folder, lines[0], kept)
  if (!workflow) return undefined
  const state = ifPossible(() => parseState(text, workflow, true))
  const last = lines.at(-1)
  const isEnd = last !== undefined && state?.history.at(-1)?.digest === last.digest
  const isThere = isEnd && transitionToday(workflow.definition, last).to === state?.current
  return {
    workflow,
    lines,
    ...(state && { state }),
    isWhole: isThere && texts.length === lines.length && areWhole(lines),
  }
}

/** The workflow of a folder with a piece of work, as if it lay there. */
async function workflowAt(folder: string, first: HistoryLine | undefined, kept: string): Promise<Workflow | undefined> {
  const [above, name] = [folder.slice(0, folder.lastIndexOf('/')), folder.slice(folder.lastIndexOf('/') + 1)]
  if (kept !== '') return (await import('../../../work/own/own-entry')).openStored(name, kept)
  const entry = workflows.find((one) => one.folder === folder || one.named === above || one.archive === above)
  if (!entry) return undefined
  // An archive of the six spells is called like its plan; what the work was called says its first entry.
  const archived = entry.name === standard ? (first?.name ?? unnamed) : withoutId(name)
  const workflow = (await entry.load()).open(entry.archive === above ? archived : name)
  return { ...workflow, folder }
}

/**
 * Adds the entry that settles a merge to a piece of work, which must be whole. Returns its new history and state, by
 * their paths. The tip is the commit of the side that was not taken.
 */
export async function withMergeLine(
  { workflow, lines, state }: WorkRead,
  { folder, history }: WorkTexts,
  { note, tip }: { readonly note: string; readonly tip: string },
  { now, head }: Pick<LineSource, 'now' | 'head'>,
): Promise<ReadonlyMap<string, Buffer>> {
  const { current, context } = state as State
  const commit = head()
  const line = chainedEntry(
    {
      timestamp: timestampOf(now),
      transition: `${current} → ${current}`,
      trigger: 'Doctor',
      row: mergedRow,
      note,
      tip,
      ...(commit && { head: commit }),
      ...provenanceOf(workflow, context),
    },
    lines.at(-1),
  )
  const all = { ...(state as State), history: [...(state as State).history, line] }
  const text = `${history.replace(/\n?$/, '\n')}${printLine(line)}\n`
  return new Map([
    [`${folder}/history.jsonl`, Buffer.from(text)],
    [`${folder}/state.json`, Buffer.from(printState(all, workflow))],
  ])
}
