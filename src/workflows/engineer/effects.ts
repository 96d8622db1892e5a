import type { Effect } from '../../workflow/effect'
import { file } from './files'

type FileName = keyof typeof file
type Effects = readonly Effect[]

const each = (act: 'create' | 'show' | 'expect', names: readonly FileName[]): Effects =>
  names.map((name) => ({ do: act, file: file[name] }))

const move = (to: string, names: readonly FileName[]): Effects => [
  { do: 'move', files: names.map((name) => file[name]), to: `.ai/task/${to}` },
]

const review = ['comments', 'reviewTask', 'reviewResults'] as const

export const create = (...names: FileName[]): Effects => each('create', names)
export const show = (...names: FileName[]): Effects => each('show', names)
/** Warns if a file that the row needs still equals its template. */
export const expect = (...names: FileName[]): Effects => each('expect', names)
export const listLinks = (of: 'context' | 'plan'): Effects => [{ do: 'list', list: `${of}Links` }]
export const nameCommands: Effects = [{ do: 'name commands' }]
/** Archives a finished task with its proofs, and quotes its results in the AI's part. */
export const archiveTask: Effects = [
  ...show('results'),
  { do: 'move', files: [file.task, file.results], to: '.ai/task/tasks/task-<name>-<stamp>', proofs: true },
]
export const archiveUnfinished: Effects = move('tasks/incomplete-<name>-<stamp>', ['task'])
/** Archives an applied review, and quotes its results in the AI's part. */
export const archiveReview: Effects = [...show('reviewResults'), ...move('pr-reviews/pr-review-<stamp>', review)]
/** Archives an earlier review to make room for a new one. */
export const setReviewAside: Effects = move('pr-reviews/discarded-<stamp>', review)
export const takeOver: Effects = [{ do: 'change', changes: 'take over' }]
