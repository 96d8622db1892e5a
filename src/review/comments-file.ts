import { visible } from '../text/markdown/visible'
import { beginningOf, capital, code, paragraphs } from '../text/markdown-parts'
import { oneLine, quote } from './quote'
import { countsOf, type PullRequest, type Remark, type Review, type Thread, withoutMark } from './review'

/** Marks a reply that spell has posted. */
export const postedBySpell = 'posted by spell'

/** The sections of comments.md, in order. */
export const sections = {
  open: 'Open Threads',
  /** As in the template: of the conversation. */
  spoken: 'Threads',
  summaries: 'Reviews',
  comments: 'Comments',
  resolved: 'Resolved Threads',
  gone: 'Decisions on What Is Gone',
} as const

export type Gathered =
  | { readonly review: Review }
  | { readonly review?: undefined; readonly request: string; readonly branch: string; readonly repository: string }

/** The developer's notes, by the id of their thread or remark. */
export type Notes = ReadonlyMap<string, string>

/**
 * Writes comments.md, without its last line, which `withDigest` adds. Only its own headings are headings of the document;
 * foreign text is in quotes and code.
 *
 * @param time of fetching; ISO 8601
 * @param gone whether to keep notes of deleted threads
 * @param spoken comments of the conversation, which stay
 */
export function writeComments(
  gathered: Gathered,
  time: string,
  notes: Notes,
  gone: boolean,
  spoken: readonly { readonly id: string; readonly text: string }[] = [],
): string {
  if (!gathered.review) {
    const { request, branch, repository } = gathered
    return paragraphs(
      '# Review Comments',
      `There is no ${request} of the branch ${inCode(branch)} in ${code(repository)}.`,
      `- Fetched: ${time}`,
      ...(gone ? goneSections(notes, new Set()) : []),
    )
  }
  const { review } = gathered
  const { threads, summaries, comments } = review
  const open = threads.filter(({ isResolved }) => !isResolved)
  const resolved = threads.filter(({ isResolved }) => isResolved)
  const nothing = threads.length + summaries.length + comments.length === 0
  const known = new Set([...threads, ...spoken, ...summaries, ...comments].map(({ id }) => id))
  return paragraphs(
    '# Review Comments',
    header(review, time),
    nothing && `The ${requestOf(review.pullRequest).name} has no comment.`,
    !nothing && 'Write what you want done after each **Decision**; it stays when the comments are fetched again.',
    ...section(sections.open, open, (thread) => openThread(thread, notes)),
    ...section(sections.spoken, spoken, ({ id, text }) => paragraphs(text.trim(), decision(id, notes.get(id) ?? ''))),
    ...section(sections.summaries, summaries, (remark) => lone(remark, 'review', notes)),
    ...section(sections.comments, comments, (remark) => lone(remark, 'comment', notes)),
    ...section(sections.resolved, resolved, (thread) => resolvedThread(thread, notes)),
    ...(gone ? goneSections(notes, known) : []),
  )
}

function header({ pullRequest, threads }: Review, time: string): string {
  const { title, url, head, base, commit, author, repository } = pullRequest
  const { name, number } = requestOf(pullRequest)
  const { open, outdated, resolved } = countsOf(threads)
  return [
    `- ${capital(name)}: ${number} ${inCode(title)} by ${person(author)} in ${code(repository)}, ${stateOf(pullRequest)}`,
    `- Address: ${address(url)}`,
    `- Branch: ${inCode(head)} into ${inCode(base)}`,
    `- Head commit: ${inCode(commit)}`,
    `- Threads: ${open} open${outdated > 0 ? ` (${outdated} outdated)` : ''}, ${resolved} resolved`,
    `- Fetched: ${time}`,
  ].join('\n')
}

/** @returns what a server calls a pull request, and its number as it is written there */
export const requestOf = ({ on, number }: Pick<PullRequest, 'on' | 'number'>) =>
  on === 'GitLab' ? { name: 'merge request', number: `!${number}` } : { name: 'pull request', number: `#${number}` }

