import type { Ask } from './ask'
import { authorOf, isIgnored, type Remark, remarkOf } from './mentions'
import { allOf, nodesOf } from './pages'
import { type GivenPullRequest, type GivenThread, moreOfThread, pullRequest as pullRequestQuestion } from './queries'
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

/**
 * Reads a pull request with all its remarks, all pages of all lists.
 *
 * @param ignored names of accounts whose remarks are left out; a thread with other participants is kept complete
 * @param tell called with progress messages
 * @returns undefined if it is not there, or the account may not see it
 * @throws Failure as `ask` does
 */
export async function readReview(
  ask: Ask,
  { owner, name }: Repository,
  number: number,
  ignored: readonly string[],
  tell: (message: string) => void,
): Promise<Review | undefined> {
  let count = 0
  const counting = (more: number) => {
    count += more
    if (more > 0) tell(`#${number}: ${count} read …`)
  }
  // The cursor of a page is those of its lists; a list that is at its end has an empty page behind it.
  const pages = await allOf(async (after = '{}') => {
    const cursors: Readonly<Record<string, string | null>> = JSON.parse(after)
    const page = (await ask(pullRequestQuestion, { owner, name, number, ...cursors })).repository?.pullRequest
    if (!page) return undefined
    const lists = Object.entries({ threads: page.threads, reviews: page.reviews, comments: page.comments })
    counting(lists.reduce((sum, [, list]) => sum + nodesOf<unknown>(list).length, 0))
    const next = lists.map(([key, list]) => [key, list?.pageInfo.endCursor ?? cursors[key] ?? null])
    const hasNextPage = lists.some(([, list]) => list?.pageInfo.hasNextPage)
    return { nodes: [page], pageInfo: { hasNextPage, endCursor: JSON.stringify(Object.fromEntries(next)) } }
  })
  const [given] = pages
  if (!given) return undefined
  const threads: Thread[] = []
  for (const thread of pages.flatMap((page) => nodesOf(page.threads))) {
    const remarks = await allOf(async (after) => {
      if (!after) return thread.comments
      const { node } = await ask(moreOfThread, { thread: thread.id, after })
      counting(nodesOf(node?.comments).length)
      return node?.comments
    })
    if (remarks.length > 0) threads.push(threadOf(thread, remarks.map(remarkOf)))
  }
  const summaries = pages.flatMap((page) => nodesOf(page.reviews)).map(remarkOf)
  return without(ignored, {
    pullRequest: pullRequestOf(given, nameOf({ owner, name })),
    threads,
    summaries: summaries.filter(({ text }) => text.trim() !== ''),
    comments: pages.flatMap((page) => nodesOf(page.comments)).map(remarkOf),
    ignored: {},
  })
}

/** @returns how many threads are open, how many of those are outdated, and how many are resolved */
export function countsOf(threads: readonly Thread[]): { open: number; outdated: number; resolved: number } {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const outdated = open.filter(({ isOutdated }) => isOutdated)
  return { open: open.length, outdated: outdated.length, resolved: threads.length - open.length }
}

function pullRequestOf(given: GivenPullRequest, repository: string): PullRequest {
  const { number, title, url, head, base, commit } = given
  const state = given.state === 'OPEN' && given.isDraft ? 'draft' : given.state.toLowerCase()
  const ended = given.mergedAt ?? given.closedAt
  const author = authorOf(given.author)
  return { repository, number, title, url, state, ...(ended && { ended }), author, head, base, commit }
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
