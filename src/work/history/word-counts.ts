import { type HistoryLine, type WordSource, wordSources } from './history-line'

/** How many steps have which word; steps that take none are not counted. */
export type WordCounts = Readonly<Record<WordSource, number>>

const none = { said: 0, typed: 0, granted: 0, unseen: 0 }

/** Whether a value of a history, which may have been edited, is a word's source. */
export const isWordSource = (value: unknown): value is WordSource => wordSources.some((source) => source === value)

/**
 * @param before the counts of earlier entries
 * @returns the counts with those of these entries; undefined if no step has a word
 */
export function wordCounts(
  lines: readonly Pick<HistoryLine, 'word'>[],
  before?: WordCounts | undefined,
): WordCounts | undefined {
  const words = lines.map(({ word }) => word).filter(isWordSource)
  if (words.length === 0) return before
  const counts = { ...none, ...before }
  for (const word of words) counts[word]++
  return counts
}

/** How a reader is told of a word; where it was seen is a detail. */
export const wordText = (word: WordSource, whose = 'your'): string =>
  word === 'unseen' ? 'not seen' : `on ${whose} word`

/** Where the developer's word for a step was seen. */
export const seenIn: Readonly<Record<WordSource, string>> = {
  said: 'on your word, in a message',
  typed: 'on your word, typed in a terminal',
  granted: 'on your word, by “until complete”',
  unseen: 'not seen',
}

/** @returns `12 on the developer's word, 2 not seen` */
export function wordsText(counts: WordCounts, whose = "the developer's"): string {
  const seen = wordsTaken(counts) - counts.unseen
  return [
    seen > 0 && `${seen} ${wordText('said', whose)}`,
    counts.unseen > 0 && `${counts.unseen} ${wordText('unseen')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether any word was seen: where none ever was, such as in a plain shell or in CI, none is expected. */
export const hasSeen = (counts: WordCounts | undefined): counts is WordCounts =>
  counts !== undefined && counts.unseen < wordsTaken(counts)

/** @returns how many steps take a word */
export const wordsTaken = (counts: WordCounts): number => wordSources.reduce((sum, source) => sum + counts[source], 0)
