import type { WorkflowEntry, WorkPhase } from '../../workflow/workflow-entry'
import { folder, namedFolder } from './files'
import { type State, stages } from './states'

/** What the piece of work of the six spells is called that has no name. */
export const unnamed = 'task'

/** A state in which a file is missing is where that file is; those that are not listed are planning. */
const phases: Readonly<Partial<Record<State, WorkPhase>>> = {
  ...stages,
  ERROR_TASK_MISSING: 'between',
  ERROR_TASK_RESULTS_MISSING: 'task',
  ACHIEVE_COMPLETE: 'complete',
}

export const entry: WorkflowEntry = {
  name: 'engineer',
  summary: 'Lead one piece of work with six spells: context, plan, one small task after the other, review',
  choose: 'you know roughly what you want and build it with an agent, one small task at a time',
  begin: 'spell accio',
  look: (piece, hasOthers) => (piece === unnamed && !hasOthers ? 'spell lumos' : `spell lumos --work ${piece}`),
  called: 'piece of work',
  folder,
  named: namedFolder,
  archive: '.ai/archive',
  // The states of a review end with the letter of its origin.
  phaseOnBoard: (state) => (/_[GA]$/.test(state) ? 'review' : (phases[state as State] ?? 'planning')),
  atGoal: 'proven',
  report: async () => (await import('./report')).reporting,
  load: () => import('./named'),
}
