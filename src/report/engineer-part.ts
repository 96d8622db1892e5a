import { headingIn } from '../markdown/heading'
import { readComments } from '../review/github/read-comments'
import { threadReports } from '../review/threads'
import type { ReportedTask, ReportedThread } from './model'
import { type Loaded, mostOfText, type Part } from './part'
import { countsOf, criterionOf } from './proven'

/** @returns what a report says of a piece of work of the six spells */
export function engineerPart(loaded: Loaded): Part {
  const { files, rows, isArchived } = loaded
  const criteria = rows.map((row) => criterionOf(row, isArchived))
  return {
    title: headingIn(files['plan.md'] ?? ''),
    criteria,
    tasks: tasksOf(loaded),
    threads: threadsOf(files),
    byHand: [],
    ...countsOf(criteria.filter((_, index) => !rows[index]?.isAlways)),
    isStopped: false,
  }
}

/** `tasks/task-export-2026-11-23-1108`, or one that was archived without results. */
const archived = /^tasks\/((task|incomplete)-(.+)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(?:-\d+)?)\/task\.md$/

function tasksOf({ files, folder, phase }: Loaded): ReportedTask[] {
  const past = Object.keys(files)
    .flatMap((path) => {
      const [, place = '', kind = '', name = '', day = '', hour = '', minute = ''] = archived.exec(path) ?? []
      if (!place) return []
      const results = files[`tasks/${place}/task-results.md`] ?? ''
      const file = kind === 'task' ? 'task-results.md' : 'task.md'
      const task: ReportedTask = {
        name,
        group: '',
        status: kind === 'task' ? 'done' : 'unfinished',
        achieved: achievedIn(results),
        path: `${folder}/tasks/${place}/${file}`,
        time: `${day}T${hour}:${minute}:00Z`,
      }
      return [task]
    })
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
  const now = files['task.md']
  // A template that is not filled in is no task yet.
  if (now === undefined || (phase !== 'task' && nameIn(now) === untitled)) return past
  const current: ReportedTask = {
    name: nameIn(now),
    group: '',
    status: phase === 'task' ? 'doing' : 'open',
    achieved: achievedIn(files['task-results.md'] ?? ''),
    path: `${folder}/task.md`,
  }
  return [...past, current]
}

/** The name in the front matter of a task, as far as a line has it. */
const nameIn = (task: string): string =>
  /^task_name:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(task)?.[2]?.trim() || headingIn(task) || untitled

/** What the template calls a task. */
const untitled = 'untitled'

/** @returns the results without front matter and title, and of long ones the beginning */
export function achievedIn(results: string): string {
  const body = results
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*# .*\n/, '')
    .trim()
  return body.length > mostOfText ? `${body.slice(0, mostOfText)} …` : body
}

/** Those of archived reviews, the oldest first, then those of the review at hand. */
function threadsOf(files: Loaded['files']): ReportedThread[] {
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

/**
 * @param ids of all threads
 * @returns the section of the results that names a thread, or the paragraphs and items that do
 */
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

/** The paragraphs and items of a text. */
const partsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=\s{0,3}(?:[-*+]|\d{1,9}[.)])\s)/)
    .map((part) => part.trim())
    .filter(Boolean)
