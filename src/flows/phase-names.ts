import type { WorkPhase } from './flow'

export const phaseNames: Readonly<Record<WorkPhase, string>> = {
  planning: 'Planning',
  between: 'Task draft',
  task: 'Task in progress',
  review: 'Review',
  complete: 'Complete',
}
