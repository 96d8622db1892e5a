import type { Workflow } from '../workflow'
import { domain, facts, type Guard, guards, lists, possible, probes } from './facts'
import { file, guides, keyFiles } from './files'
import { laws } from './laws'
import { groups, stages } from './stages'
import { impliedBy, needs } from './standing'
import { errors, type Spell, type State, spells, states } from './states'
import { rows } from './table'

/** The six spells (specs: engineer). */
export const engineer: Workflow<State, Spell, Guard> = {
  definition: {
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
  },
  folder: '.ai/task',
  look: 'lumos',
  probes,
  facts,
  lists,
  progress: ({ criteria, openCriteria }) => ({ criteria: Number(criteria), open: Number(openCriteria) }),
  stages,
  groups,
  needs,
  impliedBy,
  planFile: file.plan,
  nameFile: file.task,
  safeName: async (text) => (await import('./safe-name')).safeName(text),
  keyFiles,
  guides,
}
