import { speakingOf } from '../../proof/consent/commands-at-hand'
import type { Proof } from '../../proof/criteria/standing'
import type { PlanToday } from '../../proof/standing/plan-today'
import { type HistoryLine, parseLine } from '../../work/history/history-line'
import { keptWith } from '../../work/history/kept-histories'
import type { Work } from '../../work/work'
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
        criterion === text && its === commands && (outcome === 'passed' || outcome === 'confirmed'),
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

  const end = (state: string, now: PlanToday | undefined, index: number) =>
    rule.end(state, now, index, fixOf(work, state))
  return { take, end }
}

/** Only an Accio that leads on can agree to something, and nothing of an archive can be passed again. */
function fixOf({ flow, isArchived }: Work, state: string): string | undefined {
  if (isArchived) return undefined
  if (state !== flow.definition.goal)
    return `${speakingOf(flow).look}   # shows the developer what is new; their next word agrees to it`
  return 'spell finite   # add to the plan, or take the tick off that criterion; the next Accio agrees to the criteria'
}
