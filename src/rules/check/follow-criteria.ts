import type { Proof } from '../../proof/criteria/proof'
import { type HistoryLine, parseLine } from '../../work/history/history-line'
import { keptWith } from '../../work/history/kept-histories'
import type { LinePlace } from '../finding'
import type { BaseHistory } from './base'
import type { Checking } from './checking'
import { criteriaRule } from './criteria-rule'
import { spellLines } from './spell-line'

/** Follows the criteria of a piece of work, including those of a history that a repair has set aside. */
export function followCriteria({ work }: Checking, proofs: readonly Proof[], { digests, shared = 0 }: BaseHistory) {
  const { root, flow } = work
  const isShown = (text: string, commands: string) =>
    proofs.some(
      ({ outcome, criterion, commands: its }) =>
        criterion === text && (commands === '' ? outcome === 'confirmed' : outcome === 'passed' && its === commands),
    )
  const rule = criteriaRule(flow, isShown)
  const spellLine = spellLines(flow)

  /** A history that begins with a repair knows nothing of earlier plans; the one that was set aside does. */
  const takeKept = (other: string) => {
    const history = keptWith(root, other)
    // Events before the base are not reported again.
    let index = digests.length > 0 ? -1 : 0
    for (const { number, text } of history?.lines() ?? []) {
      const line = parseLine(text)
      if (line) rule.take(line, spellLine(line), { where: history?.path ?? '', line: number, index }, false)
      if (line?.digest === digests.at(-1)) index = 0
    }
  }

  const take = (line: HistoryLine, place: LinePlace): void => {
    const isRepaired = line.trigger === 'Doctor' && line.other !== undefined && flow.plan !== undefined
    // What the base has was checked before.
    const isOfBase = place.line <= shared
    if (isRepaired && !isOfBase && line.previous === undefined) takeKept(line.other)
    rule.take(line, spellLine(line), place, isRepaired && isOfBase)
  }

  return { take, end: rule.end }
}
