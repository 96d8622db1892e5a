import { titleOf } from '../../text/markdown/title'
import {
  type MapPlan,
  partOfPlan,
  type ReportedTask,
  type Reporting,
  type ReportPart,
  type ReportSource,
} from '../../workflow/reporting'
import { taskNameIn, untitled } from './files'
import { withoutOrigin } from './states'

function partOf(source: ReportSource): ReportPart {
  const { files, shown } = source
  return {
    title: titleOf(files['plan.md'] ?? ''),
    tasks: tasksOf(source),
    ...partOfPlan(shown),
  }
}

/** `tasks/task-export-2026-11-23-1108`, or one that was archived without results. */
const archived = /^tasks\/((task|incomplete)-(.+)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(?:-\d+)?)\/task\.md$/

function tasksOf({ files, folder, phase }: ReportSource): ReportedTask[] {
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
  const achieved = achievedIn(files['task-results.md'] ?? '')
  const current: ReportedTask = {
    name: nameIn(now),
    group: '',
    status: phase === 'task' ? 'doing' : 'open',
    achieved,
    path: `${folder}/${achieved ? 'task-results.md' : 'task.md'}`,
  }
  return [...past, current]
}

const nameIn = (task: string): string => taskNameIn(task) ?? (titleOf(task) || untitled)

/** @returns the results without front matter, comments and title */
export const achievedIn = (results: string): string =>
  results
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*# .*\n/, '')
    .trim()

/** A missing file belongs to the state that asks for it; both origins of a review, and both ways into it, look the same. */
const missing: Readonly<Record<string, string>> = {
  ERROR_CONTEXT_MISSING: 'GATHER_EDITING_CONTEXT',
  ERROR_PLAN_MISSING: 'GATHER_EDITING',
  ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
  ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
  ERROR_COMMENTS_MISSING: 'PR_GATHERING_COMMENTS_G',
  ERROR_REVIEW_TASK_MISSING: 'PR_REVIEW_TASK_DRAFT_G',
  ERROR_REVIEW_TASK_RESULTS_MISSING: 'PR_APPLIED_PENDING_ARCHIVE_G',
}

const map: MapPlan = {
  phases: ['Gather', 'Achieve', 'Review'],
  phaseOf: (box) => ['GATHER', 'ACHIEVE', 'PR'].indexOf(box.slice(0, box.indexOf('_'))),
  boxOf: (state) =>
    missing[withoutOrigin(state)] ?? state.replace('RESTART_TASK', 'RESTART_COMMENTS').replace(/_A$/, '_G'),
  isFirst: (box) => box.startsWith('PR_CONFIRM'),
  isDrawn: ({ from, to }) => !from.startsWith('ERROR') && !to.startsWith('ERROR'),
}

export const reporting: Reporting = { partOf, decisionIn: () => undefined, map }
