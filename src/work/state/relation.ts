import type { Definition } from '../../engine/definition'
import { exit, Failure } from '../../text/failure'
import { type HistoryLine, parseLine, printLine, transitionToday } from '../history/history-line'
import type { Tail } from '../history/tail'
import type { State } from './state'

/** What a state and its history are to each other. */
export interface Relation {
  /**
   * - `agree`: both end with the same entry, or neither has one
   * - `interrupted`: the history lacks entries of the state; the next writer finishes the step
   * - `older`: the state equals an earlier entry of its history: git has put back an earlier file
   * - `edited`: no entry leads to the state, or it has lost its history
   *
   * An incomplete last line of the history did not happen, so it makes no difference.
   */
  readonly relation: 'agree' | 'interrupted' | 'older' | 'edited'
  /** Entries of state.json that the history lacks, the oldest first; the files of the last may be missing, too. */
  readonly unlogged: readonly HistoryLine[]
  /** Only of an older state: how many entries the history has after its last one. */
  readonly behind?: number
}

/**
 * Tells apart what state and history can be to each other. Every reader and writer of a state decides by this.
 *
 * @param texts the lines of the history; only asked for if its end is none of the state's entries
 * @throws Failure `layout-newer` (unreadable) if one of them is of a newer version
 */
export function relationOf(
  definition: Definition,
  state: State,
  tail: Tail | undefined,
  texts: () => Iterable<string>,
): Relation {
  const unlogged = linesAfter(tail, state.history)
  const newest = state.history.at(-1)
  const isItsEnd = newest === undefined || transitionToday(definition, newest).to === state.current
  if (!isItsEnd || isRelabelled(state)) return { relation: 'edited', unlogged: unlogged ?? [] }
  if (!unlogged) {
    const behind = newest?.digest && linesSince(newest, texts())
    return behind ? { relation: 'older', unlogged: [], behind } : { relation: 'edited', unlogged: [] }
  }
  if (unlogged.some(({ digest }) => digest === undefined)) return { relation: 'edited', unlogged }
  return { relation: unlogged.length > 0 ? 'interrupted' : 'agree', unlogged }
}

/** @returns whether a state file has another layout or table than its last entry */
export const isRelabelled = ({ made, history }: State): boolean =>
  made !== undefined && (made.layout !== history.at(-1)?.layout || made.table !== history.at(-1)?.table)

/** @returns the entries that a history with this end lacks; undefined if they do not follow it */
export function linesAfter(tail: Tail | undefined, lines: readonly HistoryLine[]): readonly HistoryLine[] | undefined {
  if (!tail?.digest) return lines
  const known = lines.findLastIndex(({ digest }) => digest === tail.digest)
  const follows = known >= 0 || lines[0]?.previous === tail.digest
  return follows ? lines.slice(known + 1) : undefined
}

/** How many lines a history has after an entry; undefined if it does not have that. Throws Failure `layout-newer` for one of them. */
function linesSince(line: HistoryLine, texts: Iterable<string>): number | undefined {
  const wanted = printLine(line)
  let since: number | undefined
  for (const text of texts) {
    if (text === wanted) since = 0
    else if (since !== undefined && parseLine(text)) since++
  }
  return since
}

/** @returns by how much a state is older: `1 step older than its history` */
export const olderBy = (behind = 1): string => `${behind} ${behind === 1 ? 'step' : 'steps'} older than its history`

/** @throws Failure `state-older` (unreadable) if a state is older than its history: no step goes on from it */
export function refuseOlder(path: string, { relation, behind }: Relation): void {
  if (relation !== 'older') return
  throw new Failure(exit.unreadable, 'state-older', `${path} is ${olderBy(behind)}.`, 'spell doctor --fix')
}
