import type { WorkflowEntry } from '../workflow-entry'
import { phaseOnBoard } from './board'

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
  phaseOnBoard,
  atGoal: 'done',
  reserved: [],
  report: async () => (await import('./report')).reporting,
  map: async () => (await import('./map-plan')).mapPlan,
  load: async () => {
    const { definition, collab } = await import('./index')
    return { definition, open: collab }
  },
}
