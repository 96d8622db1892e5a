import { readText } from '../../disk/read'
import type { Workflow } from '../../flows/flow'
import { type HistoryLine, isDigest } from '../../work/history/history-line'
import { beginningOf, workIdOf } from '../../work/history/work-id'
import { faultText, proofsPath, readProofs } from '../../work/proof-log'
import type { Saved } from '../../work/state/state'

/** A repair by `--fix`, after which the history need not name what was there before. */
export const isRepair = ({ trigger, row }: HistoryLine): boolean => trigger === 'Doctor' && row === 'adopted'

/** @returns the digest of the last proof when a step was made, as its entry names it */
export function namedBy({ plan, about }: HistoryLine): string | undefined {
  const named = plan?.proofs ?? about?.proofs
  return isDigest(named) ? named : undefined
}

const logOf = (root: string, workflow: Workflow, { history }: Pick<Saved, 'history'>) => {
  const first = beginningOf(root, workflow, history)
  return readProofs(root, workflow, first && workIdOf(first))
}

/**
 * @returns what is wrong with the proofs of a piece of work, a sentence, and the line that it is about, if there is one;
 *   undefined if nothing is wrong
 * @throws Failure if they cannot be read
 */
export function brokenProofs(
  root: string,
  workflow: Workflow,
  saved: Pick<Saved, 'history'>,
): { readonly message: string; readonly line?: number } | undefined {
  if (!workflow.plan?.proving && !workflow.provable) return undefined
  const { proofs, fault } = logOf(root, workflow, saved)
  const path = proofsPath(workflow)
  if (fault) {
    const { line, because } = fault
    return { message: `${path} line ${line} ${faultText[because]}; it and those after it do not count.`, line }
  }
  const since = saved.history.slice(saved.history.findLastIndex(isRepair) + 1)
  const last = since.map(namedBy).findLast((digest) => digest !== undefined)
  const isThere = last === undefined || proofs.some(({ digest }) => digest === last)
  return isThere ? undefined : { message: `${path} has lost a proof that the history names.` }
}

/** @returns the lines of the proofs that count. Throws Failure if they cannot be read */
export function soundProofs(root: string, workflow: Workflow, saved: Pick<Saved, 'history'>): string {
  const { proofs } = logOf(root, workflow, saved)
  const lines = (readText(root, proofsPath(workflow)) ?? '').split(/\r?\n/).slice(0, proofs.length)
  return lines.map((line) => `${line}\n`).join('')
}
