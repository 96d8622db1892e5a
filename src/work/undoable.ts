import { isGone } from '../engine/place'
import { exit, Failure } from '../text/failure'
import { effectiveSteps } from './history/effective-steps'
import { type HistoryLine, isSettlement, transitionToday } from './history/history-line'
import { beginningOf } from './history/work-id'
import { type ArchivedWork, lastArchived } from './state/archive'
import { inFolder } from './state/archived-files'
import { readBackup } from './state/backup'
import { initialState, type State } from './state/state'
import type { Work } from './work'

interface StepBack {
  readonly line: HistoryLine
  readonly before: State
}

/**
 * @returns the step to undo next; in work without one, the archive before it
 * @throws Failure (notPossible) `nothing-to-undo`, or `cannot-undo` if the previous state is unknown
 */
export function whatToUndo(work: Work): StepBack | ArchivedWork {
  const { root, flow, saved } = work
  const isNew = effectiveSteps(saved.history).length === 0 && !saved.byHand
  return (isNew ? lastArchived(root, flow) : undefined) ?? stepBack(work)
}

function stepBack({ root, flow, saved, name, isOneOfSeveral }: Work): StepBack {
  if (saved.byHand) throw impossible('cannot-undo', 'The state was changed by hand, so the step before it is unknown.')
  const [last] = effectiveSteps(saved.history)
  const line = last && inFolderNow({ root, flow, saved }, last)
  // Without the definition that it keeps, work of a workflow of the repository is none.
  const isBeginning = flow.kept && line?.row === 'begin'
  if (!line || isBeginning)
    throw impossible('nothing-to-undo', 'There is no step here to take back.', flow.entry.look(name, isOneOfSeveral))
  const { number, previous, trigger } = line
  const { from } = transitionToday(flow.definition, line)
  if (isGone(flow.definition, from))
    throw impossible('cannot-undo', 'The workflow has no more the state that the last step led from.')
  if (isSettlement(line))
    throw impossible('cannot-undo', 'The last step settled a merge; git keeps both sides of it.', again)
  if (trigger === 'Doctor')
    throw impossible('cannot-undo', 'The last step was a repair, and what was before cannot be trusted.')
  const before = number === undefined ? undefined : readBackup(root, flow, number - 1)
  // The backup with that number may be of another history, if the user has moved files.
  if (before?.current === from && before.history.at(-1)?.digest === previous) return { line, before }
  // Before the very first step there was no state file.
  if (number === 1 && from === flow.definition.initial) return { line, before: initialState(flow) }
  throw impossible('cannot-undo', 'The state before the last step is not kept here any more.')
}

function inFolderNow({ root, flow, saved }: Pick<Work, 'root' | 'flow' | 'saved'>, line: HistoryLine): HistoryLine {
  const here = inFolder(flow)
  const first = beginningOf(root, flow, saved.history)
  for (const named of [...(first ? [first] : []), ...saved.history]) here(named)
  return here(line)
}

const again =
  'git log --oneline -- .ai   # to take the other side: merge again from the commit before, and settle with it'

export const impossible = (
  code: string,
  message: string,
  fix = 'git log -- .ai   # git may have what was before',
): Failure => new Failure(exit.notPossible, code, message, fix)
