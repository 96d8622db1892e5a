import { readComments } from '../review/read-comments'
import { threadReports } from '../review/threads'
import type { ReportedThread } from './model'

/** @returns the threads of archived reviews, the oldest first, then those of the review at hand */
export function threadsOf(files: Readonly<Record<string, string>>): ReportedThread[] {
  const places = Object.keys(files)
    .flatMap((path) => /^(pr-reviews\/[^/]+\/|)comments\.md$/.exec(path)?.[1] ?? [])
    .toSorted((one, other) => (one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1))
  return places.flatMap((place) =>
    threadsIn(files[`${place}comments.md`] ?? '', files[`${place}review-task-results.md`] ?? ''),
  )
}

/** @returns the threads of a review, each with what the results say of it */
export function threadsIn(comments: string, results: string): ReportedThread[] {
  const { entries } = readComments(comments)
  const quoted = new Map(entries.map((entry) => [entry.id, entry.quoted]))
  const ids = [...quoted.keys()]
  return threadReports(entries, results).map(({ id, place, url, decision, isResolved }) => ({
    id,
    place,
    ...(url && { url }),
    question: beginning(quoted.get(id) ?? ''),
    decision: beginning(decision),
    answer: beginning(answerIn(results, id, ids)),
    isResolved,
  }))
}

const beginning = (text: string): string => {
  const whole = text.trim()
  return whole.length > mostOfAnswer ? `${whole.slice(0, mostOfAnswer)} …` : whole
}

/** In characters. */
const mostOfAnswer = 1_000

/** @returns the section of the results that names a thread, or the paragraphs and items that do; `ids` are those of all threads. */
function answerIn(results: string, id: string, ids: readonly string[]): string {
  const isIn = (text: string, wanted: string) =>
    text.split(/[^\w=-]+/).some((word) => word === wanted || word === `discussion_${wanted}`)
  const isOfOther = (text: string) => !isIn(text, id) && ids.some((other) => isIn(text, other))
  const sections = results.replace(/\r\n?/g, '\n').split(/\n(?=#{1,6} )/)
  const own = sections.find((section) => section.startsWith('#') && isIn(section.split('\n', 1)[0] ?? '', id))
  const parts = own ? partsOf(own.slice(own.split('\n', 1)[0]?.length)) : sections.flatMap(partsOf)
  return parts
    .filter((part) => (own ? !isOfOther(part) : isIn(part, id)))
    .map((part) => part.replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, ''))
    .join('\n')
}

const partsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=\s{0,3}(?:[-*+]|\d{1,9}[.)])\s)/)
    .map((part) => part.trim())
    .filter(Boolean)
