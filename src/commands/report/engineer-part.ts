import { headingIn } from '../../markdown/heading'
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
  if (now === undefined) return past
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
const nameIn = (task: string): string => /^task_name:[ \t]*(.+)$/m.exec(task)?.[1]?.trim() || headingIn(task) || 'task'

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
  return threadReports(entries, results).map(({ id, place, url, decision, isResolved }) => ({
    id,
    place,
    ...(url && { url }),
    question: beginning(quoted.get(id) ?? ''),
    decision: beginning(decision),
    answer: beginning(answerIn(results, id)),
    isResolved,
  }))
}

const beginning = (text: string): string => {
  const whole = text.trim()
  return whole.length > mostOfAnswer ? `${whole.slice(0, mostOfAnswer)} …` : whole
}

/** In characters. */
const mostOfAnswer = 1_000

/** @returns the section, or the paragraphs and items, of the results that name a thread */
function answerIn(results: string, id: string): string {
  const names = (text: string) => text.split(/[^\w=-]+/).some((word) => word === id || word === `discussion_${id}`)
  const parts = results.replace(/\r\n?/g, '\n').split(/\n(?=#{1,6} )/)
  const section = parts.find((part) => /^#{1,6} /.test(part) && names(part.split('\n', 1)[0] ?? ''))
  if (section) return section.slice(section.indexOf('\n') + 1 || section.length)
  return parts
    .flatMap((part) => part.split(/\n\s*\n|\n(?=\s{0,3}(?:[-*+]|\d+[.)]) )/))
    .filter(names)
    .map((text) => text.trim())
    .join('\n')
}
