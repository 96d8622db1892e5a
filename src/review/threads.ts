import { exit, Failure } from '../failure/failure'
import type { Work } from '../work/work'
import { type KeptReply, keptReplies, replyTo } from './kept-replies'
import type { Entry } from './read-comments'
import { isThread, reviewsAt } from './reviews-at'

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
  /** Open here, answered here, posted to the server, or resolved there. */
  readonly state: 'open' | 'answered' | 'posted' | 'resolved'
}

/**
 * Compares the threads of comments.md with review-task-results.md: those of the review at hand, otherwise of the last
 * one that was archived. A thread is answered if the results name its id or its URL, or if a reply was posted.
 *
 * @throws Failure (missing) `no-comments`; (notPossible) `not-fetched` if no thread of the file has an id
 */
export function readThreads(work: Work): { readonly folder: string; readonly threads: readonly ThreadReport[] } {
  const [at] = reviewsAt(work)
  const comments = `${work.folder}/comments.md`
  if (!at) throw new Failure(exit.missing, 'no-comments', `There is no ${comments}.`, 'spell reparo --fetch')
  const { folder, entries, isFetched, results } = at
  if (!isFetched && entries.length === 0) {
    const message = `${comments} has no thread with an id to look for, such as "### c1 · open".`
    throw new Failure(exit.notPossible, 'not-fetched', message, 'spell reparo --fetch')
  }
  return { folder, threads: threadReports(entries, results, keptReplies(work)) }
}

/** @returns the threads among the entries of comments.md, and what became of them */
export function threadReports(
  entries: readonly Entry[],
  results: string,
  kept: readonly KeptReply[] = [],
): ThreadReport[] {
  const named = wordsIn(results)
  return entries.filter(isThread).map(({ id, word, where, url = '', note, remarks, isPosted }) => {
    const reply = replyTo(kept, id, remarks)
    const isResolved = word === 'resolved' || reply?.isResolved === true
    const isAnswered = named.has(id) || isPosted || reply !== undefined
    return {
      id,
      place: where.replace(/^(`+) ?(.*?) ?\1$/, '$2'),
      url,
      isResolved,
      isOutdated: word === 'open, outdated',
      decision: note,
      isAnswered,
      state: isResolved ? 'resolved' : isPosted || reply ? 'posted' : isAnswered ? 'answered' : 'open',
    }
  })
}

/** Every word of a text that can be an id; a URL ends with one. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/(?:discussion_)?([\w=-]+)/g)].flatMap(([whole, id = '']) => [whole, id]))
