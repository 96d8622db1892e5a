import { attempt, Failure } from '../../text/failure'
import { isRecord } from '../../text/json'
import { othersTurn } from '../../work/history/chain'
import { type HistoryFile, historyOf } from '../../work/history/history-file'
import { type HistoryLine, isArchiving, parseLine, parseTransition } from '../../work/history/history-line'
import { isOfNewerLayout } from '../../work/history/layout'
import { isWordSource } from '../../work/history/word-counts'
import type { Work } from '../../work/work'

/** A parsed entry. `time` is ISO 8601 in UTC; everything else is as in the file. */
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

interface History {
  readonly total: number
  /** The newest ones, the oldest first. */
  readonly entries: readonly HistoryEntry[]
  readonly warnings: readonly string[]
}

/** How many lines to read before yielding to other tasks: a few milliseconds of work. */
const linesInTurn = 1024

/** Reads the newest entries, those included that only state.json has, without invalid lines. Yields regularly. */
export async function readHistory(work: Work, limit = Number.POSITIVE_INFINITY): Promise<History> {
  const file = historyOf(work)
  const { total, newest, broken, torn } = await readFile(file, limit)
  const others = onlyInState(work)
  newest.push(...others.map(entryOf))
  return {
    total: total + others.length,
    entries: newest.length > limit ? newest.slice(-limit) : newest,
    warnings: [
      ...(broken.length > 0 ? [warningOf(file.path, broken)] : []),
      // If the state has the entry, it is complete there.
      ...(torn && others.length === 0 ? [`The last line of ${file.path} was cut off; it is left out.`] : []),
    ],
  }
}

/** Reads at least the requested entries, the oldest first, and the numbers of invalid lines. */
async function readFile(file: HistoryFile, limit: number) {
  const newest: HistoryEntry[] = []
  const broken: number[] = []
  let total = 0
  let torn = false
  for (const { number, text, ended } of file.lines()) {
    const line = ended ? parseLine(text) : undefined
    if (line) {
      total++
      // Not the line: both would stay in memory until everything is read.
      newest.push(entryOf(line))
      // Not for every line: removing the first of a list moves all others.
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

/** Entries that the history lacks: of an interrupted step, or of a state written by hand. */
function onlyInState(work: Work): readonly HistoryLine[] {
  const saved = attempt(() => work.saved)
  if (isOfNewerLayout(saved)) throw saved
  // An unreadable state must not hide the history.
  return saved instanceof Failure ? [] : saved.unlogged
}

/** The keys to show, by their types: values that were edited to another type are left out. */
const told: readonly (readonly [(value: unknown) => boolean, ...(keyof HistoryEntry & keyof HistoryLine)[]])[] = [
  [(value) => typeof value === 'number', 'number'],
  [(value) => typeof value === 'string' && value !== '', 'row', 'note', 'archive', 'undoes', 'other', 'head', 'digest'],
  [isWordSource, 'word'],
  [(value) => typeof value === 'string', 'said'],
  [isRecord, 'agreed', 'plan', 'about'],
  [Array.isArray, 'via', 'created', 'moved', 'edited'],
]

function entryOf(line: HistoryLine): HistoryEntry {
  const { from, to } = parseTransition(line)
  const entry: Pick<HistoryEntry, 'time' | 'spell' | 'from' | 'to'> & Record<string, unknown> = {
    time: line.timestamp,
    spell: (isArchiving(line) && line.row ? line.row : line.trigger).toLowerCase(),
    from,
    to,
  }
  for (const [isRight, ...keys] of told) for (const key of keys) if (isRight(line[key])) entry[key] = line[key]
  return entry
}
