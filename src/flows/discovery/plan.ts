import type { Point } from './checks'
import { artifactKey, type Phase } from './phases'

type Reviewer = 'ai' | 'human'

/** Why a plan is restarted, and the phase from which that usually happens. */
export const triggers = {
  requirements_changed: 'contracts',
  implementation_failed: 'implementation_plan',
  review_failed: 'contracts',
  new_discovery: 'clarification',
  testing_failed: 'implementation_plan',
} as const satisfies Readonly<Record<string, Phase>>
export type Trigger = keyof typeof triggers

/** What a phase was sent back with, or begun again for. It is open until an artifact settles it by its name. */
export interface Feedback {
  /** F1, F2 …, counted through the plan. */
  readonly id: string
  readonly phase: Phase
  readonly text: string
  /** `developer` typed it themselves; of `human` the agent passes it on. */
  readonly by: Reviewer | 'developer'
  /** Of the artifact that it is about. */
  readonly revision: number
  /** How the next artifact settles it. */
  readonly settled?: string
}

/** When each reviewer approved; ISO 8601. `by` says who acted for the human. */
export interface Approval {
  readonly ai?: string
  readonly human?: string
  readonly by?: 'human' | 'autonomous'
  /** The points of the program's list as they were then; what the agent found on each, by its id, and its own: R1 … */
  readonly points?: readonly Point[]
  readonly findings?: Readonly<Record<string, string>>
}

/** The context of a plan. Artifacts are files, so this stays small. */
export type Plan = {
  readonly task: string
  readonly title: string
  readonly goal: string
  readonly acceptance_criteria: readonly string[]
  readonly autonomous_mode: boolean
  readonly phase: Phase
  readonly state_entered_at: string
  readonly skip_contracts: boolean
  readonly feedback: readonly Feedback[]
  readonly approvals: Readonly<Partial<Record<Phase, Approval>>>
  /** The input of later steps; an artifact as the path of its file. */
  readonly context_store: Readonly<Record<string, unknown>>
  /** How many earlier versions of an artifact are kept, by its key. */
  readonly revisions: Readonly<Record<string, number>>
  /** The newest earlier revision that was before the developer. */
  readonly seen: Readonly<Partial<Record<Phase, number>>>
  /** Phases whose artifact still exists but no longer counts. */
  readonly stale: readonly Phase[]
  readonly restart_context: Restart | null
  readonly restarts: number
  /** Which phases a human reviews (default: all). */
  readonly reviews?: Reviews
  /** What was passed on with an approval as the developer's words, or typed by them. */
  readonly notes?: readonly { readonly phase: Phase; readonly text: string; readonly typed?: boolean }[]
}

/** Which phases a human reviews: each one, or the clarification and the end. */
export const reviews = ['all', 'final'] as const
export type Reviews = (typeof reviews)[number]

/** The context of a new plan; it has every key. */
export const fresh: Plan = {
  task: '',
  title: '',
  goal: '',
  acceptance_criteria: [],
  autonomous_mode: false,
  phase: 'discovery',
  state_entered_at: '',
  skip_contracts: false,
  feedback: [],
  approvals: {},
  context_store: {},
  revisions: {},
  seen: {},
  stale: [],
  restart_context: null,
  restarts: 0,
}
/** The last two are in a plan once they are said. */
export const remembered = [...Object.keys(fresh), 'reviews', 'notes']

export interface Restart {
  readonly trigger: Trigger
  readonly restart_from: Phase
  readonly changes: string
  readonly preserve_artifacts: readonly Phase[]
  readonly set_aside: readonly Phase[]
  readonly invalidated: readonly string[]
  readonly timestamp: string
  readonly previous_state: string
}

/** The payloads of the events. Times are ISO 8601; texts are unchanged input. */
export interface EventPayload {
  readonly at?: string
  readonly task?: string
  readonly title?: string
  readonly goal?: string
  readonly criteria?: readonly string[]
  readonly autonomous?: boolean
  readonly reviews?: Reviews
  readonly text?: string
  readonly source?: string
  readonly as?: Reviewer
  readonly feedback?: readonly string[]
  /** For `submit`: how it settles what is open, by its name. */
  readonly settled?: Readonly<Record<string, string>>
  /** For `approve`: what the developer says with it, and what the agent found on each point, by its id. */
  readonly said?: string
  /** Whether the developer typed the words, and no agent passes them on. */
  readonly typed?: boolean
  readonly findings?: Readonly<Record<string, string>>
  /** The points of the artifact that is reviewed now, and the version of it that the developer saw last. */
  readonly points?: readonly Point[]
  /** What a review can name: the artifacts and the criteria, as one text. */
  readonly reviewed?: string
  readonly earlier?: string
  /** For `submit`: the questions of the discovery, and the versions that were sent back, by their revisions. */
  readonly questions?: readonly string[]
  readonly versions?: Readonly<Record<number, string>>
  /** For `status`: the folder of the work that carries the plan out. */
  readonly carried?: string
  readonly from?: string
  readonly trigger?: string
  readonly changes?: string
  readonly preserve?: readonly string[]
  readonly invalidate?: readonly string[]
  readonly force?: boolean
  readonly on?: boolean
}

/** @returns the plan in a context; undefined if none was started */
export const planIn = (context: object): Plan | undefined => ('task' in context ? (context as Plan) : undefined)

export const openIn = (plan: Plan, phase: Phase): readonly Feedback[] =>
  plan.feedback.filter((one) => one.phase === phase && one.settled === undefined)

/** The number of the artifact that a phase has, or gets next. */
export const revisionOf = ({ revisions }: Plan, phase: Phase): number => (revisions[artifactKey[phase]] ?? 0) + 1
