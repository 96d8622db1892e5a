import { attemptAsync, Failure, ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import { archivedFiles, type FixedFile } from '../state/archived-files'
import { versionOf } from '../state/state'
import type { Work } from '../work'
import { type Chain, followHistory } from './chain'
import { type HistoryLine, historyPath, linesInState, parseLine, transitionToday } from './history-line'
import { readTail } from './tail'
import { linesOf } from './text-lines'

/** A history that was read from its first line to its last. */
export interface Followed {
  readonly history: Chain | Failure
  /** The version of state and history; while it is unchanged, so is the result. */
  readonly mark: string
}

/** @returns whether every entry of a history is valid, unchanged and in place */
export const isWhole = (history: Chain | Failure): history is Chain =>
  !(history instanceof Failure) && history.broken === undefined && history.unchained === undefined

/** @returns a version that changes with every step, even an incomplete one */
export function markOf({ root, flow }: Work): string {
  const tail = ifPossible(() => readTail(root, historyPath(flow)))
  return `${ifPossible(() => versionOf(root, flow))} ${tail?.size}`
}

/** Reads a history as `followHistory` does, yielding regularly so that a server can answer meanwhile. */
export async function follow(
  work: Work,
  each?: (line: HistoryLine, number: number) => void | Promise<void>,
): Promise<Followed> {
  const { root, flow } = work
  const mark = markOf(work)
  return { mark, history: await attemptAsync(() => followHistory(root, flow, historyPath(flow), each)) }
}

/** The same, with the artifacts of a workflow that keeps them. */
export async function followArtifacts(
  work: Work,
): Promise<
  Followed & { readonly artifacts: readonly (FixedFile & { readonly where: string; readonly line: number })[] }
> {
  const { flow } = work
  const files = archivedFiles<{ where: string; line: number }>(flow)
  const where = historyPath(flow)
  const take = (entry: HistoryLine, line: number) => files.take(entry, { where, line })
  const followed = await follow(work, flow.files.areFixed ? take : undefined)
  return { ...followed, artifacts: files.end().filter(({ isArtifact }) => isArtifact) }
}

/**
 * @returns whether entries before the first one are missing: a history begins at the initial state, by archiving work
 *   whose first state a hand wrote, or with a repair
 */
export function beginsMidway(root: string, workflow: Workflow, first: HistoryLine): boolean {
  return !isBeginning(workflow, first) && !wasRepaired(root, historyPath(workflow))
}

/** @returns whether an entry can be the first of an unrepaired history */
export function isBeginning({ definition }: Workflow, line: HistoryLine): boolean {
  const { trigger, previous } = line
  if (trigger === 'Doctor') return true
  return previous === undefined && (trigger === 'New' || transitionToday(definition, line).from === definition.initial)
}

/** A repair that could not keep the history starts a new one with the entries of the state, and says so. */
function wasRepaired(root: string, path: string): boolean {
  for (const { number, text } of linesOf(root, path)) {
    if (number > linesInState + 1) return false
    if (parseLine(text)?.trigger === 'Doctor') return true
  }
  return false
}
