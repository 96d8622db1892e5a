import { notPlain, onDisk } from '../../disk/disk-failure'
import { joinPosix, nextState } from '../../disk/local'
import { isUtf8, readSeen, readText } from '../../disk/read'
import { statOf } from '../../disk/stat'
import type { Context } from '../../engine/definition'
import { rowsOn } from '../../engine/place'
import { attempt, Failure, ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import { effectiveSteps } from '../history/effective-steps'
import { type HistoryLine, historyPath, isArchiving, printLine, statePath } from '../history/history-line'
import { readTail, type Tail } from '../history/tail'
import { linesOf } from '../history/text-lines'
import { linesAfter, type Relation, relationOf } from './relation'
import { conflict, hasMarker, keyOf, parseState, unreadable } from './state-document'

export interface State {
  /** With several regions: the state of each, joined as in the engine. */
  readonly current: string
  readonly context: Context
  readonly history: readonly HistoryLine[]
  /** The layout and table in the file. They count only if its last entry has them, too: one written by hand has none. */
  readonly made?: { readonly layout: unknown; readonly table: unknown }
  /** The digest of the newest proof; absent before the first one. */
  readonly proof?: string | undefined
  /** Foreign keys; they are kept. */
  readonly rest: object
}

/** The state of a workflow, as read from its folder. */
export interface Saved extends State, Relation {
  /** Identifies the state file as read; changes when it is replaced. Empty if there is none. */
  readonly version: string
  readonly tail?: Tail
  /** Whether the state was changed without an entry for it: the relation is `edited`. */
  readonly byHand: boolean
  /** A piece of work whose last entry archives it, until its folder has been moved. */
  readonly archiving?: State
  /** Whether an archive is being restored, and its new state is still in `next/`. */
  readonly isNext?: boolean
  /** The archive's folder with the files, until it has been moved back. */
  readonly comesFrom?: string
}

/**
 * Reads the state of a workflow, and only the end of its history, so that a long one costs nothing.
 *
 * @returns the initial state if there is neither a state nor a history
 * @throws Failure (unreadable) `state-unreadable` with the reason, `state-removed` if only the history is left,
 *   `history-unreadable` if that does not end with a valid entry
 */
export function loadState(root: string, workflow: Workflow, mark = versionOf(root, workflow)): Saved {
  const written = mark === '' ? undefined : readState(root, statePath(workflow), readSeen)
  const tail = readEnd(root, historyPath(workflow))
  if (tail && tail.digest === undefined) refuseMarkers(root, historyPath(workflow))
  if (written === undefined && tail !== undefined) {
    throw unreadable('state-removed', `${statePath(workflow)} has been removed, but its history is still there.`)
  }
  const text = textByHand(root, workflow, written)
  const saved =
    text === undefined
      ? { ...initialState(workflow), ...untouched, version: mark }
      : { ...compare(root, presentState(text, workflow), tail, workflow), version: mark }
  if (!canGiveWay(saved)) return saved
  const last = saved.history.at(-1)
  const isArchive = last !== undefined && isArchiving(last)
  const back = comingBack(root, workflow, isArchive ? last.digest : undefined)
  if (back) return { ...saved, ...back }
  if (!isArchive) return saved
  return { ...initialState(workflow), ...untouched, version: mark, archiving: saved }
}

/** Of a workflow that reads what was written by hand: its other file, or a state without `current_state`. */
function textByHand(root: string, { memory, folder }: Workflow, written: string | undefined): string | undefined {
  const byHand = memory.byHand
  if (!byHand || (written !== undefined && /"(current_state|layout)"/.test(written))) return written
  const text = written ?? readState(root, `${folder}/${byHand.file}`)
  return text && byHand.read(text)
}

/** @returns whether a piece of work has begun, and is not being archived */
export function hasBegun({ definition }: Workflow, { current, history }: State): boolean {
  const last = history.at(-1)
  return last ? !isArchiving(last) : current !== definition.initial
}

const untouched = { relation: 'agree', unlogged: [], byHand: false } as const

/** Whether an archive may be restored here: over another archive, or over work without a step in effect. */
function canGiveWay({ history, relation }: Saved): boolean {
  const last = history.at(-1)
  return (
    ['agree', 'interrupted'].includes(relation) && ((last && isArchiving(last)) || effectiveSteps(history).length === 0)
  )
}

/**
 * The new state of an archive that is being restored, once it is completely written; `here` is the last digest of the
 * archive that lies in the workflow's folder.
 */
function comingBack(
  root: string,
  workflow: Workflow,
  here: string | undefined,
): (State & Pick<Saved, 'tail' | 'unlogged' | 'isNext' | 'comesFrom'>) | undefined {
  const text = ifPossible(() => readText(root, nextState(workflow)))
  const next = text === undefined ? undefined : ifPossible(() => parseState(text, workflow))
  if (!next) return undefined
  const [archiving, back] = next.history.slice(-2)
  if (!archiving?.archive || !isArchiving(archiving) || back?.undoes !== archiving.digest) return undefined
  const unlogged = next.history.slice(-1)
  if (archiving.digest === here) return { ...next, unlogged, isNext: true }
  const tail = readEnd(root, `${archiving.archive}/history.jsonl`)
  if (!tail || tail.digest !== archiving.digest) return undefined
  return { ...next, tail, unlogged, isNext: true, comesFrom: archiving.archive }
}

/** As `parseState`; also throws if its regions exclude each other, when even a look is refused. */
export function presentState(text: string, workflow: Workflow): State {
  const { kept } = workflow
  if (kept?.damage) throw kept.damage
  const state = parseState(text, workflow)
  kept?.refuse(state.context)
  if (rowsOn(workflow.definition, state.current, workflow.look).length > 0) return state
  throw unreadable('state-unreadable', `${statePath(workflow)} names ${keyOf(workflow)} that exclude each other.`)
}

/** @returns the state that was read before if it has not changed, otherwise the result of `loadState` */
export function reloadState(
  root: string,
  workflow: Workflow,
  read?: Saved,
  version = versionOf(root, workflow),
): Saved {
  return read?.version === version && !canGiveWay(read) ? read : loadState(root, workflow, version)
}

export const initialState = ({ definition }: Workflow): State => ({
  current: definition.initial,
  context: {},
  history: [],
  rest: {},
})

/**
 * @returns a version that changes with the state file: two looks with the same version saw the same state; empty without one
 * @throws Failure (unreadable) `state-unreadable` if something else has its name
 */
export const versionOf = (root: string, workflow: Workflow): string =>
  reading('state-unreadable', () => versionAt(root, statePath(workflow)))

const versionAt = (root: string, path: string): string =>
  onDisk('read', path, () => {
    const stat = statOf(joinPosix(root, path))
    if (stat && !stat.isFile()) throw notPlain(stat)
    return stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
  })

function readState(root: string, path: string, read = readText): string | undefined {
  const text = reading('state-unreadable', () => read(root, path))
  // Writing such a text back would lose its invalid bytes, which appear as this character.
  if (text?.includes('\uFFFD') && !isUtf8(root, path)) {
    throw unreadable('state-unreadable', `${path} is not plain UTF-8.`)
  }
  return text
}

const readEnd = (root: string, path: string) => reading('history-unreadable', () => readTail(root, path))

/** A folder or a huge file is no state file of ours; a missing permission says nothing about the file. */
function reading<T>(code: string, read: () => T): T {
  const found = attempt(read)
  if (!(found instanceof Failure)) return found
  throw ['not-a-file', 'too-large'].includes(found.code) ? unreadable(code, found.message) : found
}

/** Reads while another process may write: the look, given the version, is repeated if the state file has changed meanwhile. */
export function seeStill<T>(root: string, workflow: Workflow, look: (version: string) => T): T {
  for (;;) {
    const mark = markOf(root, workflow)
    try {
      const seen = look(mark.startsWith('next ') ? '' : mark)
      if (markOf(root, workflow) === mark) return seen
    } catch (error) {
      if (markOf(root, workflow) === mark) throw error
    }
  }
}

/** Without a state, one that is being restored counts; its version differs from the final one. */
function markOf(root: string, workflow: Workflow): string {
  const version = versionOf(root, workflow)
  return version === '' ? `next ${ifPossible(() => versionAt(root, nextState(workflow)))}` : version
}

function compare(root: string, state: State, tail: Tail | undefined, workflow: Workflow): Omit<Saved, 'version'> {
  const path = historyPath(workflow)
  if (tail && !isOurs(tail, linesAfter(tail, state.history)?.[0]))
    throw unreadable('history-unreadable', `${path} does not end with a line of ours.`)
  const relation = relationOf(workflow.definition, state, tail, () => completeLines(root, path))
  return { ...state, ...relation, byHand: relation.relation === 'edited', ...(tail && { tail }) }
}

function* completeLines(root: string, path: string): Generator<string> {
  for (const { text, ended } of linesOf(root, path)) if (ended) yield text
}

/** The beginning of every entry that spell writes. */
const beginning = '{"timestamp":"'

/** Whether a history ends with an entry of ours, or with an incomplete one. */
const isOurs = ({ size, digest, fragment }: Tail, next: HistoryLine | undefined): boolean =>
  (digest !== undefined || size === fragment.length) &&
  (beginning.startsWith(fragment.slice(0, beginning.length)) ||
    (next !== undefined && Buffer.from(printLine(next)).toString('latin1').startsWith(fragment)))

function refuseMarkers(root: string, path: string): void {
  if (hasMarker(reading('history-unreadable', () => readText(root, path)) ?? '')) throw conflict(path)
}
