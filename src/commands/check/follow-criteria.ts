import { type HistoryLine, parseLine } from '../../store/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../store/history/known-criteria'
import { historyPath } from '../../store/history/paths'
import { linesOf } from '../../store/history/text-lines'
import { keptWith } from '../doctor/kept-histories'
import { isSettlement } from '../doctor/side-work'
import type { BaseHistory } from './base'
import type { PieceToCheck } from './check-piece'
import { criteriaRule } from './criteria-rule'
import { joinedBranches } from './joined'
import type { LinePlace } from './rules'
import { spellLines } from './spell-line'

/**
 * Follows the criteria of a piece of work, also over the branches that it has joined, and over a history that a repair has
 * set aside.
 *
 * @param base the history of the base which it goes on from
 * @returns `take` for each line from the oldest on, whose promise has to be waited for; then `end` has what is wrong
 */
export function followCriteria(asked: PieceToCheck, base: BaseHistory = { path: '', digests: [] }) {
  const { root, piece } = asked
  const { workflow } = piece
  const rule = criteriaRule(workflow)
  const spellLine = spellLines(workflow)
  const hasJoined = joinedBranches(asked)
  const { digests, shared = 0 } = base

  const take = (line: HistoryLine, place: LinePlace): void | Promise<void> => {
    const { trigger, other, previous } = line
    const spell = spellLine(line)
    if (trigger !== 'Doctor' || !other || !workflow.plan) return rule.take(line, spell, place, false)
    const isHere = place.where === historyPath(workflow)
    // What the base has was asked about then.
    if (isHere && place.line <= shared && !isSettlement(line)) return rule.take(line, spell, place, true)
    return (async () => {
      const beginsAnew = previous === undefined
      if (beginsAnew && isHere) await takeKept(other)
      const isJoined = !beginsAnew && (await hasJoined(other))
      if (isJoined !== true || !isSettlement(line)) return rule.take(line, spell, place, isJoined)
      // The side that goes on has its own plan; what that of the other says may come from there.
      const plan = planAt(other)
      if (plan) rule.join(plan)
      rule.take(line, spell, place, false)
    })()
  }

  /** The last plan of a side that was kept. */
  const planAt = (other: string): KnownCriteria | undefined => {
    const where = keptWith(root, other)
    let known: KnownCriteria | undefined
    for (const { text } of where === undefined ? [] : linesOf(root, where)) {
      const line = parseLine(text)
      if (line?.plan) known = criteriaAfter(known, line.plan)
    }
    return known
  }

  /** A history that begins with a repair knows nothing of before; the one that was set aside does. */
  const takeKept = async (other: string) => {
    const where = keptWith(root, other)
    if (where === undefined) return
    // What happened before the base is not told again.
    let index = digests.length > 0 ? -1 : 0
    for (const { number, text } of linesOf(root, where)) {
      const line = parseLine(text)
      if (line) await take(line, { where, line: number, index })
      if (line?.digest === digests.at(-1)) index = 0
    }
  }

  return { take, end: rule.end }
}
