import { readText } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import type { Work } from '../work/work'
import { type Entry, readComments } from './read-comments'

/** A thread of the review, and whether it was answered. */
export interface ThreadReport {
  readonly id: string
  /** Its place in the code: `src/export.ts:12`. */
  readonly place: string
  readonly url: string
  readonly isResolved: boolean
  readonly isOutdated: boolean
  /** The developer's decision; empty if there is none. */
  readonly decision: string
  readonly isAnswered: boolean
}

/**
 * Compares the threads of comments.md with review-task-results.md. A thread is answered if the results name its id or
 * its URL.
 *
 * @throws Failure (missing) `no-comments`; (notPossible) `not-fetched` if no thread of the file has an id
 */
export function readThreads({ root, folder }: Work): ThreadReport[] {
  const comments = `${folder}/comments.md`
  const text = readText(root, comments)
  if (text === undefined) {
    throw new Failure(exit.missing, 'no-comments', `There is no ${comments}.`, 'spell reparo --fetch')
  }
  const { entries, digest } = readComments(text)
  if (!digest && entries.length === 0) {
    const message = `${comments} has no thread with an id to look for, such as "### c1 · open".`
    throw new Failure(exit.notPossible, 'not-fetched', message, 'spell reparo --fetch')
  }
  return threadReports(entries, readText(root, `${folder}/review-task-results.md`) ?? '')
}

/** @returns the threads among the entries of comments.md, and whether the results name them */
export function threadReports(entries: readonly Entry[], results: string): ThreadReport[] {
  const named = wordsIn(results)
  return entries.filter(isThread).map((entry) => report(entry, named))
}

const isThread = ({ word }: Entry): boolean => word.startsWith('open') || word === 'resolved'

const report = ({ id, word, where, url = '', note }: Entry, named: ReadonlySet<string>): ThreadReport => ({
  id,
  place: where.replace(/^(`+) ?(.*?) ?\1$/, '$2'),
  url,
  isResolved: word === 'resolved',
  isOutdated: word === 'open, outdated',
  decision: note,
  isAnswered: named.has(id),
})

/** Every word of a text that can be an id; a URL ends with one. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/(?:discussion_)?([\w=-]+)/g)].flatMap(([whole, id = '']) => [whole, id]))
