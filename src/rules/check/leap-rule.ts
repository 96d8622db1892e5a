import { type HistoryLine, transitionToday } from '../../work/history/history-line'
import { foundAgain } from '../doctor/repair'
import type { LinePlace } from '../finding'
import type { Checking } from './checking'

/** An entry that adopted a state set by hand. */
export interface Leap {
  readonly place: LinePlace
  /** The titles of the states. */
  readonly from: string
  readonly to: string
}

/**
 * In a workflow that depends on its context, finds a state that no step led to. Earlier versions adopted such states;
 * work that was restarted since is not affected.
 *
 * @returns `take`, called for each entry from the oldest on; and `end`, which returns the last leap that still counts
 */
export function leapRule({ work, title }: Checking) {
  const { definition, recovery } = work.flow
  let leap: Leap | undefined
  return {
    take(line: HistoryLine, place: LinePlace): void {
      if (!recovery?.rebuild) return
      const { from, to } = transitionToday(definition, line)
      if (line.trigger === 'Doctor') {
        if (from !== to && line.note !== foundAgain) leap = { place, from: title(from), to: title(to) }
      } else if (line.trigger === 'Start' || to === definition.initial) leap = undefined
    },
    end: (): Leap | undefined => leap,
  }
}
