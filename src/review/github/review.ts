import { exit, Failure } from '../../failure/failure'
import type { Ask } from './ask'
import { authorOf, isIgnored, type Remark, remarkOf } from './mentions'
import { allOf, type Page } from './pages'
import {
  type GivenPullRequest,
  type GivenThread,
  moreComments,
  moreOfThread,
  moreReviews,
  moreThreads,
  pullRequest as pullRequestQuestion,
  type Question,
} from './queries'
import { nameOf, type Repository } from './repository'

export interface PullRequest {
  readonly repository: string
  readonly number: number
  readonly title: string
  readonly url: string
  /** `open`, `draft`, `closed` or `merged`. */
  readonly state: string
  /** When it was closed or merged; ISO 8601. */
  readonly ended?: string
  readonly author: string
  readonly head: string
  readonly base: string
  readonly commit: string
}

/** A conversation about a place in the code. */
export interface Thread {
  /** That of its first comment. */
  readonly id: string
  readonly url: string
  readonly path: string
  /** `12` or `12-15`, now or when it was written; absent for a whole file. */
  readonly lines?: string
  readonly isResolved: boolean
  readonly resolvedBy?: string
  /** The code has changed since. */
  readonly isOutdated: boolean
  readonly remarks: readonly Remark[]
}

/** All remarks of a pull request, in chronological order. */
export interface Review {
  readonly pullRequest: PullRequest
  readonly threads: readonly Thread[]
  /** The summaries of reviews, without empty ones. */
  readonly summaries: readonly Remark[]
  readonly comments: readonly Remark[]
  /** How many remarks were left out, by author. */
  readonly ignored: Readonly<Record<string, number>>
}

interface InRepository<T> {
  readonly repository: { readonly pullRequest: T | null } | null
}

/**
 * Reads a pull request with all its remarks, all pages of all lists.
 *
 * @param ignored names of accounts whose remarks are left out; a thread with other participants is kept complete
 * @param tell called with progress messages
 * @throws Failure (usage) `no-such-pull-request`; as `ask` does
 */
export async function readReview(
  ask: Ask,
  repository: Repository,
  number: number,
  ignored: readonly string[],
  tell: (message: string) => void,
): Promise<Review> {
  const place = { owner: repository.owner, name: repository.name, number }
  const part = async <T>(question: Question<InRepository<T>>, after?: string): Promise<T> => {
    const { repository: seen } = await ask(question, { ...place, ...(after && { after }) })
    if (seen?.pullRequest) return seen.pullRequest
    const message = `${nameOf(repository)} has no pull request #${number} that the token can see.`
    throw new Failure(exit.usage, 'no-such-pull-request', message, 'spell reparo --fetch --pr NUMBER')
  }
  let count = 0
  const counting = <T>(list: Page<T> | null | undefined): Page<T> | null | undefined => {
    const more = list?.nodes?.length ?? 0
    count += more
    if (more > 0) tell(`#${number}: ${count} read …`)
    return list
  }
  /** A complete list, given its first page. */
  const listOf = <T, Part>(
    listIn: (part: GivenPullRequest | Part) => Page<T> | null,
    question: Question<InRepository<Part>>,
  ): Promise<T[]> => allOf(async (after) => counting(listIn(after ? await part(question, after) : given)))

  const given = await part(pullRequestQuestion)
  const threads = await listOf(({ reviewThreads }) => reviewThreads, moreThreads)
  const summaries = await listOf(({ reviews }) => reviews, moreReviews)
  const comments = await listOf((all) => all.comments, moreComments)
  const whole: Thread[] = []
  for (const thread of threads) {
    const remarks = await allOf(async (after) => {
      if (!after) return thread.comments
      const { node } = await ask(moreOfThread, { thread: thread.id, after })
      return counting(node?.comments)
    })
    if (remarks.length > 0) whole.push(threadOf(thread, remarks.map(remarkOf)))
  }
  return without(ignored, {
    pullRequest: pullRequestOf(given, repository),
    threads: whole,
    summaries: summaries.map(remarkOf).filter(({ text }) => text.trim() !== ''),
    comments: comments.map(remarkOf),
    ignored: {},
  })
}

/** @returns how many threads are open, how many of those are outdated, and how many are resolved */
export function countsOf(threads: readonly Thread[]): { open: number; outdated: number; resolved: number } {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const outdated = open.filter(({ isOutdated }) => isOutdated)
  return { open: open.length, outdated: outdated.length, resolved: threads.length - open.length }
}

const pullRequestOf = (given: GivenPullRequest, repository: Repository): PullRequest => {
  const { number, title, url, head, base, commit } = given
  const state = given.state === 'OPEN' && given.isDraft ? 'draft' : given.state.toLowerCase()
  const ended = given.mergedAt ?? given.closedAt
  const author = authorOf(given.author)
  return {
    repository: nameOf(repository),
    number,
    title,
    url,
    state,
    ...(ended && { ended }),
    author,
    head,
    base,
    commit,
  }
}

function threadOf(given: GivenThread, remarks: readonly Remark[]): Thread {
  const last = given.line ?? given.originalLine
  const first = given.line === null ? given.originalStartLine : given.startLine
  const lines = last === null ? undefined : first !== null && first !== last ? `${first}-${last}` : `${last}`
  const { path, isResolved, isOutdated, resolvedBy } = given
  return {
    id: remarks[0]?.id ?? given.id,
    url: remarks[0]?.url ?? '',
    path,
    ...(lines && { lines }),
    isResolved,
    ...(resolvedBy && { resolvedBy: resolvedBy.login }),
    isOutdated,
    remarks,
  }
}

function without(names: readonly string[], review: Review): Review {
  const ignored: Record<string, number> = {}
  const leaves = (remark: Remark): boolean => {
    if (!isIgnored(remark, names)) return true
    ignored[remark.author] = (ignored[remark.author] ?? 0) + 1
    return false
  }
  return {
    ...review,
    // Replies of others cannot be understood without it.
    threads: review.threads.filter(
      ({ remarks }) => remarks.some((remark) => !isIgnored(remark, names)) || remarks.filter(leaves).length > 0,
    ),
    summaries: review.summaries.filter(leaves),
    comments: review.comments.filter(leaves),
    ignored,
  }
}
