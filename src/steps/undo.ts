import { answerToCommand } from '../cast/answer-command'
import type { CastContext } from '../cast/context'
import { freePath } from '../disk/free-path'
import { asidePath } from '../disk/local'
import { isThere } from '../disk/read'
import { removeEmpty } from '../disk/tidy'
import { isGone } from '../engine/place'
import { attempt, exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { loadSettings } from '../settings/settings'
import { standingSteps } from '../work/history/effective-steps'
import { inFolder } from '../work/history/folder-then'
import { type HistoryLine, isArchiving, transitionToday } from '../work/history/history-line'
import { beginningOf } from '../work/history/work-id'
import { type ArchivedWork, archiveFolder, bringBack, lastArchived } from '../work/state/archive'
import { readBackup } from '../work/state/backup'
import type { StateWrite } from '../work/state/commit'
import { isSealedBy } from '../work/state/context-seal'
import { initialState, type Saved, type State } from '../work/state/state'
import { refuseTampered } from '../work/state/tampering'
import type { Work } from '../work/work'
import { change, digestOfFile, stampOf, write } from '../work/writing'

/**
 * Undoes the last step in effect: its state, and the files that it created or moved. Files edited since are set aside.
 * The undo is itself a step with a history entry.
 *
 * @returns the answer, of kind `undo`, with the step that was undone, and the new paths of edited files
 * @throws Failure (notPossible) `nothing-to-undo`, or `cannot-undo` if the previous state is unknown; as `cast` does
 */
export async function undo(work: Work, ctx: CastContext) {
  const { root, flow } = work
  const settings = await loadSettings(root, ctx.env)
  // Fail before any change if possible.
  await refuseTampered(work)
  refuseUndoing(work)
  const made = await change(work, 'undo', ctx, async (now) => {
    const found = whatToUndo(now)
    if ('place' in found) return reopen(now, ctx, found)
    const { saved } = now
    const { line, before } = found
    if (!(await isSealedBy(before.history.slice(-1), flow, before.context)))
      throw impossible('cannot-undo', 'The copy of the state before the last step was changed by hand.')
    const files = await filesBack(root, flow, line, stampOf(ctx.now))
    const step: StateWrite = {
      to: before.current,
      trigger: 'Undo',
      about: { row: 'undo', ...(line.digest && { undoes: line.digest }) },
      changes: files.moves.map(({ from, to }) => ({ do: 'move', from, to })),
      // Foreign keys in the state file are not part of any step.
      base: { ...before, rest: saved.rest, history: saved.history },
    }
    await write(now, step, ctx)
    removeEmpty(root, files.emptied)
    return { line, from: saved.current, to: before.current, files }
  })

  const { line, from, to, files } = made
  const setAside = movesFor(files.moves, 'setAside')
  const spell = (isArchiving(line) && line.row ? line.row : line.trigger).toLowerCase()
  const answer = await answerToCommand(work, ctx, settings, {
    verb: 'undo',
    from,
    to,
    files: { created: [], kept: [], moved: movesFor(files.moves, 'restored', 'setAside', 'kept', 'removed') },
    values: { undone: line.trigger, verb: spell },
    warnings: files.warnings,
  })
  const undone = {
    spell,
    ...(line.row && { row: line.row }),
    ...transitionToday(flow.definition, line),
    time: line.timestamp,
  }
  return { ...answer, kind: 'undo' as const, undone, setAside }
}

/** While an archive is being restored, nothing can be checked in advance. */
function refuseUndoing(work: Work): void {
  const now = work.again()
  if (now.saved.comesFrom === undefined) whatToUndo(now)
}

/** @returns whether there is a step to undo */
export const canUndo = (work: Work): boolean => !(attempt(() => whatToUndo(work)) instanceof Failure)

/** The step to undo next; in work without one, the archive before it. */
function whatToUndo({ root, flow, saved }: Work) {
  const isNew = standingSteps(saved.history).length === 0 && !saved.byHand
  const archived = isNew ? lastArchived(root, flow) : undefined
  return archived ?? stepBack(root, flow, saved)
}

/** Restores archived work. What was started and undone since is kept beside it. */
async function reopen({ root, flow, folder }: Work, ctx: CastContext, archived: ArchivedWork) {
  const { place, line, state } = archived
  const aside = freePath(root, `${archiveFolder(flow)}/undone-${stampOf(ctx.now)}`)
  const warnings: string[] = []
  for (const { from, to, digest } of line.moved ?? []) {
    if (!isThere(root, to)) warnings.push(`${to} is gone, so ${from} could not come back.`)
    else if (digest !== undefined && digest !== (await digestOfFile(root, to)))
      warnings.push(`${to} had been changed since; ${from} is what it has become.`)
  }
  const isAside = await bringBack(root, flow, archived, aside, ctx)
  const moves: Move[] = [{ why: 'restored', from: place, to: folder }]
  if (isAside) moves.push({ why: 'setAside', from: folder, to: aside })
  if (isAside) warnings.push(`What ${folder} had since then is kept in ${aside}.`)
  return { line, from: flow.definition.initial, to: state.current, files: { moves, warnings } }
}

/** The step to undo next, and the state before it. */
function stepBack(root: string, workflow: Workflow, { history, byHand }: Saved): { line: HistoryLine; before: State } {
  if (byHand) throw impossible('cannot-undo', 'The state was changed by hand, so the step before it is unknown.')
  const [last] = standingSteps(history)
  const line = last && inFolderNow(root, workflow, history, last)
  if (!line) throw impossible('nothing-to-undo', 'There is no step here to take back.')
  const { number, previous, trigger } = line
  const { from } = transitionToday(workflow.definition, line)
  if (isGone(workflow.definition, from))
    throw impossible('cannot-undo', 'The workflow has no more the state that the last step led from.')
  if (trigger === 'Doctor')
    throw impossible('cannot-undo', 'The last step was a repair, and what was before cannot be trusted.')
  const before = number === undefined ? undefined : readBackup(root, workflow, number - 1)
  // The backup with that number may be of another history, if the user has moved files.
  if (before?.current === from && before.history.at(-1)?.digest === previous) return { line, before }
  // Before the very first step there was no state file.
  if (number === 1 && from === workflow.definition.initial) return { line, before: initialState(workflow) }
  throw impossible('cannot-undo', 'The state before the last step is not kept here any more.')
}

/** An entry with its paths in the folder that the piece of work has now. */
function inFolderNow(
  root: string,
  workflow: Workflow,
  history: readonly HistoryLine[],
  line: HistoryLine,
): HistoryLine {
  const here = inFolder(workflow)
  const first = beginningOf(root, workflow, history)
  for (const named of [...(first ? [first] : []), ...history]) here(named)
  return here(line)
}

const impossible = (code: string, message: string): Failure =>
  new Failure(exit.notPossible, code, message, 'git log -- .ai   # git may have what was before')

/** By the answer's wording: restored to its old path; edited by the user since; submitted; unedited. */
interface Move {
  readonly why: 'restored' | 'setAside' | 'kept' | 'removed'
  readonly from: string
  readonly to: string
}

const movesFor = (moves: readonly Move[], ...whys: readonly Move['why'][]) =>
  whys.flatMap((why) => moves.filter((move) => move.why === why).map(({ from, to }) => ({ from, to })))

/** The moves that restore the files to their old paths. */
async function filesBack(root: string, workflow: Workflow, line: HistoryLine, stamp: string) {
  const moves: Move[] = []
  // What could not be restored, a sentence each.
  const warnings: string[] = []
  // Folders that may be empty afterwards, the innermost first.
  const emptied = new Set<string>()
  const aside = freePath(root, `${asidePath}/undo-${stamp}`)
  // Files that an earlier undo has set aside may come back, too.
  const coming = (line.moved ?? []).map(({ from }) => from)
  const kept = freePath(root, `${workflow.folder}/undone-${stamp}`, coming)
  const created = new Map(line.created?.map(({ path, digest }) => [path, digest]))
  const left = new Set<string>()

  const makeRoom = async (path: string) => {
    if (left.has(path) || !isThere(root, path)) return
    left.add(path)
    const isAsWritten = created.has(path) && created.get(path) === (await digestOfFile(root, path))
    const why = isAsWritten ? (workflow.keepsUndone ? 'kept' : 'removed') : 'setAside'
    moves.push({ why, from: path, to: `${why === 'removed' ? aside : kept}/${nameOf(path)}` })
  }

  for (const path of created.keys()) await makeRoom(path)
  for (const { from, to, digest } of line.moved ?? []) {
    if (!isThere(root, to)) {
      warnings.push(`${to} is gone, so ${from} could not come back.`)
      continue
    }
    const isAsMoved = digest === undefined || digest === (await digestOfFile(root, to))
    for (let folder = folderOf(to); folder !== '.ai'; folder = folderOf(folder)) emptied.add(folder)
    await makeRoom(from)
    moves.push({ why: 'restored', from: to, to: from })
    if (!isAsMoved) warnings.push(`${to} had been changed since; ${from} is what it has become.`)
  }
  for (const { from, to } of movesFor(moves, 'setAside'))
    warnings.push(`${from} had been written since; it is kept as ${to}.`)
  return { moves, warnings, emptied }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
