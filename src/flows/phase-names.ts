import type { WorkPhase } from './flow'

export const phaseNames: Readonly<Record<WorkPhase, string>> = {
  planning: 'Planning',
  between: 'Between tasks',
  task: 'Task',
  review: 'Review',
  complete: 'Complete',
}
