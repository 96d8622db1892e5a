import type { HistoryLine } from '../../store/history/history-line'
import { type Happened, type LinePlace, violation } from './rules'

/** As many lines as can be taken back are among these; the state keeps fifty. */
const kept = 200

/**
 * What one line alone does not show: whether the step that an undo takes back is there, and whether work that was put away in
 * the middle of a history has come back.
 *
 * @returns `take` for each line of one history; then `end` has what is wrong
 */
export function verbRule() {
  const recent: string[] = []
  const putAway = new Map<string, LinePlace>()
  const wrong: Happened[] = []
  return {
    take({ trigger, digest = '', undoes }: HistoryLine, place: LinePlace): void {
      if (trigger === 'Undo' && !recent.includes(undoes ?? ''))
        wrong.push(illegal(place, 'takes back a step that is not there'))
      if (undoes) putAway.delete(undoes)
      if (trigger === 'New' && recent.length > 0) putAway.set(digest, place)
      recent.push(digest)
      if (recent.length > 2 * kept) recent.splice(0, kept)
    },
    end: (): Happened[] => [
      ...wrong,
      ...[...putAway.values()].map((place) =>
        illegal(place, 'says that the work was put away, but its history goes on'),
      ),
    ],
  }
}

function illegal(place: LinePlace, what: string): Happened {
  const { where, line } = place
  const fix = `git log --oneline -- ${where}   # go back to before it`
  return violation('history-walk-illegal', place, `${where} line ${line} ${what}.`, fix)
}
