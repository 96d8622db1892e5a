import { type HistoryLine, transitionToday } from '../../store/history/history-line'
import { foundAgain } from '../doctor/repair'
import type { RuleContext } from './rule-context'
import type { LinePlace } from './rules'

/** A line with which a state that somebody had set by hand was taken over. */
export interface Leap {
  readonly place: LinePlace
  /** As people know the states. */
  readonly from: string
  readonly to: string
}

/**
 * Follows work that cannot do without its context to a state to which no step led. Earlier versions have taken such states
 * over; what was begun anew since owes nothing to it.
 *
 * @returns `take` for each line from the oldest on; then `end` has the last leap that still counts
 */
export function leapRule({ workflow: { definition, rebuild }, title }: RuleContext) {
  let leap: Leap | undefined
  return {
    take(line: HistoryLine, place: LinePlace): void {
      if (!rebuild) return
      const { from, to } = transitionToday(definition, line)
      if (line.trigger === 'Doctor') {
        if (from !== to && line.note !== foundAgain) leap = { place, from: title(from), to: title(to) }
      } else if (line.trigger === 'Start' || to === definition.initial) leap = undefined
    },
    end: (): Leap | undefined => leap,
  }
}
