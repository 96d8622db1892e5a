import { existsSync } from 'node:fs'
import type { Workflow } from '../../workflows/workflow'
import { disk } from '../disk/disk'
import { joinPosix } from '../disk/join-posix'
import { refuseLinks } from '../disk/links'
import { backupPath, nextState } from '../disk/local'
import { timestampOf } from '../disk/stamp'
import { type HistoryLine, transitionToday } from '../history/history-line'
import { historyPath, statePath } from '../history/paths'
import { seal } from '../history/seal'
import { backupsOf } from './backup'
import { replaceState } from './commit'
import { editedContext, isAsSealed, provenanceOf } from './context-seal'
import { complete } from './finish'
import { newestLines } from './sealing-lines'
import { isRelabelled, linesAfter, type Saved } from './state'

/** What the history says of a state that it does not lead to. */
interface Adoption {
  readonly note: string
  /** Whether a context that is not the sealed one is taken, too, though the workflow cannot do without one: a repair found it. */
  readonly isFound?: boolean
}

/**
 * Brings state and history in step where they are not: finishes a step that was stopped on the way, and writes into the
 * history what somebody has done to state.json by hand, so that the walk it tells has no gap. Needs the lock.
 *
 * @param saved what was read
 * @returns whether it was changed by hand
 * @throws Failure where the disk refuses; `context-by-hand` (unreadable) if a workflow that cannot do without its context has
 *   another one than its last line has sealed
 */
export async function settle(
  root: string,
  workflow: Workflow,
  saved: Saved,
  now: Date,
  adoption: Adoption = { note: 'The state was changed by hand.' },
): Promise<boolean> {
  if (saved.archiving) {
    const { archive = '' } = saved.archiving.at(-1) ?? {}
    refuseLinks(root, [workflow.folder, historyPath(workflow), archive])
    complete(root, workflow, saved.archiving)
    return false
  }
  if (saved.isNext) disk.replace(joinPosix(root, nextState(workflow)), joinPosix(root, statePath(workflow)))
  const isEdited = !(await isAsSealed(root, workflow, saved))
  if (isEdited && workflow.rebuild && !adoption.isFound) throw editedContext(workflow)
  const byHand = saved.byHand || isEdited
  if (byHand) {
    const history = await adopted(root, workflow, saved, now, adoption.note, isEdited)
    replaceState(root, workflow, saved, { ...saved, history })
    // Nothing goes back to what no step has left.
    const copy = joinPosix(root, backupPath(backupsOf(root, workflow), saved.history.at(-1)?.number ?? 0))
    if (isEdited && existsSync(copy)) disk.remove(copy)
  } else if (saved.unlogged.length > 0 || saved.tail?.fragment) {
    refuseLinks(root, [historyPath(workflow), ...pathsIn(saved.history.at(-1))])
    complete(root, workflow, saved.history)
  }
  return byHand
}

/** Everything that a step writes or moves. */
const pathsIn = (line: HistoryLine | undefined): string[] => [
  ...(line?.created ?? []).map(({ path }) => path),
  ...(line?.moved ?? []).flatMap(({ from, to }) => [from, to]),
]

/** The lines of the history with those that only state.json has, and one that leads to where it stands. */
async function adopted(
  root: string,
  workflow: Workflow,
  saved: Saved,
  now: Date,
  note: string,
  isEdited: boolean,
): Promise<HistoryLine[]> {
  const missing = linesAfter(saved.tail, saved.history)
  const lines = missing
    ? saved.history.slice(0, saved.history.length - missing.length)
    : newestLines(root, historyPath(workflow))
  for (const line of missing ?? saved.history.filter(({ digest }) => digest === undefined)) {
    const { number: _, previous, digest, ...said } = line
    lines.push(digest && previous === lines.at(-1)?.digest ? line : await seal(said, lines.at(-1)))
  }
  const last = lines.at(-1)
  const from = last ? transitionToday(workflow.definition, last).to : workflow.definition.initial
  const other = missing ? undefined : saved.history.at(-1)?.digest
  if (from === saved.current && missing && !isEdited && !isRelabelled(saved)) return lines
  const line = {
    timestamp: timestampOf(now),
    transition: `${from} → ${saved.current}`,
    trigger: 'Doctor',
    row: 'adopted',
    note,
    // No step tells what was remembered from here on.
    ...(workflow.rebuild && { about: { remembered: saved.context } }),
    ...(other && { other }),
    ...(await provenanceOf(workflow, saved.context)),
  }
  return [...lines, await seal(line, last)]
}
