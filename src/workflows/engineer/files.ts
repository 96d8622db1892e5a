import { frontMatterText } from '../../text/markdown/title'
export const folder = '.ai/task'

/** The folder with a subfolder for each named piece of work. */
export const namedFolder = '.ai/work'

/** The files of the workflow, relative to the root: those whose presence is a fact, and those that rows create. */
export const file = {
  context: '.ai/task/context.md',
  plan: '.ai/task/plan.md',
  task: '.ai/task/task.md',
  results: '.ai/task/task-results.md',
  comments: '.ai/task/comments.md',
  reviewTask: '.ai/task/review-task.md',
  reviewResults: '.ai/task/review-task-results.md',
  atlassianRefs: '.ai/task/.atlassian-refs',
  planGuide: '.ai/plan-guide.md',
  taskGuide: '.ai/task-guide.md',
} as const

/** The files that a user may want to open, in the order of the work. */
export const keyFiles: Readonly<Record<string, string>> = {
  [file.context]: 'what the work is about',
  [file.plan]: 'the plan',
  [file.task]: 'the task',
  [file.results]: 'what the task achieved',
  [file.comments]: 'the review comments',
  [file.reviewTask]: 'how it is answered',
  [file.reviewResults]: 'what the review changed',
}

export const guides: Readonly<Record<string, string>> = {
  [file.planGuide]: 'how plans are written here',
  [file.taskGuide]: 'how tasks are written here',
}

/** What the template calls a task. */
export const untitled = 'untitled'

/** @returns the name in the front matter of a task, which the answer, the archive and the commits have from here; undefined without one */
export const taskNameIn = (task: string): string | undefined => frontMatterText(task, 'task_name')
