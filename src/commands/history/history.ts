import { attempt, Failure } from '../../failure/failure'
import { isRecord } from '../../failure/json'
import { type HistoryLine, parseLine, parseTransition } from '../../store/history/history-line'
import { isOfNewerLayout } from '../../store/history/layout'
import { historyPath } from '../../store/history/paths'
import { lastLinesOf, linesOf } from '../../store/history/text-lines'
import { othersTurn } from '../../store/history/turns'
import { linesAfter, loadState } from '../../store/state/state'
import type { Workflow } from '../../workflows/workflow'

/** One step of the past, taken apart. `time` is ISO 8601 in UTC; the rest is as in the line. */
export interface HistoryEntry
  extends Pick<
    HistoryLine,
    Exclude<keyof HistoryLine, 'timestamp' | 'transition' | 'trigger' | 'layout' | 'table' | 'context' | 'previous'>
  > {
  readonly time: string
  readonly spell: string
  readonly from: string
  readonly to: string
}

/** What is told of a history. */
export interface History {
  /** How many steps there are in all. */
  readonly total: number
  /** The newest of them, the oldest first. */
  readonly entries: readonly HistoryEntry[]
  readonly warnings: readonly string[]
}

/** How many lines are read before others may have their turn: a few milliseconds of work. */
const linesInTurn = 1024

/**
 * Reads the history of the work at hand, a part of it a turn. Lines that only state.json has belong to it; what is no line
 * of ours is left out.
 *
 * @param limit how many of the newest are wanted, all where it is absent. Then only the end of the file is read, if that
 *   is whole: how many there are in all is known by their numbers, and what is wrong further back is not told
 * @throws Failure where the file cannot be read
 */
export async function readHistory(
  root: string,
  workflow: Workflow,
  limit = Number.POSITIVE_INFINITY,
): Promise<History> {
  const path = pathOf(root, workflow)
  const { total, newest, broken, torn } = readEnd(root, path, limit) ?? (await readAll(root, path, limit))
  const others = onlyInState(root, workflow)
  newest.push(...others.map(entryOf))
  return {
    total: total + others.length,
    entries: newest.length > limit ? newest.slice(-limit) : newest,
    warnings: [
      ...(broken.length > 0 ? [warningOf(path, broken)] : []),
      // Where the state has it, it is there whole.
      ...(torn && others.length === 0 ? [`The last line of ${path} was cut off; it is left out.`] : []),
    ],
  }
}

/** Where its history is: of an archive that comes back, where that is as long as its folder has not been moved. */
function pathOf(root: string, workflow: Workflow): string {
  const saved = attempt(() => loadState(root, workflow))
  const place = saved instanceof Failure ? undefined : saved.comesFrom
  return historyPath({ ...workflow, folder: place ?? workflow.folder })
}

/** What was read of a file. */
interface Read {
  readonly total: number
  /** At least those that are wanted, the oldest first. */
  readonly newest: HistoryEntry[]
  /** The numbers of lines that are none of ours. */
  readonly broken: readonly number[]
  readonly torn: boolean
}

/** @returns undefined if the end alone does not say enough */
function readEnd(root: string, path: string, limit: number): Read | undefined {
  const lines = lastLinesOf(root, path, limit)?.map(parseLine)
  if (!lines?.every((line) => line !== undefined)) return undefined
  const [beginning] = linesOf(root, path)
  const first = beginning && parseLine(beginning.text)?.number
  const last = lines.at(-1)?.number
  const follow = lines.every(({ number }, index) => number === (last ?? Number.NaN) - lines.length + 1 + index)
  if (first === undefined || last === undefined || !follow) return undefined
  return { total: last - first + 1, newest: lines.map(entryOf), broken: [], torn: false }
}

async function readAll(root: string, path: string, limit: number): Promise<Read> {
  const newest: HistoryEntry[] = []
  const broken: number[] = []
  let total = 0
  let torn = false
  for (const { number, text, ended } of linesOf(root, path)) {
    const line = ended ? parseLine(text) : undefined
    if (line) {
      total++
      // Not the line: both would be held until all is read.
      newest.push(entryOf(line))
      // Not at every line: taking the first of a list away moves all others.
      if (newest.length > 2 * limit) newest.splice(0, newest.length - limit)
    } else if (ended) broken.push(number)
    else torn = true
    if (number % linesInTurn === 0) await othersTurn()
  }
  return { total, newest, broken, torn }
}

function warningOf(path: string, [first, ...more]: readonly number[]): string {
  const others = more.length === 0 ? 'it is' : `like ${more.length} more it is`
  return `${path} line ${first} is not a line of the history; ${others} left out. Run spell doctor.`
}

/** Lines that the history lacks: of a step that was stopped, or of a state written by hand. */
function onlyInState(root: string, workflow: Workflow): readonly HistoryLine[] {
  const saved = attempt(() => loadState(root, workflow))
  if (isOfNewerLayout(saved)) throw saved
  // A state that cannot be read is no reason not to tell the past.
  return saved instanceof Failure ? [] : (linesAfter(saved.tail, saved.history) ?? [])
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** What is told of a line, and what it must be: what a hand has made into something else is left out. */
const told: readonly (readonly [keyof HistoryEntry & keyof HistoryLine, (value: unknown) => boolean])[] = [
  ['row', isText],
  ['note', isText],
  ['archive', isText],
  ['undoes', isText],
  ['other', isText],
  ['head', isText],
  ['plan', isRecord],
  ['via', Array.isArray],
  ['about', isRecord],
  ['created', Array.isArray],
  ['moved', Array.isArray],
  ['edited', Array.isArray],
  ['number', (value) => typeof value === 'number'],
  ['digest', isText],
]

function entryOf(line: HistoryLine): HistoryEntry {
  const { from, to } = parseTransition(line)
  const entry: Pick<HistoryEntry, 'time' | 'spell' | 'from' | 'to'> & Record<string, unknown> = {
    time: line.timestamp,
    spell: line.trigger.toLowerCase(),
    from,
    to,
  }
  for (const [key, isRight] of told) if (isRight(line[key])) entry[key] = line[key]
  return entry
}
