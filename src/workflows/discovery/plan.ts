import { each, states as named, words as taken } from '../../../templates/discovery/workflow.yaml'
import type { WordOf } from '../../workflow/event-words'
import { statesOf } from '../../workflow/steps'
import { wordsOf } from '../../workflow/words'
import type { Point } from './checks'

export const phases = ['discovery', 'clarification', 'contracts', 'implementation_plan', 'validation'] as const
export type Phase = (typeof phases)[number]
export type State = Phase | `${Phase}_awaiting_ai_review` | `${Phase}_awaiting_human_review` | 'verified'

export const aiReview = <P extends Phase>(phase: P) => `${phase}_awaiting_ai_review` as const
export const humanReview = <P extends Phase>(phase: P) => `${phase}_awaiting_human_review` as const

/** All states, in the order of the work. */
export const states = statesOf({ each, states: named }) as readonly State[]

/** @returns the phase of a state; none at the end */
export const phaseOf = (state: string): Phase | undefined =>
  phases.find((phase) => [phase, aiReview(phase), humanReview(phase)].includes(state as Phase))

export function reviewerIn(state: string): Reviewer | undefined {
  if (state.endsWith('_awaiting_ai_review')) return 'ai'
  return state.endsWith('_awaiting_human_review') ? 'human' : undefined
}

/** @returns the phase of that name, in any case, with spaces or hyphens instead of underscores */
export const phaseNamed = (name: string): Phase | undefined =>
  phases.find((phase) => phase === name.trim().toLowerCase().replace(/[ -]+/g, '_'))

export const before = (phase: Phase): readonly Phase[] => phases.slice(0, phases.indexOf(phase))
export const from = (phase: Phase): readonly Phase[] => phases.slice(phases.indexOf(phase))
export const titleOf = (phase: Phase): string => phase.replace('_', ' ')

/** @returns what the file says of each phase under a name */
const ofEach = <Said>(name: string) =>
  Object.fromEntries(each.map((one) => [one.phase, one[name]])) as Readonly<Record<Phase, Said>>

/** The name under which its artifact is kept. */
export const artifactKey = ofEach<string>('artifact')
/** What a review says what it saw of, by the names that its brief has. */
export const looksAt = ofEach<readonly string[]>('looks at')
export const minutes = ofEach<number>('minutes')
/** The lists whose length a plan knows, by the names under which it does. */
export const counts = ofEach<Readonly<Record<string, string>>>('counts')

/** What is said of a plan, and what it takes. */
export const wordForms = wordsOf({ words: taken, each })

/** What the developer says before each event. */
export const words: Readonly<Record<string, WordOf>> = {
  start: ({ autonomous }) => (autonomous === true ? 'autonomous' : undefined),
  submit: 'none',
  // Every other approval is the agent's own review, which the table refuses where the developer's is asked for.
  approve: ({ as }) => (as === 'human' ? 'approve' : undefined),
  revise: 'none',
  replan: 'its name',
  autonomous: ({ on }) => (on === true ? 'autonomous' : undefined),
  status: 'none',
}

type Reviewer = 'ai' | 'human'

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

export interface Restart {
  readonly trigger: string
  readonly restart_from: Phase
  readonly changes: string
  readonly preserve_artifacts: readonly Phase[]
  readonly set_aside: readonly Phase[]
  readonly invalidated: readonly string[]
  readonly timestamp: string
  readonly previous_state: string
}

/** The context of a plan: every key with its first value. Artifacts are files, so it stays small. */
const initial = {
  task: '',
  title: '',
  goal: '',
  acceptance_criteria: [] as readonly string[],
  autonomous_mode: false,
  phase: 'discovery' as Phase,
  state_entered_at: '',
  skip_contracts: false,
  feedback: [] as readonly Feedback[],
  approvals: {} as Readonly<Partial<Record<Phase, Approval>>>,
  /** The input of later steps; an artifact as the path of its file. */
  context_store: {} as Readonly<Record<string, unknown>>,
  /** How many earlier versions of an artifact are kept, by its key. */
  revisions: {} as Readonly<Record<string, number>>,
  /** The newest earlier revision that was before the developer. */
  seen: {} as Readonly<Partial<Record<Phase, number>>>,
  /** Phases whose artifact still exists but no longer counts. */
  stale: [] as readonly Phase[],
  restart_context: null as Restart | null,
  restarts: 0,
}

