import { attempt, Failure } from '../../failure/failure'
import { type HistoryLine, isRecord, parseLine, parseTransition } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { linesOf } from '../../store/history/text-lines'
import { linesAfter, loadState } from '../../store/state/state'
import type { Workflow } from '../../workflows/workflow'

/** One step of the past, taken apart. `time` is ISO 8601 in UTC; the rest is as in the line. */
export interface HistoryEntry
  extends Pick<
    HistoryLine,
    'row' | 'via' | 'note' | 'about' | 'archive' | 'undoes' | 'other' | 'head' | 'digest' | 'number'
  > {
  readonly time: string
  readonly spell: string
  readonly from: string
  readonly to: string
  readonly plan?: HistoryLine['plan']
  readonly created?: HistoryLine['created']
  readonly moved?: HistoryLine['moved']
}

/** What is told of a history. */
export interface History {
  /** How many steps there are in all. */
  readonly total: number
  /** The newest of them, the oldest first. */
  readonly entries: readonly HistoryEntry[]
  readonly warnings: readonly string[]
}

/**
 * Reads the history of the work at hand. Lines that only state.json has belong to it; what is no line of ours is left out.
 *
 * @param limit how many of the newest are wanted, all where it is absent
 * @throws Failure where the file cannot be read
 */
export function readHistory(root: string, workflow: Workflow, limit = Number.POSITIVE_INFINITY): History {
  const path = historyPath(workflow)
  const newest: HistoryLine[] = []
  const broken: number[] = []
  let total = 0
  let torn = false
  const add = (line: HistoryLine) => {
    total++
    newest.push(line)
    // Not at every line: taking the first of a list away moves all others.
    if (newest.length > 2 * limit) newest.splice(0, newest.length - limit)
  }

  for (const { number, text, ended } of linesOf(root, path)) {
    const line = ended ? parseLine(text) : undefined
    if (line) add(line)
    else if (ended) broken.push(number)
    else torn = true
  }
  const others = onlyInState(root, workflow)
  for (const line of others) add(line)
  return {
    total,
    entries: newest.slice(-limit).map(entryOf),
    warnings: [
      ...(broken.length > 0 ? [warningOf(path, broken)] : []),
      // Where the state has it, it is there whole.
      ...(torn && others.length === 0 ? [`The last line of ${path} was cut off; it is left out.`] : []),
    ],
  }
}

function warningOf(path: string, [first, ...more]: readonly number[]): string {
  const others = more.length === 0 ? 'it is' : `like ${more.length} more it is`
  return `${path} line ${first} is not a line of the history; ${others} left out. Run spell doctor.`
}

/** Lines that the history lacks: of a step that was stopped, or of a state written by hand. */
function onlyInState(root: string, workflow: Workflow): readonly HistoryLine[] {
  const saved = attempt(() => loadState(root, workflow))
  // A state that cannot be read is no reason not to tell the past.
  return saved instanceof Failure ? [] : (linesAfter(saved.tail, saved.history) ?? [])
}

function entryOf(line: HistoryLine): HistoryEntry {
  const {
    timestamp,
    trigger,
    row,
    via,
    note,
    about,
    archive,
    undoes,
    other,
    head,
    digest,
    number,
    plan,
    created,
    moved,
  } = line
  return {
    time: timestamp,
    spell: trigger.toLowerCase(),
    ...parseTransition(line),
    ...texts({ row, note, archive, undoes, other, head }),
    ...(isRecord(plan) && { plan }),
    ...(Array.isArray(via) && { via }),
    ...(isRecord(about) && { about }),
    ...(Array.isArray(created) && { created }),
    ...(Array.isArray(moved) && { moved }),
    ...(typeof number === 'number' && { number }),
    ...texts({ digest }),
  }
}

/** Leaves out what is not there, and what a hand has made into something else than a text. */
const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
