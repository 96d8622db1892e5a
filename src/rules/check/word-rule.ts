import { firstOf } from '../../answer/markdown'
import { type HistoryLine, linesInState } from '../../work/history/history-line'
import { isWordSource, type WordCounts, wordCounts } from '../../work/history/word-counts'
import { type Happened, happened, type LinePlace } from '../finding'

/** The most lines that a message names. */
const mostNamed = 5

/**
 * Counts the steps by how the developer's word for them is known, and finds those since the base without one that was seen. Of a
 * long history only the first of these are kept, and the newest, which can still be taken back.
 */
export function wordRule() {
  let words: WordCounts | undefined
  let [taken, between] = [0, 0]
  const unseen: (LinePlace & Pick<HistoryLine, 'digest'>)[] = []
  return {
    take(line: HistoryLine, place: LinePlace, isOfBase: boolean): void {
      if (isOfBase) [taken, between, unseen.length] = [0, 0, 0]
      if (!isWordSource(line.word)) return
      words = wordCounts([line], words)
      if (isOfBase) return
      taken += 1
      // Whoever takes a step back with a seen word has decided about it.
      const back = line.undoes && line.word !== 'unseen' ? unseen.findIndex(({ digest }) => digest === line.undoes) : -1
      if (back >= 0) unseen.splice(back, 1)
      if (line.word === 'unseen') unseen.push({ ...place, ...(line.digest && { digest: line.digest }) })
      if (unseen.length > mostNamed + linesInState) between += unseen.splice(mostNamed, 1).length
    },
    /** @returns the counts, and the finding if there are such steps */
    end: () => ({ words, unseen: unseenOf(unseen, unseen.length + between, taken) }),
  }
}

function unseenOf(found: readonly LinePlace[], count: number, taken: number): Happened[] {
  const [first] = found
  if (!first) return []
  const lines = found.map(({ line }) => line)
  const [were, where] = count === 1 ? ['was', 'line'] : ['were', 'lines']
  const message = `${count} of ${taken} steps ${were} made without a word that spell has seen: ${where} ${firstOf(lines, mostNamed, count)}.`
  return [
    happened(first, 'word-unseen', message, 'spell undo   # to before the first of them, then say the words again'),
  ]
}
