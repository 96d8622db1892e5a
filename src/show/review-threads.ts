import { answersIn } from '../review/answers'
import { readComments } from '../review/read-comments'
import { threadReports } from '../review/threads'
import { beginningOf } from '../text/markdown-parts'
import type { ReportedThread } from './model'

/** @returns the comments and the results of archived reviews, the oldest first, then those of the review at hand */
export const reviewsIn = (files: Readonly<Record<string, string>>) =>
  Object.keys(files)
    .flatMap((path) => /^(pr-reviews\/[^/]+\/|)comments\.md$/.exec(path)?.[1] ?? [])
    .toSorted((one, other) => (one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1))
    .map((place) => ({
      comments: files[`${place}comments.md`] ?? '',
      results: files[`${place}review-task-results.md`] ?? '',
    }))

/** @returns the threads of a review, each with what the results say of it */
export function threadsIn(comments: string, results: string): ReportedThread[] {
  const { entries } = readComments(comments)
  const quoted = new Map(entries.map((entry) => [entry.id, entry.quoted]))
  const answers = answersIn(results, [...quoted.keys()])
  return threadReports(entries, results).map(({ id, place, url, decision, isResolved }) => ({
    id,
    place,
    ...(url && { url }),
    question: beginning(quoted.get(id) ?? ''),
    decision: beginning(decision),
    answer: beginning(answers(id).text),
    isResolved,
  }))
}

const beginning = (text: string): string => beginningOf(text.trim(), mostOfAnswer)

/** In characters. */
const mostOfAnswer = 1_000
