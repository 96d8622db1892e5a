import type { Effect } from '../workflow'
import { file } from './files'

type FileName = keyof typeof file
type Effects = readonly Effect[]

const each = (act: 'create' | 'show' | 'expect', names: readonly FileName[]): Effects =>
  names.map((name) => ({ do: act, file: file[name] }))

const move = (to: string, names: readonly FileName[]): Effects => [
  { do: 'move', files: names.map((name) => file[name]), to: `.ai/task/${to}` },
]

const review = ['comments', 'reviewTask', 'reviewResults'] as const

/** Writes the templates of files that are not there yet. */
export const create = (...names: FileName[]): Effects => each('create', names)
/** Puts the text of files into the AI's part. */
export const show = (...names: FileName[]): Effects => each('show', names)
/** Warns where a file that the row builds on is still its template. */
export const expect = (...names: FileName[]): Effects => each('expect', names)
/** Puts the links that are not fetched yet into the AI's part. */
export const listLinks = (of: 'context' | 'plan'): Effects => [{ do: 'list', list: `${of}Links` }]
/** Puts a finished task away, its results into the AI's part. */
export const archiveTask: Effects = [...show('results'), ...move('tasks/task-<name>-<stamp>', ['task', 'results'])]
/** Puts a task without results away. */
export const archiveUnfinished: Effects = move('tasks/incomplete-<name>-<stamp>', ['task'])
/** Puts an applied review away, its results into the AI's part. */
export const archiveReview: Effects = [...show('reviewResults'), ...move('pr-reviews/pr-review-<stamp>', review)]
/** Sets an earlier review aside to make room for a new one. */
export const setReviewAside: Effects = move('pr-reviews/discarded-<stamp>', review)