export type Plan = Readonly<typeof initial> & {
  /** What was passed on with an approval as the developer's words, or typed by them. */
  readonly notes?: readonly { readonly phase: Phase; readonly text: string; readonly typed?: boolean }[]
}

/** The context of a new plan. */
export const fresh: Plan = initial

/** The last is in a plan once it is said. */
export const remembered = [...Object.keys(fresh), 'notes']

/** What begins a plan. Texts are unchanged input, here and below. */
export interface Begun extends Pick<Partial<Plan>, 'task' | 'title' | 'goal'> {
  readonly criteria?: readonly string[]
  readonly autonomous?: boolean
}

/** An artifact, the name of its file, and how it settles what is open, by its name. */
export interface HandedIn {
  readonly text?: string
  readonly source?: string
  readonly settled?: Readonly<Record<string, string>>
}

/** What a reviewer says. */
export interface Reviewed {
  readonly as?: Reviewer
  readonly feedback?: readonly string[]
  /** What the developer says with an approval. */
  readonly said?: string
  /** Whether the developer typed the words, and no agent passes them on. */
  readonly typed?: boolean
  /** What the agent found on each point, by its id. */
  readonly findings?: Readonly<Record<string, string>>
}

/** From where a plan begins again, and why. */
export interface Restarted {
  readonly from?: string
  readonly trigger?: string
  readonly changes?: string
  readonly preserve?: readonly string[]
  readonly invalidate?: readonly string[]
  readonly force?: boolean
}

/** What a look at the repository tells. */
export interface Seen {
  /** The points of the artifact that is reviewed now, and the version of it that the developer saw last. */
  readonly points?: readonly Point[]
  readonly earlier?: string
  /** What a review can name: the artifacts and the criteria, as one text. */
  readonly reviewed?: string
  /** For what is handed in: the questions of the discovery, and the versions that were sent back, by their revisions. */
  readonly questions?: readonly string[]
  readonly versions?: Readonly<Record<number, string>>
  /** The folder of the work that carries the plan out. */
  readonly carried?: string
}

/** What a word brings: its own part, as the history records it, and what was seen then. */
export interface PlanPayload extends Begun, HandedIn, Reviewed, Restarted, Seen {
  /** ISO 8601. */
  readonly at?: string
  /** Whether the autonomous mode is to be on. */
  readonly on?: boolean
}

/** @returns the plan in a context; undefined if none was started */
export const planIn = (context: object): Plan | undefined => ('task' in context ? (context as Plan) : undefined)

export const openIn = (plan: Plan, phase: Phase): readonly Feedback[] =>
  plan.feedback.filter((one) => one.phase === phase && one.settled === undefined)

/** The number of the artifact that a phase has, or gets next. */
export const revisionOf = ({ revisions }: Plan, phase: Phase): number => (revisions[artifactKey[phase]] ?? 0) + 1

export const hasArtifact = ({ context_store: store }: Plan, phase: Phase): boolean => artifactKey[phase] in store

/** @returns earlier phases without an artifact that were not skipped on purpose */
export const jumpedOver = (plan: Plan, start: Phase): readonly Phase[] =>
  before(start).filter((phase) => !hasArtifact(plan, phase) && !(phase === 'contracts' && plan.skip_contracts))

/** @returns the phases before one that the agent approved and whose human review comes with this one */
export const leftOpen = (plan: Plan, phase: Phase): readonly Phase[] =>
  before(phase).filter((one) => {
    const { ai, human } = plan.approvals[one] ?? {}
    return ai !== undefined && human === undefined && !plan.stale.includes(one)
  })
