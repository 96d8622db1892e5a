import type { GivenRemark } from './queries'

/** A remark on GitHub. `text` is unchanged. */
export interface Remark {
  /** Stable and short: `r123` for a thread, `review-123`, `comment-123`. */
  readonly id: string
  readonly url: string
  readonly author: string
  /** ISO 8601. */
  readonly time: string
  readonly edited: boolean
  /** Why GitHub has minimised it. */
  readonly hidden?: string
  /** Part of a review that its author has not submitted yet. */
  readonly isDraft: boolean
  /** `approved`, `changes requested`, `commented`, `dismissed`. */
  readonly verdict?: string
  readonly text: string
}

export function remarkOf(given: GivenRemark): Remark {
  const verdict =
    given.state && given.state !== 'SUBMITTED' ? given.state.toLowerCase().replaceAll('_', ' ') : undefined
  const { url, time, text } = given
  return {
    id: idOf(given),
    url,
    author: authorOf(given.author),
    time,
    edited: given.lastEditedAt !== null,
    ...(given.isMinimized && { hidden: given.minimizedReason ?? 'hidden' }),
    isDraft: given.state === 'PENDING',
    ...(verdict && given.state !== 'PENDING' && { verdict }),
    text,
  }
}

/** @returns the name of an account; that of a bot as GitHub shows it */
export const authorOf = (author: GivenRemark['author']): string =>
  author === null ? 'ghost' : author.__typename === 'Bot' ? `${author.login}[bot]` : author.login

/** The end of the URL is visible to users; without a number there, GitHub's node id is used. */
const idOf = ({ id, url }: GivenRemark): string =>
  /#(?:discussion_|pullrequest|issue)((?:r|review-|comment-)\d+)$/.exec(url)?.[1] ?? id.replace(/[^\w=-]/g, '')

/** Whether to leave out the comments of an author; `ignored` has names in any case, of bots with or without `[bot]`. */
export function isIgnored({ author }: Remark, ignored: readonly string[]): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\[bot\]$/, '')
  return ignored.some((name) => plain(name) === plain(author))
}
