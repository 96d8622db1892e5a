import type { Ask } from './ask'
import { allOf, nodesOf, type Page } from './pages'
import { type AboutPullRequest, moreOfThread, pullRequest as pullRequestQuestion, type Remark } from './queries'
import { nameOf, type Repository } from './repository'

/** Its state is `open`, `draft`, `closed` or `merged`; it ended when it was closed or merged. */
export type PullRequest = AboutPullRequest & { readonly repository: string }

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
    const lists: [string, Page<unknown> | null][] = Object.entries(page.lists)
    counting(lists.flatMap(([, list]) => nodesOf(list)).length)
    const next = lists.map(([key, list]) => [key, list?.pageInfo.endCursor ?? cursors[key] ?? null])
    const hasNextPage = lists.some(([, list]) => list?.pageInfo.hasNextPage)
    return { nodes: [page], pageInfo: { hasNextPage, endCursor: JSON.stringify(Object.fromEntries(next)) } }
  })
  if (!pages[0]) return undefined
  const threads: Thread[] = []
  for (const { comments, id, ...thread } of pages.flatMap(({ lists }) => nodesOf(lists.threads))) {
    const remarks = await allOf(async (after) => {
      if (!after) return comments
      const { node } = await ask(moreOfThread, { thread: id, after })
      counting(nodesOf(node?.comments).length)
      return node?.comments
    })
    const [first] = remarks
    if (first) threads.push({ ...thread, id: first.id, url: first.url, remarks })
  }
  const summaries = pages.flatMap(({ lists }) => nodesOf(lists.reviews))
  return without(ignored, {
    pullRequest: { ...pages[0].about, repository: nameOf({ owner, name }) },
    threads,
    summaries: summaries.filter(({ text }) => text.trim() !== ''),
    comments: pages.flatMap(({ lists }) => nodesOf(lists.comments)),
    ignored: {},
  })
}

/** @returns how many threads are open, how many of those are outdated, and how many are resolved */
export function countsOf(threads: readonly Thread[]): { open: number; outdated: number; resolved: number } {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const outdated = open.filter(({ isOutdated }) => isOutdated)
  return { open: open.length, outdated: outdated.length, resolved: threads.length - open.length }
}

/** Leaves out the remarks of some accounts; `names` are in any case, of bots with or without `[bot]`. */
function without(names: readonly string[], review: Review): Review {
  const plain = (name: string) => name.toLowerCase().replace(/\[bot\]$/, '')
  const left = new Set(names.map(plain))
  const ignored: Record<string, number> = {}
  const stays = ({ author }: Remark): boolean => {
    if (!left.has(plain(author))) return true
    ignored[author] = (ignored[author] ?? 0) + 1
    return false
  }
  return {
    ...review,
    // Replies of others cannot be understood without it.
    threads: review.threads.filter(
      ({ remarks }) => remarks.some(({ author }) => !left.has(plain(author))) || remarks.filter(stays).length > 0,
    ),
    summaries: review.summaries.filter(stays),
    comments: review.comments.filter(stays),
    ignored,
  }
}
