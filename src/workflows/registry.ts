import type { Definition } from '../engine/definition'
import { engineer } from './engineer'
import type { Workflow } from './workflow'

/** What there is to know of a workflow without loading it. */
export interface WorkflowEntry {
  readonly name: string
  /** What it does, for the help: completes its name. */
  readonly summary: string
  /** For whom it is the right one: completes "Take it when". */
  readonly choose: string
  /** The command that begins a piece of work. */
  readonly begin: string
  /** The command that tells where a piece of work stands. */
  readonly look: (piece: string) => string
  /** Where its work is. */
  readonly folder: string
  /** Whether many pieces of work can be under way, each in a folder of its own below that. */
  readonly many: boolean
  /** Where its work goes that is archived, each in a folder that is named after it and ends with its id. */
  readonly archive?: string
  readonly load: () => Promise<{ readonly definition: Definition; readonly open: (piece: string) => Workflow }>
}

/** The one that everything is about where no other is named. */
export const standard = 'engineer'

/** Every workflow there is, in the order of the help. */
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