const stateOf = ({ state, ended }: PullRequest) => (ended ? `${state} since ${minute(ended)}` : state)

const section = <Item>(title: string, items: readonly Item[], write: (item: Item) => string): string[] =>
  items.length > 0 ? [`## ${title}`, ...items.map(write)] : []

function openThread(thread: Thread, notes: Notes): string {
  const status = thread.isOutdated ? 'open, outdated' : 'open'
  return paragraphs(
    heading(thread.id, status, placeOf(thread)),
    address(thread.url),
    ...thread.remarks.map(said),
    decision(thread.id, notes.get(thread.id) ?? ''),
  )
}

/** A resolved thread only needs to be recognisable; a decision under it stays. */
function resolvedThread(thread: Thread, notes: Notes): string {
  const { id, url, resolvedBy, remarks } = thread
  const [first, ...others] = remarks
  const note = notes.get(id)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const by = resolvedBy ? `, resolved by ${person(resolvedBy)}` : ''
  return paragraphs(
    heading(id, 'resolved', placeOf(thread)),
    first && `${byline(first)}${more}${by}: ${address(url)}`,
    first && quote(firstLineOf(withoutMark(first).text)),
    note && decision(id, note),
  )
}

const lone = (remark: Remark, kind: string, notes: Notes): string =>
  paragraphs(
    heading(remark.id, kind, remark.verdict ? word(remark.verdict) : ''),
    address(remark.url),
    said(remark),
    decision(remark.id, notes.get(remark.id) ?? ''),
  )

function goneSections(notes: Notes, known: ReadonlySet<string>): string[] {
  const left = [...notes].filter(([id]) => !known.has(id))
  return section(sections.gone, left, ([id, note]) => paragraphs(heading(id, 'gone', ''), decision(id, note)))
}

const heading = (id: string, word: string, where: string): string => `### ${id} · ${word}${where && ` · ${where}`}`

const decision = (id: string, note: string): string => {
  const apart = note.includes('\n') || note === '' ? '\n\n' : ' '
  return `**Decision** (${id}):${note && apart}${note}`
}

const placeOf = ({ path, lines }: Thread): string =>
  path === undefined ? '' : inCode(lines ? `${path}:${lines}` : path)

const said = (remark: Remark): string =>
  paragraphs(`${byline(remark)}:`, quote(withoutMark(remark).text || '(nothing)'))

export const byline = (remark: Remark): string => {
  const { author, time, edited, hidden, isDraft } = remark
  return [
    `**${person(author)}** · ${minute(time)}`,
    edited && 'edited',
    hidden && `hidden on GitHub: ${word(hidden)}`,
    isDraft && 'not sent yet',
    withoutMark(remark).isPosted && postedBySpell,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A foreign word in one of our lines. */
const inCode = (text: string): string => code(oneLine(text) || '?')

/** GitHub writes its verdicts and reasons in several ways. */
function word(text: string): string {
  const said = text.toLowerCase().replaceAll(/[_-]/g, ' ')
  return /^[a-z]+( [a-z]+)*$/.test(said) ? said : inCode(text)
}

/** Account names are plain; those of another server may not be. */
const person = (name: string): string =>
  /^[\w-]+(\[bot\])?$/.test(name) ? name.replaceAll('_', '\\_').replace('[', '\\[') : inCode(name)

const minute = (time: string): string => {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time) ?? []
  return date ? `${date} ${clock} UTC` : inCode(time)
}

/** Anything that is not plainly a URL becomes code. */
export const address = (url: string): string =>
  /^https?:\/\/[^\s<>\\]+$/.test(url) && visible(url) === url ? `<${url}>` : url && inCode(url)

/** Enough to recognise it, in characters. */
const enough = 120

const firstLineOf = (text: string): string =>
  beginningOf(oneLine(text.split(/\r\n?|\n/).find((part) => part.trim() !== '') ?? ''), enough)
