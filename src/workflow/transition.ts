import type { Context, Facts, Payload } from '../engine/definition'
import type { ProofsNow } from './criteria/proofs-now'
import type { Workflow } from './flow'

/** What the store found: the text of a file, or `true` if only its presence was asked for. */
export type Probe = Readonly<Record<string, string | true | undefined>>

export interface TransitionInput<Brought = Payload> {
  readonly from: string
  readonly state: string
  readonly probe: Probe
  readonly before: Context
  readonly context: Context
  /** Empty if there is no payload. */
  readonly payload: Brought
}

/** What decides whose turn it is. */
export interface TurnInput {
  readonly state: string
  readonly context: Context
  readonly facts: Facts
  readonly probe: Probe
  readonly proofs?: ProofsNow | undefined
  /** Where a step that was just made came from. */
  readonly from?: string
  /** Whether a task was archived, so that something may be met without another one. */
  readonly hasTasks?: boolean
  /** The rows that have just answered an agent. */
  readonly rows?: readonly string[]
}

/** A completed transition, as input for descriptions. */
export interface TransitionResult<Brought = Payload> extends TransitionInput<Brought> {
  /** The ids of the row that answered, and of those taken after it. */
  readonly rows: readonly string[]
  readonly now: Date
  /** The numbers of the criteria that were ticked since the last step. */
  readonly ticked?: readonly number[]
  /** What its proofs show; absent if its plan has no commands and the settings ask for none. */
  readonly proofs?: ProofsNow
  /** Absent if nothing has a command. */
  readonly commandsLeft?: CommandsLeft
  /** Whether a task was archived. */
  readonly hasTasks?: boolean
  /** Whether the developer has agreed to an assumption or an open question, by its text. */
  readonly isAgreed?: (text: string) => boolean
}

/** How many commands of what is not shown yet may run, and how many wait for the developer. */
export interface CommandsLeft {
  readonly allowed: number
  readonly waiting: number
}

/** A step, as recorded in the history. */
export interface PastStep {
  /** ISO 8601, with milliseconds. */
  readonly time: string
  readonly from: string
  readonly to: string
  readonly row?: string
  /** The rows taken after the first. */
  readonly via?: readonly string[]
  readonly note?: string
  /** What the workflow recorded; a repair entry has the whole context, as `remembered`. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** What is left of a piece of work whose state is lost. */
export interface Remains {
  readonly probe: Probe
  /** The steps in effect, the oldest first; only those after `base`, if there is one. */
  readonly past: readonly PastStep[]
  /** An earlier state and context, verified by its digest. */
  readonly base?: { readonly state: string; readonly context: Context }
}

export interface Rebuilt {
  readonly state: string
  readonly context: Context
  /** The evidence for the state, if it is neither the history nor the base. */
  readonly because?: string
  readonly isReplayed?: boolean
  readonly missing?: readonly string[]
  /** What cannot be recovered; each completes "Lost:". */
  readonly lost?: readonly string[]
}

/** The files that the state or the context requires and that the probe has not found. */
export const missingFiles = (
  { files: { needs, buildsOn } }: Workflow,
  state: string,
  probe: Probe,
  context: Context = {},
): readonly string[] =>
  [...(needs?.[state] ?? []), ...(buildsOn?.(context) ?? [])].filter((path) => probe[path] === undefined)
