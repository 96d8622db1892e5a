import { digestOf } from '../../disk/digest'
import { readOpened } from '../../disk/read'
import type { Context } from '../../engine/definition'
import type { Failure } from '../../text/failure'
import { inOrder } from '../../text/json'
import type { Workflow } from '../../workflow/flow'
import { isIntact } from '../history/entry-digest'
import { type HistoryLine, historyPath, parseLine, statePath } from '../history/history-line'
import { layout } from '../history/layout'
import { tableDigest } from '../history/table-digest'
import { linesAfter } from './relation'
import type { Saved, State } from './state'
import { unreadable } from './state-document'

/** @returns the keys of every entry that record the layout, the table, and the digest of the context after it */
export function provenanceOf(
  workflow: Workflow,
  context: State['context'],
): Pick<HistoryLine, 'layout' | 'table' | 'context'> {
  const text = contextText(workflow, context)
  return { layout, table: tableDigest(workflow.definition), ...(text && { context: digestOf(text) }) }
}

/** @returns whether the context is the one of which the last entry has the digest; one written by hand has none */
export const isContextIntact = (root: string, workflow: Workflow, saved: Saved): boolean =>
  isContextOf(digestLines(root, workflow, saved), workflow, saved.context)

/** @param lines which must be intact; the last one has the digest */
export function isContextOf(
  lines: readonly HistoryLine[],
  workflow: Pick<Workflow, 'memory'>,
  context: State['context'],
): boolean {
  const text = contextText(workflow, context)
  if (text === undefined) return true
  if (lines.some((line) => line.digest && !isIntact(line))) return false
  const digest = lines.at(-1)?.context
  return digest === undefined || digest === digestOf(text)
}

/** @returns the failure that refuses a step of a workflow whose context matters, if it was changed by hand */
export function changedByHand(root: string, workflow: Workflow, saved: Saved): Failure | undefined {
  if (!workflow.memory.rebuild) return undefined
  // First, as a state of a newer version is no manual change.
  const isSealed = isContextIntact(root, workflow, saved)
  if (saved.byHand) return byHand(workflow, 'state')
  return isSealed ? undefined : byHand(workflow, 'context')
}

const byHand = (workflow: Workflow, what: 'state' | 'context'): Failure =>
  unreadable(
    `${what}-by-hand`,
    `The ${what} in ${statePath(workflow)} was changed by hand: it is not the one that the last step left.`,
  )

/**
 * @returns the entries that must be intact for the last one to be trusted: the last one of the state, with all those
 *   that the history lacks; if the state does not follow its history, the last one of the history, if any
 */
export function digestLines(
  root: string,
  workflow: Workflow,
  { tail, history, relation }: Saved,
): readonly HistoryLine[] {
  const missing = relation === 'older' ? [] : linesAfter(tail, history)
  return missing ? history.slice(-Math.max(missing.length, 1)) : newestLines(root, historyPath(workflow)).slice(-1)
}

/** In bytes; longer than fifty entries. */
const maxFragmentBytes = 1024 * 1024

/** @returns the last entries of a history, the oldest first; invalid lines are left out */
export const newestLines = (root: string, path: string): HistoryLine[] =>
  readOpened(root, path, (size, bytesAt) => {
    const bytes = bytesAt(Math.max(size - maxFragmentBytes, 0), Math.min(size, maxFragmentBytes))
    const lines = bytes.toString().trimEnd().split('\n').slice(-50)
    return lines.flatMap((line) => parseLine(line) ?? [])
  }) ?? []

/** @returns the text of a context of which an entry has the digest: JSON of the workflow's own keys, sorted; undefined if it has none */
export function contextText({ memory: { keys } }: Pick<Workflow, 'memory'>, context: Context): string | undefined {
  if (keys.length === 0) return undefined
  const ours = Object.entries(context).filter(([key]) => keys.includes(key))
  return JSON.stringify(inOrder(Object.fromEntries(ours)))
}

/** @returns whether a context has any of the workflow's own keys */
export const remembersIn = ({ memory: { keys } }: Workflow, context: Context): boolean =>
  keys.some((key) => context[key] !== undefined)
