import type { KnownWorkflow } from '../../workflow/workflow-entry'
import { namedFolder } from '../engineer/files'
import type { WorkflowFile } from './format'

/** @returns what is known of a workflow of the repository; without its states all of its work is being planned */
export const entryOf = ({
  workflow,
  about,
  states = {},
}: Pick<WorkflowFile, 'workflow' | 'about'> & Partial<Pick<WorkflowFile, 'states'>>): KnownWorkflow => ({
  name: workflow,
  summary: about,
  choose: 'the repository asks for it',
  begin: `spell ${workflow} new NAME`,
  look: (piece) => `spell ${workflow} status --work ${piece}`,
  called: 'piece of work',
  named: namedFolder,
  phaseOnBoard: (state) => states[state]?.phase ?? 'planning',
  atGoal: 'complete',
  report: async () => (await import('./report')).reporting,
})
