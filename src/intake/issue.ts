import { address, byline } from '../review/comments-file'
import type { Remark } from '../review/review'
import { documentsOf, type Imported, type Taken } from './imported'
import { taskListIn } from './task-list'

/** An issue of a server, with what was said about it. */
export interface Issue {
  /** What it is there: `issue #12 of acme/shop`. */
  readonly called: string
  readonly url: string
  readonly title: string
  readonly opened: Pick<Remark, 'author' | 'time' | 'text'>
  readonly comments: readonly Remark[]
  /** What the developer has to know of it, in our words: that it is closed, locked, moved or private. */
  readonly notes: readonly string[]
}

/** What a form lets its author confirm: under such a heading, or if most boxes of the section say such a thing. */
const heading =
  /^\W*(?:pre-?flight|code of conduct|before (?:you|sub|open|post|creat)|contribut(?:ion|ing) guidelines|(?:is there an )?existing issue|(?:are|would|will) you (?:be )?(?:willing|interested)|(?:initial|first) checks?\b)/i
const confirmed =
  /^(?:yes,? )?(?:I(?:['’](?:ve|d|m)| (?:have|would|am|agree|confirm|understand|accept|(?:already |also )?(?:searched|checked|read|acknowledge)))|by (?:submitting|checking))\b.*\b(?:issues?|duplicates?|doc(?:s|umentation)|faq|readme|guide(?:lines)?|conduct|pull requests?|PR|contribut\w+|rules|terms|license|latest)\b/i

const isOfForm = (group: string, texts: readonly string[]): boolean =>
  heading.test(group) || texts.filter((text) => confirmed.test(text)).length * 2 > texts.length

/** Boxes that are ticked there are open here: anyone with access may have ticked them. */
export function fromIssue({ title, url, opened, comments, notes }: Issue): Imported {
  const { criteria, rest, notes: read, lost } = taskListIn(opened.text, 'its text', { isOfForm })
  const ticked = criteria.filter(({ done }) => done).length
  return {
    title,
    facts: [`Address: ${address(url)}`],
    notes: [...notes, ...read, ...(ticked > 0 ? [`Boxes that are ticked there, and open here: ${ticked}.`] : [])],
    texts: [
      { heading: `Opened by ${byline({ ...plain, ...opened })}`, text: rest },
      ...comments.map((remark) => ({ heading: `Comment of ${byline(remark)}`, text: remark.text })),
    ],
    criteria: criteria.map((criterion) => ({ ...criterion, done: false })),
    lost,
  }
}

const plain = { id: '', node: '', url: '', edited: false, isDraft: false, isOwn: false }

/** @param kind what begins `--from`, with a colon */
export function takenFromIssue(issue: Issue, kind: string): Taken {
  const { url, called } = issue
  const isPlain = address(url).startsWith('<')
  return documentsOf(fromIssue(issue), isPlain ? `${called} (${address(url)})` : called, [kind, isPlain ? url : called])
}
