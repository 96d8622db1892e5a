import { dirname, join } from 'node:path'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { refuseLinks } from '../disk/links'
import { foldersIn, readText, readUtf8 } from '../disk/read'
import { exit, Failure, ifPossible } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { firstOf } from '../text/markdown-parts'
import type { Work } from '../work/work'
import { answersIn } from './answers'
import { decisionIn, type Entry, readComments } from './read-comments'

/** A review as it is on disk. */
export interface ReviewAt {
  readonly folder: string
  readonly entries: readonly Entry[]
  /** Whether spell has fetched the comments. */
  readonly isFetched: boolean
  /** What answers its threads: the results; before there are any, what the review task answers without a change. */
  readonly results: string
  /** What the review task answers without a change. */
  readonly unchanged: string
  /** The address of its pull request; undefined if its comments have come with a conversation. */
  readonly address: string | undefined
}

export const isThread = ({ word }: Entry): boolean => word.startsWith('open') || word === 'resolved'

/** @returns the review at hand, if there is one, then the archived ones, the newest first */
export function reviewsAt({ root, folder }: Pick<Work, 'root' | 'folder'>): ReviewAt[] {
  const archived = foldersIn(root, `${folder}/pr-reviews`).filter((name) => name.startsWith('pr-review-'))
  const folders = [
    folder,
    ...archived
      .toSorted()
      .reverse()
      .map((name) => `${folder}/pr-reviews/${name}`),
  ]
  return folders.flatMap((place) => {
    const path = `${place}/comments.md`
    const text = readUtf8(root, path)
    return text === undefined ? [] : [reviewIn(place, text)]
  })

  function reviewIn(place: string, text: string): ReviewAt {
    const unchanged = unchangedIn(readUtf8(root, `${place}/review-task.md`) ?? '')
    const results = readUtf8(root, `${place}/review-task-results.md`) ?? unchanged
    const address = /^- Address: <(https?:\/\/\S+)>$/m.exec(text)?.[1]
    const { entries, digest } = readComments(text)
    return { folder: place, entries, isFetched: digest !== undefined, results, unchanged, address }
  }
}

/** The section of a review task that has the answers to questions. */
const unchangedIn = (task: string): string =>
  /^## Answered without a change *\n.*?(?=\n## |$(?![\s\S]))/ms.exec(task.replace(/\r\n?/g, '\n'))?.[0] ?? ''

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
 * one that was archived. A thread is answered if the results have an answer to it, or if a reply was posted.
 *
 * @throws Failure (missing) `no-comments`; (notPossible) `not-fetched` if no thread of the file has an id
 */
export function readThreads(work: Work): Pick<ReviewAt, 'folder' | 'address'> & { threads: readonly ThreadReport[] } {
  const [at] = reviewsAt(work)
  const comments = `${work.folder}/comments.md`
  if (!at) throw new Failure(exit.missing, 'no-comments', `There is no ${comments}.`, 'spell reparo --fetch')
  const { folder, entries, isFetched, results, address } = at
  if (!isFetched && entries.length === 0) {
    const message = `${comments} has no thread with an id to look for, such as "### c1 · open".`
    throw new Failure(exit.notPossible, 'not-fetched', message, 'spell reparo --fetch')
  }
  return { folder, address, threads: threadReports(entries, results, storedReplies(work)) }
}

/** @returns the threads among the entries of comments.md, and what became of them */
export function threadReports(
  entries: readonly Entry[],
  results: string,
  kept: readonly StoredReply[] = [],
): ThreadReport[] {
  const answers = answersIn(
    results,
    entries.map(({ id }) => id),
  )
  return entries.filter(isThread).map(({ id, word, where, url = '', note, remarks, isPosted }) => {
    const reply = replyTo(kept, id, remarks)
    const isResolved = word === 'resolved' || reply?.isResolved === true
    const isAnswered = answers(id).text !== '' || isPosted || reply !== undefined
    return {
      id,
      place: where.replace(/^(`+) ?(.*?) ?\1$/, '$2'),
      url,
      isResolved,
      isOutdated: word === 'open, outdated',
      decision: decisionIn(note),
      isAnswered,
      state: isResolved ? 'resolved' : isPosted || reply ? 'posted' : isAnswered ? 'answered' : 'open',
    }
  })
}

/** @returns what of a review is not decided, and what is meant as a part of it and is not read; a sentence each */
export function undecidedIn({ root, folder }: Work): string[] {
  const path = `${folder}/comments.md`
  const text = ifPossible(() => readText(root, path)) ?? ''
  const { entries, unread } = readComments(text)
  const open = entries.filter((each) => isThread(each) && each.word !== 'resolved' && decisionIn(each.note) === '')
  const ids = open.map(({ id }) => id)
  const unknown = `this is a decision on no comment of the file. For example: \`- c1: wontfix\``
  return [
    open.length > 0 && `Without a decision in ${path}: ${firstOf(ids, mostNamed)}.`,
    unread.length > 0 && `${path} line ${firstOf(unread, mostNamed)}: ${unknown}`,
    entries.length === 0 && foreign.test(text) && `${path} has no comment that is read: one begins \`### c1 · open\`.`,
  ].filter((said) => said !== false)
}

const mostNamed = 10
/** A quote, a row, an item with an id, or a heading that the template does not have. */
const foreign = /^(?:>|\||[-*+] +[*`]*c\d|#{2,} (?!Threads$|Decisions$))/m

/** A reply that was posted, or a thread that was resolved after one. */
export interface StoredReply {
  readonly thread: string
  /** How many remarks the thread had, so that a later round of the review has its own reply. */
  readonly after: number
  readonly url: string
  readonly isResolved: boolean
}

const pathIn = ({ folder }: Pick<Work, 'folder'>): string => `${folder}/pr-reviews/replies.jsonl`

/** @returns the replies of a piece of work, without lines that cannot be read */
export function storedReplies(work: Pick<Work, 'root' | 'folder'>): StoredReply[] {
  const lines = (readText(work.root, pathIn(work)) ?? '').split('\n')
  return lines.map(fromJson).filter(isReply)
}

const isReply = (value: unknown): value is StoredReply =>
  isRecord(value) &&
  typeof value.thread === 'string' &&
  typeof value.url === 'string' &&
  Number.isSafeInteger(value.after) &&
  typeof value.isResolved === 'boolean'

/** Keeps a reply at once, so that a run that is cut off knows it. Throws Failure if it cannot be written */
export function keepReply(work: Pick<Work, 'root' | 'folder'>, reply: StoredReply): void {
  const path = pathIn(work)
  refuseLinks(work.root, [path, dirname(path)])
  onDisk('write', path, () => {
    disk.makeFolder(dirname(join(work.root, path)))
    disk.append(join(work.root, path), Buffer.from(`${JSON.stringify(reply)}\n`))
  })
}

/** @returns what was posted to a thread as it was fetched, the newest first */
export const replyTo = (kept: readonly StoredReply[], thread: string, after: number): StoredReply | undefined =>
  kept.findLast((reply) => reply.thread === thread && reply.after === after)
