import type { Context, Definition } from '../engine/definition'
import type { Workflow } from './flow'
import type { Reporting } from './reporting'

/** Of a state: writing the plan, between two tasks, in a task, or with an applied review that is to be archived. */
export type Stage = 'planning' | 'between' | 'task' | 'review'

export const workPhases = ['planning', 'between', 'task', 'review', 'complete'] as const
export type WorkPhase = (typeof workPhases)[number]

/** A hook of an agent's host, which runs `spell <workflow> hook <name>`; the event is called as Claude Code calls it. */
export interface HostHook {
  readonly name: string
  readonly event: string
  /** Which tools it is about. */
  readonly matcher?: string
}

/** What a hook is asked about: a piece of work, as it is stored, and what the host sends, which is not validated. */
export interface HookAsked {
  readonly input: Readonly<Record<string, unknown>>
  readonly context: Context
  readonly state: string
  /** @returns a text of `templates/<workflow>-hooks/` */
  text(name: string, values?: Readonly<Record<string, string>>): string
  /** @returns whether it was never told here; notes that it is told now */
  isFirst(what: string): Promise<boolean>
}

/** What answers the hooks, by their names; undefined to stay silent. Hooks are frequent: the history is not read. */
export interface HookAnswers {
  readonly definition: Pick<Definition, 'states' | 'regions'>
  readonly answers: Readonly<Record<string, (asked: HookAsked) => Promise<object | undefined>>>
}

/** What is known of a workflow without loading it. */
export interface KnownWorkflow {
  readonly name: string
  /** Describes it in the help; completes its name. */
  readonly summary: string
  /** Whom it suits; completes "Take it when". */
  readonly choose: string
  readonly begin: string
  readonly look: (piece: string, hasOthers?: boolean) => string
  /** The folder of the piece of work that needs no name; absent if each has one. */
  readonly folder?: string
  /** The noun for a piece of its work. */
  readonly called: string
  /** The folder with a subfolder for each piece of work that has a name; absent if there is only one. */
  readonly named?: string
  /** The folder for archived work; each archive is named after the work and ends with its id. */
  readonly archive?: string
  readonly phaseOnBoard: (state: string) => WorkPhase
  /** The word for a piece of work at its goal: `spell check --require` takes it. */
  readonly atGoal: string
  /** Whether a piece of work is a plan, to be carried out with the six spells; what it records carries its name, which stays. */
  readonly isPlan?: true
  /** Set if agents get hooks and slash commands of it when it is first used: the verbs with one of their own. */
  readonly forAgents?: readonly (readonly [verb: string, summary: string])[]
  /** What its agents' hosts are answered in its hooks. */
  readonly hooks?: { readonly on: readonly HostHook[]; readonly load: () => Promise<HookAnswers> }
  readonly report: () => Promise<Reporting>
}

/** A workflow that a repository has. */
export interface WorkflowEntry extends KnownWorkflow {
  /** `like`: the piece of work whose definition the workflow is of, if that has another name. */
  readonly load: () => Promise<{ readonly open: (piece: string, like?: string) => Workflow }>
  /** The workflow of a new piece of work, where that is defined in the repository; absent for a built-in one. */
  readonly fresh?: (piece: string) => Promise<Workflow>
}
