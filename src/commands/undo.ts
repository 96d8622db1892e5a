import { posix } from 'node:path'
import { answerToCommand } from '../cast/answer-command'
import type { CastContext } from '../cast/cast'
import { castContextOf } from '../cast/cast-context'
import type { ChosenWork } from '../cast/chosen-work'
import { refuseMerging } from '../cast/merging'
import type { CommandContext } from '../cli/command'
import { freePath } from '../disk/free-path'
import { asidePath } from '../disk/local'
import { isFolder, isThere } from '../disk/read'
import { removeEmpty } from '../disk/tidy'
import { attempt, attemptAsync, Failure } from '../text/failure'
import { withWord } from '../word/permission'
import { archivedLast } from '../work/archives'
import { archiveFolder, type HistoryLine, isArchiving, type Moved, transitionToday } from '../work/history/history-line'
import { loadSettings } from '../work/settings/settings'
import { type ArchivedWork, bringBack } from '../work/state/archive'
import type { StateWrite } from '../work/state/commit'
import { isContextOf } from '../work/state/context-digest'
import { refuseTampered } from '../work/state/tampering'
import { textsOf } from '../work/texts'
import { impossible, whatToUndo } from '../work/undoable'
import type { Work } from '../work/work'
import { reopened } from '../work/workflows-here'
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
  await refuseMerging(work, ctx)
  refuseTampered(work)
  refuseUndoing(work)
  const made = await withWord({ word: 'undo', work }, ctx, (permitted) =>
    change(work, 'undo', permitted, async (now) => {
      const found = whatToUndo(now)
      if ('place' in found) return reopen(now, permitted, found)
      const { saved } = now
      const { line, before } = found
      if (!isContextOf(before.history.slice(-1), flow, before.context))
        throw impossible('cannot-undo', 'The copy of the state before the last step was changed by hand.')
      const files = filesBack(now, line, stampOf(ctx.now))
      const step: StateWrite = {
        to: before.current,
        trigger: 'Undo',
        about: { row: 'undo', ...(line.digest && { undoes: line.digest }) },
        changes: files.moves.map(({ from, to }) => ({ do: 'move', from, to })),
        // Foreign keys in the state file are not part of any step.
        base: { ...before, rest: saved.rest, history: saved.history },
      }
      await write(now, step, permitted)
      removeEmpty(root, files.emptied)
      return { line, from: saved.current, to: before.current, files }
    }),
  )

  const { line, from, to, files } = made
  const setAside = movesFor(files.moves, 'setAside')
  const spell = (isArchiving(line) && line.row ? line.row : line.trigger).toLowerCase()
  const now = await reopened(work)
  const texts = now === work ? ctx.texts : textsOf(now.flow)
  const answer = await answerToCommand(now, { ...ctx, texts }, settings, {
    verb: 'undo',
    from,
    to,
    files: { created: [], kept: [], moved: movesFor(files.moves, 'restored', 'kept', 'removed') },
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

export const canUndo = (work: Work): boolean => !(attempt(() => whatToUndo(work)) instanceof Failure)

/** Restores archived work. What was started and undone since is kept beside it. */
async function reopen({ root, flow, folder }: Work, ctx: CastContext, archived: ArchivedWork) {
  const { place, line, state } = archived
  const aside = freePath(root, `${archiveFolder(flow)}/undone-${stampOf(ctx.now)}`)
  const warnings = (line.moved ?? []).flatMap((moved) => changedSince(root, moved) ?? [])
  const isAside = await bringBack(root, flow, archived, aside, ctx)
  const moves: Move[] = [{ why: 'restored', from: place, to: folder }]
  if (isAside) moves.push({ why: 'setAside', from: folder, to: aside })
  if (isAside) warnings.push(`What ${folder} had since then is kept in ${aside}.`)
  return { line, from: flow.definition.initial, to: state.current, files: { moves, warnings } }
}

/** By the answer's wording: restored to its old path; edited by the user since; submitted; unedited. */
interface Move {
  readonly why: 'restored' | 'setAside' | 'kept' | 'removed'
  readonly from: string
  readonly to: string
}

const movesFor = (moves: readonly Move[], ...whys: readonly Move['why'][]) =>
  whys.flatMap((why) => moves.filter((move) => move.why === why).map(({ from, to }) => ({ from, to })))

function filesBack({ root, flow, folder: home }: Work, line: HistoryLine, stamp: string) {
  const moves: Move[] = []
  // What could not be restored, a sentence each.
  const warnings: string[] = []
  // Folders that may be empty afterwards, the innermost first.
  const emptied = new Set<string>()
  const aside = freePath(root, `${asidePath}/undo-${stamp}`)
  // Files that an earlier undo has set aside may come back, too.
  const coming = (line.moved ?? []).map(({ from }) => from)
  const kept = freePath(root, `${home}/undone-${stamp}`, coming)
  const created = new Map(line.created?.map(({ path, digest }) => [path, digest]))
  const left = new Set<string>()

  const makeRoom = (path: string) => {
    if (left.has(path) || !isThere(root, path)) return
    left.add(path)
    const isAsWritten = created.has(path) && created.get(path) === digestOfFile(root, path)
    const why = isAsWritten ? (flow.files.areFixed ? 'kept' : 'removed') : 'setAside'
    moves.push({ why, from: path, to: `${why === 'removed' ? aside : kept}/${posix.basename(path)}` })
  }

  for (const path of created.keys()) makeRoom(path)
  for (const moved of line.moved ?? []) {
    const { from, to } = moved
    const changed = changedSince(root, moved)
    if (changed) warnings.push(changed)
    if (!isThere(root, to)) continue
    for (let folder = folderOf(to); folder !== '.ai'; folder = folderOf(folder)) emptied.add(folder)
    makeRoom(from)
    moves.push({ why: 'restored', from: to, to: from })
  }
  for (const { from, to } of movesFor(moves, 'setAside'))
    warnings.push(`${from} had been written since; it is kept as ${to}.`)
  return { moves, warnings, emptied }
}

/** @returns what has become of a file that was moved, as a sentence; undefined if it is there as it was */
function changedSince(root: string, { from, to, digest }: Moved): string | undefined {
  if (!isThere(root, to)) return `${to} is gone, so ${from} could not come back.`
  const isAsMoved = digest === undefined || digest === digestOfFile(root, to)
  return isAsMoved ? undefined : `${to} had been changed since; ${from} is what it has become.`
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
/**
 * Finds the piece of work whose last step is to be undone. Archived work has no folder any more, but can come back.
 *
 * @param asked the name of the piece of work that was typed, if any
 * @throws Failure as `meant` does
 */
export async function workToUndo(
  cli: CommandContext,
  workflow: string,
  asked: string | undefined,
  meant: () => Promise<ChosenWork>,
): Promise<ChosenWork> {
  const found = await attemptAsync(meant)
  const isThere = !(found instanceof Failure) && isFolder(found.work.root, found.work.folder)
  const isGone = found instanceof Failure && ['unknown-work', 'no-work', 'which-work'].includes(found.code)
  const ctx = castContextOf(cli)
  const name = asked ?? cli.options.work ?? (cli.env.SPELL_WORK || undefined)
  const archived =
    isThere || (found instanceof Failure && !isGone) ? undefined : await archivedLast(ctx.root, workflow, name)
  if (archived) return { work: archived, ctx: { ...ctx, texts: textsOf(archived.flow) } }
  if (found instanceof Failure) throw found
  return found
}
