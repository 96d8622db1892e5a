import { exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { digestOf } from '../disk/digest'
import type { HistoryLine } from '../history/history-line'
import { layout } from '../history/layout'
import { statePath } from '../history/paths'
import { isIntact } from '../history/seal'
import { tableDigest } from '../history/table-digest'
import { contextText } from './context-text'
import { sealingLines } from './sealing-lines'
import { loadState, type Saved, type State, seeStill, versionOf } from './state'

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

/**
 * Looks before anything is decided: nothing goes on from a state or a memory that was changed by hand, if the workflow cannot
 * do without its memory.
 *
 * @returns the state as `loadState` reads it
 * @throws Failure `state-by-hand`, `context-by-hand` (unreadable); as `loadState`
 */
export async function loadSealed(root: string, workflow: Workflow): Promise<Saved> {
  for (;;) {
    const saved = seeStill(root, workflow, () => loadState(root, workflow))
    const failure = await changedByHand(root, workflow, saved)
    if (!failure) return saved
    // Somebody may have made a step meanwhile.
    if (versionOf(root, workflow) === saved.version) throw failure
  }
}

/** @returns what to refuse a step with, of a workflow that cannot do without its memory: what is there no step has left */
export async function changedByHand(root: string, workflow: Workflow, saved: Saved): Promise<Failure | undefined> {
  if (!workflow.rebuild) return undefined
  if (saved.byHand) return byHand(workflow, 'state')
  return (await isAsSealed(root, workflow, saved)) ? undefined : byHand(workflow, 'context')
}

function byHand(workflow: Workflow, what: 'state' | 'context'): Failure {
  const message = `The ${what} in ${statePath(workflow)} was changed by hand: it is not the one that the last step left.`
  return new Failure(exit.unreadable, `${what}-by-hand`, message, 'spell doctor --fix')
}
