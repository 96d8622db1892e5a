import type { Row } from '../../engine/definition'
import type { Effect } from '../../workflow/effect'
import type { Guard } from './facts'
import { file } from './files'
import type { UpdateName } from './review-origin'
import type { EitherOrigin, Origin, Spell, State } from './states'

type FileName = keyof typeof file
type Effects = readonly Effect[]

const each = (act: 'create' | 'show' | 'expect', names: readonly FileName[]): Effects =>
  names.map((name) => ({ do: act, file: file[name] }))

const move = (to: string, names: readonly FileName[]): Effects => [
  { do: 'move', files: names.map((name) => file[name]), to: `.ai/task/${to}` },
]

const ofReview = ['comments', 'reviewTask', 'reviewResults'] as const

const create = (...names: FileName[]): Effects => each('create', names)
const show = (...names: FileName[]): Effects => each('show', names)
/** Warns if a file that the row needs still equals its template. */
const expect = (...names: FileName[]): Effects => each('expect', names)
const listLinks = (of: 'context' | 'plan'): Effects => [{ do: 'list', list: `${of}Links` }]
const nameCommands: Effects = [{ do: 'name commands' }]
/** Archives a finished task with its proofs, and quotes its results in the AI's part. */
const archiveTask: Effects = [
  ...show('results'),
  { do: 'move', files: [file.task, file.results], to: '.ai/task/tasks/task-<name>-<stamp>', proofs: true },
]
const archiveUnfinished: Effects = move('tasks/incomplete-<name>-<stamp>', ['task'])
/** Archives an applied review, and quotes its results in the AI's part. */
const archiveReview: Effects = [...show('reviewResults'), ...move('pr-reviews/pr-review-<stamp>', ofReview)]
/** Archives an earlier review to make room for a new one. */
const setReviewAside: Effects = move('pr-reviews/discarded-<stamp>', ofReview)
const takeOver: Effects = [{ do: 'change', changes: 'take over' }]

/** A row of this table: without patterns, and without a target from the context. */
type PlainRow<Name extends string> = Omit<Row<Effect, Name, Spell, Guard, UpdateName>, 'from' | 'to'> & {
  readonly from: Name | readonly Name[]
  readonly to: Name | 'same'
}
/** A row as written in the table: `_X` stands for `_G` and `_A`. */
export type EitherRow = PlainRow<State | EitherOrigin>
export type ClosedRow = PlainRow<State>

const isOpen = (state: string): state is EitherOrigin => state.endsWith('_X')
const close = (origin: Origin) => (state: string) => (isOpen(state) ? `${state.slice(0, -1)}${origin}` : state)

/**
 * Expands the suffix, in the order of the rows. A row that leads to an `_X` state becomes two, so that the suffix is
 * kept; a row that leads elsewhere stays one row that starts in both.
 */
export function bothOrigins(rows: readonly EitherRow[]): ClosedRow[] {
  return rows.flatMap((row) => {
    const half = (...origins: [Origin, ...Origin[]]) => {
      const from = [row.from].flat().flatMap((state) => origins.map((origin) => close(origin)(state)))
      return { ...row, from: [...new Set(from)], to: close(origins[0])(row.to) } as ClosedRow
    }
    return isOpen(row.to) ? [half('G'), half('A')] : [half('G', 'A')]
  })
}

/**
 * The engineer workflow. The first row of a state and a spell whose `when` holds answers. `_X` stands for `_G` and
 * `_A`: the suffix is kept. Each id is the name of a text in `templates/engineer/states/`.
 */

