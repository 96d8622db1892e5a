import { attempt, Failure } from '../../failure/failure'
import { type HistoryLine, parseLine } from '../../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../work/history/known-criteria'
import { historyPath } from '../../work/history/paths'
import { linesOf } from '../../work/history/text-lines'
import { keptWith } from '../doctor/kept-histories'
import { isSettlement } from '../doctor/side-work'
import type { BaseHistory } from './base'
import type { PieceToCheck } from './check-piece'
import { criteriaRule } from './criteria-rule'
import { joinedBranches } from './joined'
import { proofsOfPiece } from './proof-rule'
import type { LinePlace } from './rules'
import { spellLines } from './spell-line'

/**
 * Follows the criteria of a piece of work, including those of merged branches and of a history that a repair has set
 * aside.
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
  const hasJoined = joinedBranches(asked)
  const { digests, shared = 0 } = base

  const take = (line: HistoryLine, place: LinePlace): void | Promise<void> => {
    const { trigger, other, previous } = line
    const spell = spellLine(line)
    if (trigger !== 'Doctor' || !other || !workflow.plan) return rule.take(line, spell, place, false)
    const isHere = place.where === historyPath(workflow)
    // What the base has was checked before.
    if (isHere && place.line <= shared && !isSettlement(line)) return rule.take(line, spell, place, true)
    return (async () => {
      const beginsAnew = previous === undefined
      if (beginsAnew && isHere) await takeKept(other)
      const isJoined = !beginsAnew && (await hasJoined(other))
      if (isJoined !== true || !isSettlement(line)) return rule.take(line, spell, place, isJoined)
      // The side that continues has its own plan; changes may come from the other side's.
      const plan = planAt(other)
      if (plan) rule.join(plan)
      rule.take(line, spell, place, false)
    })()
  }

  /** The last plan of a kept side. */
  const planAt = (other: string): KnownCriteria | undefined => {
    const where = keptWith(root, other)
    let known: KnownCriteria | undefined
    for (const { text } of where === undefined ? [] : linesOf(root, where)) {
      const line = parseLine(text)
      if (line?.plan) known = criteriaAfter(known, line.plan)
    }
    return known
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
