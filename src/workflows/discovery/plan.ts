import type { Phase } from './phases'

/** Who may be the one that reviews. */
export type Reviewer = 'ai' | 'human'

/** Why a plan begins anew, and from where that usually is. */
export const triggers = {
  requirements_changed: 'contracts',
  implementation_failed: 'implementation_plan',
  review_failed: 'contracts',
  new_discovery: 'clarification',
  testing_failed: 'implementation_plan',
} as const satisfies Readonly<Record<string, Phase>>
export type Trigger = keyof typeof triggers

/** When each reviewer agreed; ISO 8601. `by` says who stood for the human. */
export interface Approval {
  readonly ai?: string
  readonly human?: string
  readonly by?: 'human' | 'autonomous'
}

/** What a plan remembers beside its state. Artifacts are files; what is here stays small. */
export type Plan = {
  readonly task: string
  readonly title: string
  readonly goal: string
  readonly acceptance_criteria: readonly string[]
  readonly autonomous_mode: boolean
  /** The phase of the state. */
  readonly phase: Phase
  readonly state_entered_at: string
  readonly skip_contracts: boolean
  readonly feedback: { readonly text: string; readonly by: Reviewer; readonly revision: number } | null
  readonly approvals: Readonly<Partial<Record<Phase, Approval>>>
  /** What later steps go by; an artifact as the path of its file. */
  readonly context_store: Readonly<Record<string, unknown>>
  /** How many earlier versions of an artifact are kept, by its key. */
  readonly revisions: Readonly<Record<string, number>>
  /** Phases whose artifact is still there and counts no more. */
  readonly stale: readonly Phase[]
  readonly restart_context: Restart | null
  readonly restarts: number
}

/** A plan that has just begun; it has every key of one. */
export const fresh: Plan = {
  task: '',
  title: '',
  goal: '',
  acceptance_criteria: [],
  autonomous_mode: false,
  phase: 'discovery',
  state_entered_at: '',
  skip_contracts: false,
  feedback: null,
  approvals: {},
  context_store: {},
  revisions: {},
  stale: [],
  restart_context: null,
  restarts: 0,
}
export const remembered = Object.keys(fresh)

export interface Restart {
  readonly trigger: Trigger
  readonly restart_from: Phase
  readonly changes: string
  readonly preserve_artifacts: readonly Phase[]
  /** Whose artifacts became earlier versions. */
  readonly set_aside: readonly Phase[]
  readonly invalidated: readonly string[]
  readonly timestamp: string
  readonly previous_state: string
}

/** What the events bring. The time is ISO 8601; texts are as somebody wrote them. */
export interface EventPayload {
  readonly at?: string
  /** Of `start`. */
  readonly task?: string
  readonly title?: string
  readonly goal?: string
  readonly criteria?: readonly string[]
  readonly autonomous?: boolean
  /** Of `submit`: the artifact, and the file that it was read from as it was typed. */
  readonly text?: string
  readonly source?: string
  /** Of `approve` and `revise`. */
  readonly as?: Reviewer
  readonly feedback?: string
  /** Of `replan`. */
  readonly from?: string
  readonly trigger?: string
  readonly changes?: string
  readonly preserve?: readonly string[]
  readonly invalidate?: readonly string[]
  readonly force?: boolean
  /** Of `autonomous`. */
  readonly on?: boolean
}

/** @returns the plan that a context is; undefined where none has been started */
export const planIn = (context: object): Plan | undefined => ('task' in context ? (context as Plan) : undefined)