const inAchieve = ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'ACHIEVE_COMPLETE'] as const
const inTask = ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED'] as const
const taskErrors = ['ERROR_TASK_MISSING', 'ERROR_TASK_RESULTS_MISSING'] as const
const inReview = ['PR_GATHERING_COMMENTS_X', 'PR_REVIEW_TASK_DRAFT_X'] as const
const inConfirm = ['PR_CONFIRM_RESTART_COMMENTS_X', 'PR_CONFIRM_RESTART_TASK_X'] as const
const reviewErrors = ['ERROR_REVIEW_TASK_MISSING_X', 'ERROR_REVIEW_TASK_RESULTS_MISSING_X'] as const
const leavesReview = ['PR_GATHERING_COMMENTS', 'PR_REVIEW_TASK_DRAFT', 'PR_CONFIRM_RESTART_COMMENTS', 'PR_CONFIRM_RESTART_TASK', 'ERROR_COMMENTS_MISSING'] as const
const leavesToPlan = leavesReview.map((name) => `${name}_G` as const)
const leavesToTask = leavesReview.map((name) => `${name}_A` as const)

/** A review remembers where it began; cancelling it leads back there. */
const begins = ['remember where it began'] as const
const ends = ['forget where it began'] as const

const gather: EitherRow[] = [
  { id: 'GC1t', on: 'accio',   from: 'GATHER_NEEDS_CONTEXT', when: 'handed over with a task',    to: 'ACHIEVE_TASK_DRAFTING',  kind: 'advance', effects: [...takeOver, ...create('planGuide', 'taskGuide')] },
  { id: 'GC1f', on: 'accio',   from: 'GATHER_NEEDS_CONTEXT', when: 'handed over',                to: 'GATHER_EDITING',         kind: 'advance', effects: [...takeOver, ...create('planGuide', 'taskGuide')] },
  { id: 'GC1',  on: 'accio',   from: 'GATHER_NEEDS_CONTEXT',                                     to: 'GATHER_EDITING_CONTEXT', kind: 'advance', effects: create('context', 'planGuide', 'taskGuide') },

  { id: 'GC2c', on: 'accio',   from: 'GATHER_EDITING_CONTEXT', when: 'no context',               to: 'ERROR_CONTEXT_MISSING',  kind: 'missing' },
  { id: 'GC2a', on: 'accio',   from: 'GATHER_EDITING_CONTEXT', when: 'links in the context',     to: 'GATHER_EDITING',         kind: 'advance', effects: [...expect('context'), ...create('plan'), ...listLinks('context'), ...nameCommands] },
  { id: 'GC2b', on: 'accio',   from: 'GATHER_EDITING_CONTEXT',                                   to: 'GATHER_EDITING',         kind: 'advance', effects: [...expect('context'), ...create('plan'), ...nameCommands] },

  { id: 'G2b',  on: 'accio',   from: ['GATHER_EDITING', ...inTask], when: 'no plan',             to: 'ERROR_PLAN_MISSING',     kind: 'missing' },
  { id: 'G4',   on: 'accio',   from: 'GATHER_EDITING', when: 'drafted task',                     to: 'ACHIEVE_TASK_DRAFTING',  kind: 'advance', effects: show('task') },
  { id: 'G2',   on: 'accio',   from: 'GATHER_EDITING', when: 'open criteria',                    to: 'ACHIEVE_TASK_DRAFTING',  kind: 'advance', effects: [...create('task'), ...nameCommands] },
  { id: 'G3b',  on: 'accio',   from: 'GATHER_EDITING', when: 'criteria',                         to: 'same',                   kind: 'no-op' },
  { id: 'G3',   on: 'accio',   from: 'GATHER_EDITING',                                           to: 'same',                   kind: 'no-op' },

  { id: 'GCB2', on: 'expecto', from: 'GATHER_NEEDS_CONTEXT',                                     to: 'same',                   kind: 'block' },
  { id: 'E5',   on: 'expecto', from: 'GATHER_EDITING_CONTEXT', when: 'no context',               to: 'ERROR_CONTEXT_MISSING',  kind: 'missing' },
  { id: 'E3',   on: 'expecto', from: 'GATHER_EDITING_CONTEXT', when: 'no links in the context',  to: 'same',                   kind: 'no-op' },
  { id: 'E4',   on: 'expecto', from: 'GATHER_EDITING_CONTEXT', when: 'context links all fetched', to: 'same',                  kind: 'no-op' },
  { id: 'E1b',  on: 'expecto', from: 'GATHER_EDITING_CONTEXT',                                   to: 'same',                   kind: 'stay',    effects: listLinks('context') },
  { id: 'E6',   on: 'expecto', from: 'GATHER_EDITING', when: 'no plan',                          to: 'ERROR_PLAN_MISSING',     kind: 'missing' },
  { id: 'E3b',  on: 'expecto', from: 'GATHER_EDITING', when: 'no links in the plan',             to: 'same',                   kind: 'no-op' },
  { id: 'E4b',  on: 'expecto', from: 'GATHER_EDITING', when: 'plan links all fetched',           to: 'same',                   kind: 'no-op' },
  { id: 'E2',   on: 'expecto', from: 'GATHER_EDITING',                                           to: 'same',                   kind: 'stay',    effects: listLinks('plan') },

  { id: 'GCB3', on: 'reparo',  from: 'GATHER_NEEDS_CONTEXT',                                     to: 'same',                   kind: 'block' },
  { id: 'GCB4', on: 'reparo',  from: 'GATHER_EDITING_CONTEXT',                                   to: 'same',                   kind: 'block' },
  { id: 'GCB1', on: 'reverto', from: ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT'],         to: 'same',                   kind: 'block' },
  { id: 'GB1',  on: 'reverto', from: 'GATHER_EDITING',                                           to: 'same',                   kind: 'block' },
  { id: 'F4',   on: 'finite',  from: 'GATHER_NEEDS_CONTEXT',                                     to: 'same',                   kind: 'block' },
  { id: 'GCN1', on: 'finite',  from: 'GATHER_EDITING_CONTEXT',                                   to: 'same',                   kind: 'no-op' },
  { id: 'GN1',  on: 'finite',  from: 'GATHER_EDITING',                                           to: 'same',                   kind: 'no-op' },
]

const achieve: EitherRow[] = [
  { id: 'A3b',  on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'no criteria',               to: 'same',                       kind: 'no-op' },
  { id: 'A3s',  on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'ticked, but not proven',    to: 'same',                       kind: 'block' },
  { id: 'A1s',  on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'a command is missing',      to: 'same',                       kind: 'block' },
  { id: 'A3',   on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'no open criteria',          to: 'ACHIEVE_COMPLETE',           kind: 'advance' },
  { id: 'A1b',  on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'no task',                   to: 'ERROR_TASK_MISSING',         kind: 'missing' },
  { id: 'A1t',  on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING', when: 'empty task',                to: 'same',                       kind: 'block' },
  { id: 'A1',   on: 'accio',   from: 'ACHIEVE_TASK_DRAFTING',                                    to: 'ACHIEVE_TASK_EXECUTED',      kind: 'advance' },
  { id: 'A2b',  on: 'accio',   from: 'ACHIEVE_TASK_EXECUTED', when: 'no results',                to: 'ERROR_TASK_RESULTS_MISSING', kind: 'missing' },
  { id: 'A2',   on: 'accio',   from: 'ACHIEVE_TASK_EXECUTED', when: 'task',                      to: 'ACHIEVE_TASK_DRAFTING',      kind: 'advance', effects: [...archiveTask, ...create('task')] },
  { id: 'A2c',  on: 'accio',   from: 'ACHIEVE_TASK_EXECUTED',                                    to: 'ACHIEVE_TASK_DRAFTING',      kind: 'advance', effects: [...archiveTask, ...create('task')] },
  { id: 'A4b',  on: 'accio',   from: 'ACHIEVE_COMPLETE', when: 'open criteria',                  to: 'same',                       kind: 'no-op' },
  { id: 'A4',   on: 'accio',   from: 'ACHIEVE_COMPLETE',                                         to: 'same',                       kind: 'no-op' },

  { id: 'AB3',  on: 'expecto', from: inAchieve,                                                  to: 'same',                       kind: 'block' },
  { id: 'AB2',  on: 'reverto', from: inAchieve,                                                  to: 'same',                       kind: 'block' },
  { id: 'F1',   on: 'finite',  from: ['ACHIEVE_TASK_DRAFTING', ...taskErrors, 'ERROR_COMMENTS_MISSING_X'], to: 'GATHER_EDITING',  kind: 'advance', updates: ends },
  { id: 'AB1',  on: 'finite',  from: 'ACHIEVE_TASK_EXECUTED',                                    to: 'same',                       kind: 'block' },
  { id: 'F2',   on: 'finite',  from: 'ACHIEVE_COMPLETE',                                         to: 'GATHER_EDITING',             kind: 'advance' },
]

const review: EitherRow[] = [
  { id: 'PR3',  on: 'reparo',  from: 'GATHER_EDITING', when: 'review task',                      to: 'PR_CONFIRM_RESTART_TASK_G',     kind: 'confirm', updates: begins },
  { id: 'PR1',  on: 'reparo',  from: 'GATHER_EDITING', when: 'comments',                         to: 'PR_CONFIRM_RESTART_COMMENTS_G', kind: 'confirm', updates: begins },
  { id: 'G5',   on: 'reparo',  from: 'GATHER_EDITING',                                           to: 'PR_GATHERING_COMMENTS_G',       kind: 'advance', effects: [...setReviewAside, ...create('comments')], updates: begins },
  { id: 'PR4',  on: 'reparo',  from: [...inAchieve, ...taskErrors], when: 'review task',         to: 'PR_CONFIRM_RESTART_TASK_A',     kind: 'confirm', updates: begins },
  { id: 'PR2',  on: 'reparo',  from: [...inAchieve, ...taskErrors], when: 'comments',            to: 'PR_CONFIRM_RESTART_COMMENTS_A', kind: 'confirm', updates: begins },
  { id: 'A5a',  on: 'reparo',  from: [...inAchieve, ...taskErrors],                              to: 'PR_GATHERING_COMMENTS_A',       kind: 'advance', effects: [...setReviewAside, ...create('comments')], updates: begins },
  { id: 'PR5',  on: 'reparo',  from: ['ERROR_COMMENTS_MISSING_X', 'ERROR_REVIEW_TASK_MISSING_X'], when: 'review task', to: 'PR_CONFIRM_RESTART_TASK_X', kind: 'confirm' },
  { id: 'PR6',  on: 'reparo',  from: ['ERROR_COMMENTS_MISSING_X', 'ERROR_REVIEW_TASK_MISSING_X'], when: 'comments', to: 'PR_CONFIRM_RESTART_COMMENTS_X', kind: 'confirm' },
  { id: 'A5b',  on: 'reparo',  from: ['ERROR_COMMENTS_MISSING_X', 'ERROR_REVIEW_TASK_MISSING_X'], to: 'PR_GATHERING_COMMENTS_X',      kind: 'advance', effects: [...setReviewAside, ...create('comments')] },

  { id: 'P1',   on: 'accio',   from: 'PR_GATHERING_COMMENTS_X', when: 'comments',                to: 'PR_REVIEW_TASK_DRAFT_X',        kind: 'advance', effects: [...expect('comments'), ...create('reviewTask')] },
  { id: 'P1b',  on: 'accio',   from: 'PR_GATHERING_COMMENTS_X',                                  to: 'ERROR_COMMENTS_MISSING_X',      kind: 'missing' },
  { id: 'P2t',  on: 'accio',   from: 'PR_REVIEW_TASK_DRAFT_X', when: 'empty review task',        to: 'same',                          kind: 'block' },
  { id: 'P2',   on: 'accio',   from: 'PR_REVIEW_TASK_DRAFT_X', when: 'review task',              to: 'PR_APPLIED_PENDING_ARCHIVE_X',  kind: 'advance' },
  { id: 'P2b',  on: 'accio',   from: 'PR_REVIEW_TASK_DRAFT_X',                                   to: 'ERROR_REVIEW_TASK_MISSING_X',   kind: 'missing' },
  { id: 'P3b',  on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_X', when: 'no review results',  to: 'ERROR_REVIEW_TASK_RESULTS_MISSING_X', kind: 'missing' },
  { id: 'P3',   on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_G',                             to: 'GATHER_EDITING',                kind: 'advance', effects: archiveReview, updates: ends },
  { id: 'P4e',  on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_A', when: 'began when complete, all met', to: 'ACHIEVE_COMPLETE', kind: 'advance', effects: archiveReview, updates: ends },
  { id: 'P4c',  on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_A', when: 'results',            to: 'ACHIEVE_TASK_EXECUTED',         kind: 'advance', effects: archiveReview, updates: ends },
  { id: 'P4a',  on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_A', when: 'task',               to: 'ACHIEVE_TASK_DRAFTING',         kind: 'advance', effects: archiveReview, updates: ends },
  { id: 'P4b',  on: 'accio',   from: 'PR_APPLIED_PENDING_ARCHIVE_A',                             to: 'ACHIEVE_TASK_DRAFTING',         kind: 'advance', effects: [...archiveReview, ...create('task')], updates: ends },

  { id: 'C3a',  on: 'accio',   from: 'PR_CONFIRM_RESTART_COMMENTS_X', when: 'comments',          to: 'PR_GATHERING_COMMENTS_X',       kind: 'advance' },
  { id: 'C3b',  on: 'accio',   from: 'PR_CONFIRM_RESTART_COMMENTS_X',                            to: 'ERROR_COMMENTS_MISSING_X',      kind: 'missing' },
  { id: 'C1',   on: 'reparo',  from: 'PR_CONFIRM_RESTART_COMMENTS_X',                            to: 'PR_GATHERING_COMMENTS_X',       kind: 'advance', effects: [...setReviewAside, ...create('comments')] },
  { id: 'C3c',  on: 'accio',   from: 'PR_CONFIRM_RESTART_TASK_X', when: 'review task',           to: 'PR_REVIEW_TASK_DRAFT_X',        kind: 'advance' },
  { id: 'C3d',  on: 'accio',   from: 'PR_CONFIRM_RESTART_TASK_X',                                to: 'ERROR_REVIEW_TASK_MISSING_X',   kind: 'missing' },
  { id: 'C2',   on: 'reparo',  from: 'PR_CONFIRM_RESTART_TASK_X',                                to: 'PR_GATHERING_COMMENTS_X',       kind: 'advance', effects: [...setReviewAside, ...create('comments')] },

  { id: 'V1',   on: 'reverto', from: leavesToPlan,                                               to: 'GATHER_EDITING',                kind: 'advance', updates: ends },
  { id: 'V2e',  on: 'reverto', from: leavesToTask, when: 'began when complete, all met',         to: 'ACHIEVE_COMPLETE',              kind: 'advance', updates: ends },
  { id: 'V2f',  on: 'reverto', from: leavesToTask, when: 'began in a task',                      to: 'ACHIEVE_TASK_EXECUTED',         kind: 'advance', updates: ends },
  { id: 'V2g',  on: 'reverto', from: leavesToTask, when: 'began between tasks',                  to: 'ACHIEVE_TASK_DRAFTING',         kind: 'advance', updates: ends },
  { id: 'V2b',  on: 'reverto', from: leavesToTask, when: 'results',                              to: 'ACHIEVE_TASK_EXECUTED',         kind: 'advance', updates: ends },
  { id: 'V2a',  on: 'reverto', from: leavesToTask, when: 'task',                                 to: 'ACHIEVE_TASK_DRAFTING',         kind: 'advance', updates: ends },
  { id: 'V2c',  on: 'reverto', from: leavesToTask, when: 'all criteria met',                     to: 'ACHIEVE_COMPLETE',              kind: 'advance', updates: ends },
  { id: 'V2d',  on: 'reverto', from: leavesToTask,                                               to: 'ERROR_TASK_MISSING',            kind: 'missing', updates: ends },

  { id: 'PB2',  on: 'expecto', from: 'PR_GATHERING_COMMENTS_X',                                  to: 'same', kind: 'block' },
  { id: 'PB2b', on: 'expecto', from: 'PR_REVIEW_TASK_DRAFT_X',                                   to: 'same', kind: 'block' },
  { id: 'PB2d', on: 'expecto', from: 'PR_APPLIED_PENDING_ARCHIVE_X',                             to: 'same', kind: 'block' },
  { id: 'PB6',  on: 'expecto', from: inConfirm,                                                  to: 'same', kind: 'block' },
  { id: 'PB4',  on: 'reparo',  from: inReview,                                                   to: 'same', kind: 'block' },
  { id: 'ER3b', on: 'reparo',  from: 'PR_APPLIED_PENDING_ARCHIVE_X',                             to: 'same', kind: 'block' },
  { id: 'PB1',  on: 'reverto', from: 'PR_APPLIED_PENDING_ARCHIVE_X',                             to: 'same', kind: 'block' },
  { id: 'PB3',  on: 'finite',  from: inReview,                                                   to: 'same', kind: 'block' },
  { id: 'F3',   on: 'finite',  from: 'PR_APPLIED_PENDING_ARCHIVE_X',                             to: 'same', kind: 'block' },
  { id: 'PB5',  on: 'finite',  from: inConfirm,                                                  to: 'same', kind: 'block' },
]

const recovery: EitherRow[] = [
  { id: 'R9',   on: 'accio',   from: 'ERROR_CONTEXT_MISSING',                                    to: 'GATHER_EDITING_CONTEXT',  kind: 'advance', effects: create('context') },
  { id: 'R4b',  on: 'accio',   from: 'ERROR_PLAN_MISSING', when: 'plan',                         to: 'GATHER_EDITING',          kind: 'advance' },
  { id: 'R4',   on: 'accio',   from: 'ERROR_PLAN_MISSING',                                       to: 'GATHER_NEEDS_CONTEXT',    kind: 'advance' },
  { id: 'R1',   on: 'accio',   from: 'ERROR_TASK_MISSING',                                       to: 'ACHIEVE_TASK_DRAFTING',   kind: 'advance', effects: create('task') },
  { id: 'R2',   on: 'accio',   from: 'ERROR_TASK_RESULTS_MISSING', when: 'results',              to: 'ACHIEVE_TASK_DRAFTING',   kind: 'advance', effects: [...archiveTask, ...create('task')] },
  { id: 'R3',   on: 'accio',   from: 'ERROR_TASK_RESULTS_MISSING',                               to: 'ACHIEVE_TASK_DRAFTING',   kind: 'advance', effects: [...archiveUnfinished, ...create('task')] },
  { id: 'R5a',  on: 'accio',   from: 'ERROR_COMMENTS_MISSING_G',                                 to: 'PR_GATHERING_COMMENTS_G', kind: 'advance', effects: create('comments') },
  { id: 'R5b',  on: 'accio',   from: 'ERROR_COMMENTS_MISSING_A',                                 to: 'PR_GATHERING_COMMENTS_A', kind: 'advance', effects: create('comments') },
  { id: 'R7b',  on: 'accio',   from: 'ERROR_REVIEW_TASK_MISSING_X', when: 'review task',         to: 'PR_REVIEW_TASK_DRAFT_X',  kind: 'advance' },
  { id: 'R6a',  on: 'accio',   from: 'ERROR_REVIEW_TASK_MISSING_X', when: 'comments',            to: 'PR_REVIEW_TASK_DRAFT_X',  kind: 'advance', effects: [...expect('comments'), ...create('reviewTask')] },
  { id: 'R7a',  on: 'accio',   from: 'ERROR_REVIEW_TASK_MISSING_X',                              to: 'ERROR_COMMENTS_MISSING_X', kind: 'missing' },
  { id: 'R8c',  on: 'accio',   from: 'ERROR_REVIEW_TASK_RESULTS_MISSING_X', when: 'review results', to: 'PR_APPLIED_PENDING_ARCHIVE_X', kind: 'advance' },
  { id: 'R8a',  on: 'accio',   from: 'ERROR_REVIEW_TASK_RESULTS_MISSING_X', when: 'review task', to: 'PR_REVIEW_TASK_DRAFT_X',  kind: 'advance' },
  { id: 'R8b',  on: 'accio',   from: 'ERROR_REVIEW_TASK_RESULTS_MISSING_X',                      to: 'ERROR_REVIEW_TASK_MISSING_X', kind: 'missing' },

  { id: 'ER12', on: 'expecto', from: 'ERROR_CONTEXT_MISSING',                                    to: 'same', kind: 'block' },
  { id: 'ER7a', on: 'expecto', from: 'ERROR_PLAN_MISSING',                                       to: 'same', kind: 'block' },
  { id: 'ER6',  on: 'expecto', from: [...taskErrors, 'ERROR_COMMENTS_MISSING_X'],                to: 'same', kind: 'block' },
  { id: 'ER8',  on: 'expecto', from: reviewErrors,                                               to: 'same', kind: 'block' },
  { id: 'ER10', on: 'reparo',  from: 'ERROR_CONTEXT_MISSING',                                    to: 'same', kind: 'block' },
  { id: 'ER3a', on: 'reparo',  from: ['ERROR_PLAN_MISSING', 'ERROR_REVIEW_TASK_RESULTS_MISSING_X'], to: 'same', kind: 'block' },
  { id: 'ER11', on: 'reverto', from: 'ERROR_CONTEXT_MISSING',                                    to: 'same', kind: 'block' },
  { id: 'ER4',  on: 'reverto', from: ['ERROR_PLAN_MISSING', ...taskErrors],                      to: 'same', kind: 'block' },
  { id: 'ER13', on: 'reverto', from: reviewErrors,                                               to: 'same', kind: 'block' },
  { id: 'ER9',  on: 'finite',  from: 'ERROR_CONTEXT_MISSING',                                    to: 'same', kind: 'block' },
  { id: 'ER1',  on: 'finite',  from: 'ERROR_PLAN_MISSING',                                       to: 'same', kind: 'block' },
  { id: 'ER2',  on: 'finite',  from: reviewErrors,                                               to: 'same', kind: 'block' },
]

/** Lumos changes nothing; its text is the description of the state. */
const lumos: Readonly<Record<State, string>> = {
  GATHER_NEEDS_CONTEXT:  'L22', GATHER_EDITING_CONTEXT: 'L23', GATHER_EDITING:   'L2',
  ACHIEVE_TASK_DRAFTING: 'L3',  ACHIEVE_TASK_EXECUTED:  'L4',  ACHIEVE_COMPLETE: 'L5',
  PR_GATHERING_COMMENTS_G:             'L6',  PR_GATHERING_COMMENTS_A:             'L7',
  PR_REVIEW_TASK_DRAFT_G:              'L8',  PR_REVIEW_TASK_DRAFT_A:              'L9',
  PR_APPLIED_PENDING_ARCHIVE_G:        'L10', PR_APPLIED_PENDING_ARCHIVE_A:        'L11',
  PR_CONFIRM_RESTART_COMMENTS_G:       'L12', PR_CONFIRM_RESTART_COMMENTS_A:       'L13',
  PR_CONFIRM_RESTART_TASK_G:           'L14', PR_CONFIRM_RESTART_TASK_A:           'L15',
  ERROR_TASK_MISSING: 'L16', ERROR_TASK_RESULTS_MISSING: 'L17', ERROR_PLAN_MISSING: 'L18', ERROR_CONTEXT_MISSING: 'L24',
  ERROR_COMMENTS_MISSING_G:            'L19', ERROR_COMMENTS_MISSING_A:            'L25',
  ERROR_REVIEW_TASK_MISSING_G:         'L20', ERROR_REVIEW_TASK_MISSING_A:         'L26',
  ERROR_REVIEW_TASK_RESULTS_MISSING_G: 'L21', ERROR_REVIEW_TASK_RESULTS_MISSING_A: 'L27',
}

const look = (Object.keys(lumos) as State[]).map(
  (state) => ({ id: lumos[state], on: 'lumos', from: state, to: 'same', kind: 'show' }) as const,
)

export const phases: Readonly<Record<string, readonly ClosedRow[]>> = {
  Gather: bothOrigins(gather),
  Achieve: bothOrigins(achieve),
  Review: bothOrigins(review),
  Recovery: bothOrigins(recovery),
  Lumos: look,
}

export const rows: readonly ClosedRow[] = Object.values(phases).flat()
