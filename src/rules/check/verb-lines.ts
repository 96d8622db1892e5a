import { type HistoryLine, isArchiving, isSettlement } from '../../work/history/history-line'
import { goBack, type Happened, happened, type LinePlace } from '../finding'

/** Covers all entries that can be undone; the state keeps fifty. */
const kept = 200

/**
 * Checks what a single entry does not show: whether the step that an undo reverts exists, and whether work archived in
 * the middle of a history was restored.
 */
export function verbRule() {
  const recent: string[] = []
  const archived = new Map<string, LinePlace>()
  const wrong: Happened[] = []
  // The entry before, if it archives the work: only one that reverts it may follow.
  let end: [digest: string, place: LinePlace] | undefined
  return {
    take(line: HistoryLine, place: LinePlace): void {
      const { trigger, digest = '', undoes } = line
      // A merge of an archive may have been settled since.
      if (end && isSettlement(line)) return
      if (trigger === 'Undo' && !recent.includes(undoes ?? ''))
        wrong.push(illegal(place, 'takes back a step that is not there'))
      if (end && end[0] !== undoes) archived.set(...end)
      if (undoes) archived.delete(undoes)
      end = isArchiving(line) ? [digest, place] : undefined
      recent.push(digest)
      if (recent.length > 2 * kept) recent.splice(0, kept)
    },
    end: (): Happened[] => [
      ...wrong,
      ...[...archived.values()].map((place) =>
        illegal(place, 'says that the work was archived, but its history goes on'),
      ),
    ],
  }
}

function illegal(place: LinePlace, what: string): Happened {
  const { where, line } = place
  return happened(place, 'history-walk-illegal', `${where} line ${line} ${what}.`, goBack(where))
}
