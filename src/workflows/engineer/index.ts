import { defineWorkflow } from '../../engine/definition'
import { taskItems } from '../../markdown/task-items'
import type { Workflow } from '../workflow'
import { domain, facts, guards, lists, possible, probes } from './facts'
import { file, guides, keyFiles } from './files'
import { laws } from './laws'
import { impliedBy, needs } from './recovery'
import { groups, stages } from './stages'
import { errors, spells, states } from './states'
import { rows } from './table'

/** The workflow of the six spells; docs/engineer.md shows its table. */
export const engineer: Workflow = {
  definition: defineWorkflow({
    name: 'engineer',
    initial: 'GATHER_NEEDS_CONTEXT',
    goal: 'ACHIEVE_COMPLETE',
    states,
    errors,
    events: spells,
    guards,
    rows,
    domain,
    possible,
    laws,
  }),
  folder: '.ai/task',
  archives: '.ai/archive/',
  local: '.ai/.local',
  look: 'lumos',
  probes,
  facts,
  lists,
  stages,
  groups,
  needs,
  impliedBy,
  plan: {
    file: file.plan,
    criteria: taskItems,
    progress: ({ criteria, openCriteria }) => ({ criteria: Number(criteria), open: Number(openCriteria) }),
  },
  naming: { file: file.task, safeName: async (text) => (await import('./safe-name')).safeName(text) },
  keyFiles,
  guides,
}
