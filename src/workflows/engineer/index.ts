import { defineWorkflow } from '../../engine/definition'
import { likelyBoxes } from '../../text/markdown/task-items'
import type { Workflow } from '../../workflow/flow'
import { mayHaveCommands } from './criteria'
import { describe } from './describe'
import { entry } from './entry'
import { domain, facts, guards, lists, possible, probes, whenWritten } from './facts'
import { file, folder, guides, keyFiles } from './files'
import { laws } from './laws'
import { impliedBy, needs } from './recovery'
import { reviewFrom, updates } from './review-origin'
import { words } from './spells'
import { errors, spells, stages, states } from './states'
import { rows } from './table'
import { takeOver } from './taken-over'

/** A name as the template has it, and what may be meant as one. */
const hasName = /^---\r?\ntask_name: *\S.*\r?\n---/
const mayName = /^---|task[ _-]?(?:name|title)/i

/** The workflow of the six spells; docs/reference/engineer.md shows its table. */
export const engineer: Workflow = {
  definition: defineWorkflow({
    name: 'engineer',
    initial: 'GATHER_NEEDS_CONTEXT',
    goal: 'ACHIEVE_COMPLETE',
    states,
    errors,
    events: spells,
    guards,
    updates,
    rows,
    domain,
    brought: ['handedOver'],
    possible,
    laws,
  }),
  entry,
  folder,
  local: '.ai/.local',
  words,
  look: 'lumos',
  probes,
  facts,
  turn: async (now) => (await import('./engineer-turn')).turn(now),
  agreement: { words: () => ['Accio'], isBy: (event) => event === 'accio' },
  answers: { describe, whenWritten },
  memory: { keys: [reviewFrom] },
  effects: {
    changes: { 'take over': takeOver((name) => file[name]) },
    lists,
    naming: {
      file: file.task,
      safeName: async (text) => (await import('./name-fault')).safeName(text),
      faultIn: async (text) =>
        mayName.test(text) && !hasName.test(text) ? (await import('./name-fault')).nameFaultIn(text) : undefined,
    },
  },
  states: { stages },
  plan: {
    file: file.plan,
    criteria: likelyBoxes,
    progress: ({ criteria, openCriteria }) => ({ criteria: Number(criteria), open: Number(openCriteria) }),
    mayHaveCommands: (probe) => mayHaveCommands(String(probe[file.plan] ?? '')),
    completes: (event, state) =>
      (event === 'accio' &&
        ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'PR_APPLIED_PENDING_ARCHIVE_A'].includes(state)) ||
      (event === 'reverto' && state.endsWith('_A')),
  },
  files: { key: keyFiles, guides, needs, impliedBy },
}
