import type { Answer } from './answer/answer'
import type { Edge } from './cast'
import { attempt, exit, Failure } from './failure'
import { readBackup } from './store/backup'
import type { Change } from './store/commit'
import { freePath } from './store/free-path'
import { endsOf, type Line } from './store/line'
import { asidePath } from './store/local'
import { isThere } from './store/read'
import { loadSettings } from './store/settings'
import { historyPath, initialState, loadState, type Saved, type State, seeStill, statePath } from './store/state'
import { removeEmpty } from './store/tidy'
import { commit, digestOfFile, settle, stampOf, withLock } from './store/writing'
import { answerToVerb } from './verb'
import type { Workflow } from './workflows/workflow'

/** What was taken back, and where files went that somebody has edited since. */
export interface Undone {
  readonly undone: {
    readonly spell: string
    readonly row?: string
    readonly from: string
    readonly to: string
    readonly time: string
  }
  readonly setAside: readonly { readonly from: string; readonly to: string }[]
}

/**
 * Takes back the last step that has not been taken back yet: the state, the files that it created or moved. What was edited
 * since is set aside. Is a step itself, with a line of its own.
 *
 * @returns the answer, of kind `undo`
 * @throws Failure (notPossible) `nothing-to-undo`, or `cannot-undo` where the state before is not known any more; as `cast`
 */
export async function undo(workflow: Workflow, edge: Edge): Promise<Omit<Answer, 'kind'> & Undone & { kind: 'undo' }> {
  const { root } = edge
  const settings = await loadSettings(root, edge.env)
  // What can be seen to fail beforehand leaves no trace.
  seeStill(root, workflow, () => stepBack(root, workflow, loadState(root, workflow)))
  const made = await withLock(root, 'undo', edge.now, edge.wait, async () => {
    await settle(root, workflow, loadState(root, workflow), edge.now)
    const saved = loadState(root, workflow)
    const { line, before } = stepBack(root, workflow, saved)
    const files = await filesBack(root, workflow, line, stampOf(edge.now))
    const head = edge.head()
    await commit(root, workflow, saved, {
      to: before.current,
      trigger: 'Undo',
      now: edge.now,
      about: { row: 'undo', ...(line.digest && { undoes: line.digest }), ...(head && { head }) },
      changes: files.changes,
      // Of work that had been put away the history comes back; what was cast since goes on from there.
      base: { ...before, history: line.archive ? [...before.history, ...saved.history] : saved.history },
    })
    removeEmpty(root, files.emptied)
    return { line, from: saved.current, to: before.current, files }
  })

  const { line, from, to, files } = made
  const answer = answerToVerb(workflow, edge, settings, {
    verb: 'undo',
    from,
    to,
    files: { created: [], kept: [], moved: [...files.restored, ...files.setAside] },
    warnings: [
      ...files.setAside.map((file) => `${file.from} had been written since; it is kept as ${file.to}.`),
      ...files.lost.map((file) => `${file} is not where the step had put it, so it could not come back.`),
    ],
  })
  const undone = {
    spell: line.trigger.toLowerCase(),
    ...(line.row && { row: line.row }),
    ...endsOf(line),
    time: line.timestamp,
  }
  return { ...answer, kind: 'undo', undone, setAside: files.setAside }
}

/** @returns whether there is a step that can be taken back */
export const canUndo = (root: string, workflow: Workflow): boolean =>
  !(attempt(() => stepBack(root, workflow, loadState(root, workflow))) instanceof Failure)

/** The step that is taken back next, and the state before it. */
function stepBack(root: string, workflow: Workflow, { history }: Saved): { line: Line; before: State } {
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []))
  const line = history.findLast(({ trigger, digest = '' }) => trigger !== 'Undo' && !undone.has(digest))
  if (!line) throw impossible('nothing-to-undo', 'There is no step here to take back.')
  const { number, previous, trigger } = line
  if (trigger === 'Doctor')
    throw impossible('cannot-undo', 'The last step was a repair, and what was before cannot be trusted.')
  const before = number === undefined ? undefined : readBackup(root, workflow, number - 1)
  if (before && before.history.at(-1)?.digest === previous) return { line, before }
  // Before the very first step there was no state file.
  if (!before && number === 1 && endsOf(line).from === workflow.definition.initial) {
    return { line, before: initialState(workflow) }
  }
  throw impossible('cannot-undo', 'The state before the last step is not kept here any more.')
}

const impossible = (code: string, message: string): Failure =>
  new Failure(exit.notPossible, code, message, 'git log -- .ai   # git may have what was before')

interface FilesBack {
  readonly changes: Change[]
  readonly restored: { from: string; to: string }[]
  readonly setAside: { from: string; to: string }[]
  readonly lost: string[]
  readonly emptied: Set<string>
}

/** What has to be moved so that the files are where they were. */
async function filesBack(root: string, workflow: Workflow, line: Line, stamp: string): Promise<FilesBack> {
  const back: FilesBack = { changes: [], restored: [], setAside: [], lost: [], emptied: new Set() }
  const ours = [statePath(workflow), historyPath(workflow)]
  const aside = freePath(root, `${asidePath}/undo-${stamp}`)
  const kept = freePath(root, `${workflow.folder}/undone-${stamp}`)
  const created = new Map(line.created?.map(({ path, digest }) => [path, digest]))
  const left = new Set<string>()

  const clear = async (path: string) => {
    if (left.has(path) || !isThere(root, path)) return
    left.add(path)
    const untouched = ours.includes(path) || created.get(path) === (await digestOfFile(root, path))
    const to = `${untouched ? aside : kept}/${nameOf(path)}`
    back.changes.push({ do: 'move', from: path, to })
    if (!untouched) back.setAside.push({ from: path, to })
  }

  for (const path of created.keys()) await clear(path)
  for (const { from, to } of line.moved ?? []) {
    if (!isThere(root, to)) {
      back.lost.push(from)
      continue
    }
    back.emptied.add(to.slice(0, to.lastIndexOf('/')))
    if (from === statePath(workflow)) {
      // The state file is written anew.
      back.changes.push({ do: 'move', from: to, to: `${aside}/archived-state.json` })
      continue
    }
    await clear(from)
    back.changes.push({ do: 'move', from: to, to: from })
    if (!ours.includes(from)) back.restored.push({ from: to, to: from })
  }
  return back
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
