import type { WorkflowEntry, WorkPhase } from '../../workflow/workflow-entry'

/** The states after the design; all before them are planning. */
const phases: Readonly<Partial<Record<string, WorkPhase>>> = {
  'ready-to-implement': 'between',
  'clear-pre-execute': 'between',
  'execute-batch': 'task',
  'clear-post-batch': 'between',
  'workflow-complete': 'complete',
  cleanup: 'complete',
  done: 'complete',
  stopped: 'complete',
}

export const entry: WorkflowEntry = {
  name: 'collab',
  summary: 'Take a list of items through design to code, one skill at a time',
  choose:
    'there are several things to do that build on each other, and they are to be designed first and then built in waves',
  begin: 'spell collab start',
  look: (piece) => `spell collab status --work ${piece}`,
  called: 'session',
  named: '.ai/collab/sessions',
  archive: '.ai/collab/archive',
  phaseOnBoard: (state) => phases[state] ?? 'planning',
  atGoal: 'done',
  report: async () => (await import('./report')).reporting,
  load: async () => ({ open: (await import('./index')).collab }),
}
