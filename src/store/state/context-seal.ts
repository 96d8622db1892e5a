import type { Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { digestOf } from '../disk/digest'
import type { HistoryLine } from '../history/history-line'
import { layout } from '../history/layout'
import { statePath } from '../history/paths'
import { isIntact } from '../history/seal'
import { tableDigest } from '../history/table-digest'
import { contextText } from './context-text'
import { sealingLines } from './sealing-lines'
import { type Saved, type State, unreadable } from './state'

/**
 * @param context that the line leads to
 * @returns what every line of ours says of how it was made, and of what the workflow remembers from then on
 */
export async function provenanceOf(
  workflow: Workflow,
  context: State['context'],
): Promise<Pick<HistoryLine, 'layout' | 'table' | 'context'>> {
  const text = contextText(workflow, context)
  return { layout, table: tableDigest(workflow.definition), ...(text && { context: await digestOf(text) }) }
}

/**
 * @returns whether what a workflow remembers is what its last line has sealed; a line of 0.1.0, or one that was written by hand,
 *   seals nothing
 */
export const isAsSealed = async (root: string, workflow: Workflow, saved: Saved): Promise<boolean> =>
  workflow.remembers === undefined || (await isSealedBy(sealingLines(root, workflow, saved), workflow, saved.context))

/** @param lines which have to be whole; the last one seals */
export async function isSealedBy(
  lines: readonly HistoryLine[],
  workflow: Pick<Workflow, 'remembers'>,
  context: State['context'],
): Promise<boolean> {
  const text = contextText(workflow, context)
  if (text === undefined) return true
  for (const line of lines) if (line.digest && !(await isIntact(line))) return false
  const sealed = lines.at(-1)?.context
  return sealed === undefined || sealed === (await digestOf(text))
}

/** @returns what to refuse a step with, of a workflow that cannot do without its memory: what is there no step has left */
export async function changedByHand(root: string, workflow: Workflow, saved: Saved): Promise<Failure | undefined> {
  if (!workflow.rebuild) return undefined
  // First, as what a newer version has written is no change by hand.
  const isSealed = await isAsSealed(root, workflow, saved)
  if (saved.byHand) return byHand(workflow, 'state')
  return isSealed ? undefined : byHand(workflow, 'context')
}

const byHand = (workflow: Workflow, what: 'state' | 'context'): Failure =>
  unreadable(
    `${what}-by-hand`,
    `The ${what} in ${statePath(workflow)} was changed by hand: it is not the one that the last step left.`,
  )
