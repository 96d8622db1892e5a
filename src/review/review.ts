import type { Server } from './server'

/** What was said on a server, its text unchanged. */
export interface Remark {
  /** As its address ends: `r123` in a thread, `review-123`, `comment-123`, on GitLab `note_123`. */
  readonly id: string
  /** What the server knows it by. */
  readonly node: string
  readonly url: string
  readonly text: string
  /** ISO 8601. */
  readonly time: string
  readonly author: string
  readonly edited: boolean
  /** Why GitHub has minimised it. */
  readonly hidden?: string
  /** Whether it is part of a review that its author has not submitted. */
  readonly isDraft: boolean
  /** Of a review: `approved`, `changes requested`, … */
  readonly verdict?: string
  /** Whether the account of the program wrote it. */
  readonly isOwn: boolean
}

/** Its state is `open`, `draft`, `closed` or `merged`; it ended when it was closed or merged. */
export interface PullRequest {
  readonly on: Server['title']
  /** What the server knows it by. */
  readonly node: string
  readonly repository: string
  readonly number: number
  readonly title: string
  readonly url: string
  readonly state: string
  readonly ended?: string
  readonly head: string
  readonly base: string
  readonly commit: string
  readonly author: string
}

/** A conversation about a place in the code. */
export interface Thread {
  /** That of its first remark. */
  readonly id: string
  /** What the server knows it by. */
  readonly node: string
  readonly url: string
  /** Absent on GitLab for one about the whole. */
  readonly path?: string
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
}

/**
 * What a reply of spell ends with, which a page does not show: the thread, and how many remarks it had, so that the reply
 * is found on the server.
 */
export const replyMark = (thread: string, after: number): string => `<!-- spell reply ${thread} ${after} -->`

const marked = /<!-- spell reply [\w=-]+ \d+ -->$/

/** @returns the text of a remark, without the mark if the account has posted it with spell, and whether it has */
export function withoutMark({ text, isOwn }: Remark): { readonly text: string; readonly isPosted: boolean } {
  const plain = text.trimEnd()
  const isPosted = isOwn && marked.test(plain)
  return { text: isPosted ? plain.replace(marked, '').trimEnd() : text, isPosted }
}

/** @returns how many threads are open, how many of those are outdated, and how many are resolved */
export function countsOf(threads: readonly Thread[]): { open: number; outdated: number; resolved: number } {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const outdated = open.filter(({ isOutdated }) => isOutdated)
  return { open: open.length, outdated: outdated.length, resolved: threads.length - open.length }
}
