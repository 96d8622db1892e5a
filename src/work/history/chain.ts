import type { Workflow } from '../../workflow/flow'
import { legalIn, type RecordedTransition } from '../../workflow/legality'
import { digestEndLength, endsWithDigest } from './entry-digest'
import { type HistoryLine, historyPath, linesInState, parseLine, parseTransition } from './history-line'
import { tableDigest } from './table-digest'
import { linesOf } from './text-lines'

/** The result of checking a history; for each kind of damage the number of the first line that has it. */
export interface Chain {
  readonly lines: number
  /** The last readable entries, the oldest first. */
  readonly newest: readonly HistoryLine[]
  /** A line that is no entry. */
  readonly broken?: number
  /** An entry that was changed, or whose predecessor was changed or is missing. */
  readonly unchained?: number
  readonly because?: Break
  /** A transition that the table does not allow. */
  readonly illegal?: number
  readonly torn: boolean
}

/**
 * Why an entry does not follow the previous one: it was changed, it has no digest, entries before it are missing, it is
 * in the wrong place, or the previous one was replaced.
 */
export type Break = 'changed' | 'unsealed' | 'missing' | 'misplaced' | 'replaced'

const digestEnd = /^,"digest":"[0-9a-f]{64}"\}$/

/** How many lines to read before yielding to other tasks: a few milliseconds of work. */
const linesInTurn = 512

/**
 * Reads a history from the first line to the last, yielding regularly. Linear in time, with little memory.
 *
 * @param path of the history (default: that of the current work)
 * @param each called with every readable entry and its line number; a promise is awaited
 */
export async function followHistory(
  root: string,
  workflow: Workflow,
  path = historyPath(workflow),
  each: (line: HistoryLine, number: number) => void | Promise<void> = () => {},
): Promise<Chain> {
  const isLegal = legalIn(workflow)
  const table = tableDigest(workflow.definition)
  const newest: HistoryLine[] = []
  const damage: { broken?: number; unchained?: number; because?: Break; illegal?: number } = {}
  let lines = 0
  let torn = false
  let before: HistoryLine | undefined
  let ledTo: string | undefined
  let isCutOff = false
  for (const { number, text, ended } of linesOf(root, path)) {
    lines = number
    if (number % linesInTurn === 0) await othersTurn()
    // A last line with its digest that lacks only its line ending is complete.
    const line = ended || endsWithDigest(text) ? parseLine(text) : undefined
    if (!ended) torn = true
    else if (!line) damage.broken ??= number
    if (!line) continue
    // An archive may come back incomplete, and a repair continues with the entries of the state.
    if (!before) isCutOff = line.previous !== undefined
    const because = breakBetween(before, line, text)
    if (because && damage.unchained === undefined) Object.assign(damage, { unchained: number, because })
    const stride = strideOf(line, newest, isCutOff && lines <= linesInState, line.table !== table)
    if (!isLegal(stride, ledTo)) damage.illegal ??= number
    ledTo = stride.to
    before = line
    const waiting = each(line, number)
    if (waiting) await waiting
    newest.push(line)
    if (newest.length > 2 * linesInState) newest.splice(0, newest.length - linesInState)
  }
  return { lines, newest: newest.slice(-linesInState), ...damage, torn }
}

/** The first entry has no predecessor here. */
function breakBetween(before: HistoryLine | undefined, line: HistoryLine, text: string): Break | undefined {
  if (!endsWithDigest(text)) return digestEnd.test(text.slice(-digestEndLength)) ? 'changed' : 'unsealed'
  if (!before || line.previous === before.digest) return undefined
  const step = (line.number ?? 0) - (before.number ?? 0)
  return step > 1 ? 'missing' : step < 1 ? 'misplaced' : 'replaced'
}

/** @returns whether the entries of a state file that have a digest are unchanged and chained */
export function areWhole(lines: readonly HistoryLine[]): boolean {
  const digested = lines.filter(({ digest }) => digest !== undefined)
  const follows = (line: HistoryLine, index: number) => index === 0 || line.previous === digested[index - 1]?.digest
  return digested.every((line, index) => endsWithDigest(JSON.stringify(line)) && follows(line, index))
}

/** The fields that the table needs; spreading every entry would take longer than everything else. */
function strideOf(
  line: HistoryLine,
  known: readonly HistoryLine[],
  isCutOff: boolean,
  isOfOtherTable: boolean,
): RecordedTransition {
  const { trigger, row, note, archive, undoes } = line
  const undone = undoes && known.find(({ digest }) => digest === undoes)
  const undoneFrom = undone ? parseTransition(undone).from : undefined
  const { from, to } = parseTransition(line)
  return { from, to, trigger, row, isOfOtherTable, note, archive, undoes, undoneFrom, isCutOff } as RecordedTransition
}

/** Yields to other tasks. Long loops call it now and then, so that a server can answer meanwhile. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
