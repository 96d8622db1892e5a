import type { WorkflowEntry } from '../../workflow/workflow-entry'

export const entry: WorkflowEntry = {
  name: 'discovery',
  summary: 'Plan a task in five phases, each reviewed before the next opens',
  choose: 'the task is large or unclear, and you want a plan that was checked before anything is built',
  begin: 'spell discovery start "…"',
  look: (piece) => `spell discovery status --work ${piece}`,
  called: 'plan',
  named: '.ai/discovery',
  archive: '.ai/discovery-archive',
  // A plan is planned and reviewed, and complete when it is verified.
  phaseOnBoard: (state) => (state === 'verified' ? 'complete' : state.includes('_awaiting_') ? 'review' : 'planning'),
  atGoal: 'verified',
  isPlan: true,
  report: async () => (await import('./report')).reporting,
  load: async () => ({ open: (await import('./index')).discovery }),
}
