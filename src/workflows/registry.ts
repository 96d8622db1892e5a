import type { Definition } from '../engine/definition'
import { engineer } from './engineer'
import type { Workflow } from './workflow'

/** What is known of a workflow without loading it. */
export interface WorkflowEntry {
  readonly name: string
  /** Describes it in the help; completes its name. */
  readonly summary: string
  /** Whom it suits; completes "Take it when". */
  readonly choose: string
  /** The command that starts a piece of work. */
  readonly begin: string
  /** The command that shows the state of a piece of work. */
  readonly look: (piece: string) => string
  /** The folder of its work. */
  readonly folder: string
  /** Whether it can have several pieces of work, each in a subfolder. */
  readonly many: boolean
  /** The folder for archived work; each archive is named after the work and ends with its id. */
  readonly archive?: string
  readonly load: () => Promise<{ readonly definition: Definition; readonly open: (piece: string) => Workflow }>
}

/** The default workflow. */
export const standard = 'engineer'

/** All workflows, in the order of the help. */
export const workflows: readonly WorkflowEntry[] = [
  {
    name: standard,
    summary: 'Lead one piece of work with six spells: context, plan, one small task after the other, review',
    choose: 'you know roughly what you want and build it with an agent, one small task at a time',
    begin: 'spell accio',
    look: () => 'spell lumos',
    folder: '.ai/task',
    many: false,
    archive: '.ai/archive',
    load: async () => ({ definition: engineer.definition, open: () => engineer }),
  },
  {
    name: 'discovery',
    summary: 'Plan a task in five phases, each reviewed before the next opens',
    choose: 'the task is large or unclear, and you want a plan that was checked before anything is built',
    begin: 'spell discovery start "…"',
    look: (piece) => `spell discovery status --task ${piece}`,
    folder: '.ai/discovery',
    many: true,
    load: async () => {
      const { definition, discovery } = await import('./discovery')
      return { definition, open: discovery }
    },
  },
  {
    name: 'collab',
    summary: 'Take a list of items through design to code, one skill at a time',
    choose:
      'there are several things to do that build on each other, and they are to be designed first and then built in batches',
    begin: 'spell collab start',
    look: (piece) => `spell collab status --session ${piece}`,
    folder: '.ai/collab/sessions',
    many: true,
    archive: '.ai/collab/archive',
    load: async () => {
      const { definition, collab } = await import('./collab')
      return { definition, open: collab }
    },
  },
  {
    name: 'hope',
    summary: 'Find out what is wanted and how, then work in waves that are verified',
    choose:
      'you are not sure yet what you want, or want your agent to work on its own for longer, with a check at every gate',
    begin: 'spell hope start "…"',
    look: () => 'spell hope status',
    folder: '.ai/hope',
    many: false,
    load: async () => {
      const { definition, hope } = await import('./hope')
      return { definition, open: () => hope() }
    },
  },
]
