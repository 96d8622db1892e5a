import type { WorkflowEntry } from '../workflow-entry'
import { phaseOnBoard } from './board'
import { folder, namedFolder } from './files'
import { engineer } from './index'

/** What the piece of work of the six spells is called that has no name. */
export const unnamed = 'task'

export const entry: WorkflowEntry = {
  name: 'engineer',
  summary: 'Lead one piece of work with six spells: context, plan, one small task after the other, review',
  choose: 'you know roughly what you want and build it with an agent, one small task at a time',
  begin: 'spell accio',
  look: (piece) => (piece === unnamed ? 'spell lumos' : `spell lumos --work ${piece}`),
  called: 'piece of work',
  folder,
  named: namedFolder,
  archive: '.ai/archive',
  phaseOnBoard,
  atGoal: 'proven',
  reserved: [],
  report: async () => (await import('./report')).reporting,
  map: async () => (await import('./map-plan')).mapPlan,
  load: async () => {
    const { engineerNamed } = await import('./named')
    return { definition: engineer.definition, open: (piece) => (piece === unnamed ? engineer : engineerNamed(piece)) }
  },
}
