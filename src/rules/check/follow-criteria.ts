import { attempt, Failure } from '../../failure/failure'
import { type HistoryLine, parseLine } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import { linesOf } from '../../work/history/text-lines'
import type { BaseHistory } from './base'
import type { PieceToCheck } from './check-piece'
import { criteriaRule } from './criteria-rule'
import { keptWith } from './kept-histories'
import { proofsOfPiece } from './proof-rule'
import type { LinePlace } from './rules'
import { spellLines } from './spell-line'

/**
 * Follows the criteria of a piece of work, including those of a history that a repair has set aside.
 *
 * @param base the base history that it continues
 * @returns `take`, called for each entry from the oldest on, whose promise must be awaited; and `end`, which returns
 *   the violations
 */
export function followCriteria(asked: PieceToCheck, base: BaseHistory = { path: '', digests: [] }) {
  const { root, piece } = asked
  const { workflow } = piece
  const log = attempt(() => proofsOfPiece(root, piece))
  const proofs = log instanceof Failure ? [] : log.proofs
  const isProven = (text: string, commands: string) =>
    proofs.some((proof) => proof.outcome === 'passed' && proof.criterion === text && proof.commands === commands)
  const rule = criteriaRule(workflow, isProven)
  const spellLine = spellLines(workflow)
  const { digests, shared = 0 } = base

  const take = (line: HistoryLine, place: LinePlace): void | Promise<void> => {
    const { trigger, other, previous } = line
    const spell = spellLine(line)
    const isHere = place.where === historyPath(workflow)
    const isOfBase = isHere && place.line <= shared
    const isRepaired = trigger === 'Doctor' && other !== undefined && workflow.plan !== undefined
    // What the base has was checked before.
    if (!isRepaired || isOfBase || previous !== undefined) return rule.take(line, spell, place, isRepaired && isOfBase)
    return (async () => {
      if (isHere) await takeKept(other)
      rule.take(line, spell, place, false)
    })()
  }

  /** A history that begins with a repair knows nothing of earlier plans; the one that was set aside does. */
  const takeKept = async (other: string) => {
    const where = keptWith(root, other)
    if (where === undefined) return
    // Events before the base are not reported again.
    let index = digests.length > 0 ? -1 : 0
    for (const { number, text } of linesOf(root, where)) {
      const line = parseLine(text)
      if (line) await take(line, { where, line: number, index })
      if (line?.digest === digests.at(-1)) index = 0
    }
  }

  return { take, end: rule.end }
}
