import { firstOf } from '../../answer/markdown'
import type { HistoryLine } from '../../work/history/history-line'
import { isWordSource, type WordCounts, wordCounts } from '../../work/history/word-counts'
import { type Happened, happened, type LinePlace } from '../finding'

/** The most lines that a message names. */
const mostNamed = 5

/** Counts the steps by how the developer's word for them is known, and finds those without one that was seen. */
export function wordRule() {
  let words: WordCounts | undefined
  const taken: LinePlace[] = []
  const unseen = new Map<string, LinePlace>()
  return {
    take(line: HistoryLine, place: LinePlace): void {
      if (!isWordSource(line.word)) return
      words = wordCounts([line], words)
      taken.push(place)
      if (line.word === 'unseen') unseen.set(line.digest ?? `${place.index}`, place)
      // Whoever takes a step back with a seen word has decided about it.
      else if (line.undoes) unseen.delete(line.undoes)
    },
    /** @returns the counts, and the finding if steps that are new since the base have no seen word */
    end(isSince: (place: LinePlace) => boolean) {
      const found = [...unseen.values()].filter(isSince)
      return { words, unseen: unseenOf(found, taken.filter(isSince).length) }
    },
  }
}

function unseenOf(found: readonly LinePlace[], taken: number): Happened[] {
  const [first] = found
  if (!first) return []
  const lines = found.map(({ line }) => line)
  const [were, where] = lines.length === 1 ? ['was', 'line'] : ['were', 'lines']
  const message = `${lines.length} of ${taken} steps ${were} made without a word that spell has seen: ${where} ${firstOf(lines, mostNamed)}.`
  return [
    happened(first, 'word-unseen', message, 'spell undo   # to before the first of them, then say the words again'),
  ]
}
