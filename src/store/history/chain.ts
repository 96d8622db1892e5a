import { legalIn, type RecordedTransition } from '../../workflows/legality'
import type { Workflow } from '../../workflows/workflow'
import { type HistoryLine, linesInState, parseLine, parseTransition } from './history-line'
import { historyPath } from './paths'
import { isSealedText, sealLength } from './sealed-text'
import { tableDigest } from './table-digest'
import { linesOf } from './text-lines'
import { othersTurn } from './turns'

/** What was found in a history; of each kind of damage the number of the first line that has it. */
export interface Chain {
  readonly lines: number
  /** The last lines that could be read, the oldest first. */
  readonly newest: readonly HistoryLine[]
  /** A line that is none of ours. */
  readonly broken?: number
  /** A line that was changed, or whose line before was changed or is missing. */
  readonly unchained?: number
  /** What the chain says of it. */
  readonly because?: Break
  /** A step that the table does not allow. */
  readonly illegal?: number
  /** Whether the last line was cut off. */
  readonly torn: boolean
}

/**
 * Why a line does not follow the one before: it was changed, it has no digest at all, lines before it are missing, it stands
 * where it does not belong, or the line before is another one than it was.
 */
export type Break = 'changed' | 'unsealed' | 'missing' | 'misplaced' | 'replaced'

const seal = /^,"digest":"[0-9a-f]{64}"\}$/

/** How many lines are followed before others may have their turn: a few milliseconds of work. */
const linesInTurn = 512

/**
 * Follows a history from its first line to its last, a part of it a turn. Takes the time that reading it takes, and little
 * memory.
 *
 * @param root absolute
 * @param path of the history, relative to the root; that of the work at hand unless told
 * @param each is told of every line that could be read, with its number in the file; a promise is waited for
 * @throws Failure where it cannot be read
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
    // A last line that lacks nothing but its end says all that it has to say.
    const line = ended || isSealedText(text) ? parseLine(text) : undefined
    if (!ended) torn = true
    else if (!line) damage.broken ??= number
    if (!line) continue
    // What was put away may not have come back whole, and a repair goes on with the lines that the state has.
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

/** The first line of all, and the first after work was put away, follow nothing that is here. */
function breakBetween(before: HistoryLine | undefined, line: HistoryLine, text: string): Break | undefined {
  if (!isSealedText(text)) return seal.test(text.slice(-sealLength)) ? 'changed' : 'unsealed'
  if (!before || line.previous === before.digest) return undefined
  const step = (line.number ?? 0) - (before.number ?? 0)
  return step > 1 ? 'missing' : step < 1 ? 'misplaced' : 'replaced'
}

/** @returns whether those lines of a state file that are sealed say what they said then, each following the one before */
export function areWhole(lines: readonly HistoryLine[]): boolean {
  const sealed = lines.filter(({ digest }) => digest !== undefined)
  const follows = (line: HistoryLine, index: number) => index === 0 || line.previous === sealed[index - 1]?.digest
  return sealed.every((line, index) => isSealedText(JSON.stringify(line)) && follows(line, index))
}

/** What the table has to know of a line; named one by one, as a copy of every line would take longer than all the rest. */
function strideOf(
  line: HistoryLine,
  known: readonly HistoryLine[],
  isCutOff: boolean,
  isOfOtherTable: boolean,
): RecordedTransition {
  const { trigger, row, note, archive, layout, undoes } = line
  const undone = undoes && known.find(({ digest }) => digest === undoes)
  const undoneFrom = undone ? parseTransition(undone).from : undefined
  const { from, to } = parseTransition(line)
  return {
    from,
    to,
    trigger,
    row,
    isOfOtherTable,
    note,
    archive,
    layout,
    undoes,
    undoneFrom,
    isCutOff,
  } as RecordedTransition
}
