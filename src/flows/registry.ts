import type { Definition } from '../engine/definition'
import { engineer } from './engineer'
import { namedFolder, folder as taskFolder } from './engineer/files'
import type { Workflow } from './flow'

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
  /** The folder of the piece of work that needs no name; absent if each has one. */
  readonly folder?: string
  /** The noun for a piece of its work. */
  readonly called: string
  /** The folder with a subfolder for each piece of work that has a name; absent if there is only one. */
  readonly named?: string
  /** The folder for archived work; each archive is named after the work and ends with its id. */
  readonly archive?: string
  readonly load: () => Promise<{ readonly definition: Definition; readonly open: (piece: string) => Workflow }>
}

/** What the piece of work of the six spells is called that has no name. */
export const unnamed = 'task'

/** The default workflow. */
export const standard = 'engineer'

/** Its piece of work that has no name: the only one that is loaded with the program. */
export const standardFlow: Workflow = engineer

/** All workflows, in the order of the help. */
export const workflows: readonly WorkflowEntry[] = [
  {
    name: standard,
    summary: 'Lead one piece of work with six spells: context, plan, one small task after the other, review',
    choose: 'you know roughly what you want and build it with an agent, one small task at a time',
    begin: 'spell accio',
    look: (piece) => (piece === unnamed ? 'spell lumos' : `spell lumos --work ${piece}`),
    called: 'piece of work',
    folder: taskFolder,
    named: namedFolder,
    archive: '.ai/archive',
    load: async () => {
      const { engineerNamed } = await import('./engineer/named')
      return { definition: engineer.definition, open: (piece) => (piece === unnamed ? engineer : engineerNamed(piece)) }
    },
  },
  {
    name: 'discovery',
    summary: 'Plan a task in five phases, each reviewed before the next opens',
    choose: 'the task is large or unclear, and you want a plan that was checked before anything is built',
    begin: 'spell discovery start "…"',
    look: (piece) => `spell discovery status --work ${piece}`,
    called: 'plan',
    named: '.ai/discovery',
    archive: '.ai/discovery-archive',
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
    look: (piece) => `spell collab status --work ${piece}`,
    called: 'session',
    named: '.ai/collab/sessions',
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
    called: 'session',
    folder: '.ai/hope',
    load: async () => {
      const { definition, hope } = await import('./hope')
      return { definition, open: () => hope() }
    },
  },
]

/** @returns what is known of a workflow. Throws if there is none of that name */
export function entryOf(name: string): WorkflowEntry {
  const entry = workflows.find((known) => known.name === name)
  if (!entry) throw new Error(`there is no workflow ${name}`)
  return entry
}
