import { each, states as named } from '../../../templates/discovery/workflow.yaml'
import { statesOf } from '../../workflow/steps'
import type { WordOf } from '../words'

export const phases = ['discovery', 'clarification', 'contracts', 'implementation_plan', 'validation'] as const
export type Phase = (typeof phases)[number]

type Reviewed<P extends Phase> = P | `${P}_awaiting_ai_review` | `${P}_awaiting_human_review`
export type State = Reviewed<Phase> | 'verified'

export const aiReview = <P extends Phase>(phase: P) => `${phase}_awaiting_ai_review` as const
export const humanReview = <P extends Phase>(phase: P) => `${phase}_awaiting_human_review` as const

/** All states, in the order of the work. */
export const states = statesOf({ each, states: named }) as readonly State[]

/** @returns the phase of a state; none at the end */
export const phaseOf = (state: string): Phase | undefined =>
  phases.find((phase) => [phase, aiReview(phase), humanReview(phase)].includes(state as Phase))

export function reviewerIn(state: string): 'ai' | 'human' | undefined {
  if (state.endsWith('_awaiting_ai_review')) return 'ai'
  return state.endsWith('_awaiting_human_review') ? 'human' : undefined
}

export const before = (phase: Phase): readonly Phase[] => phases.slice(0, phases.indexOf(phase))
export const from = (phase: Phase): readonly Phase[] => phases.slice(phases.indexOf(phase))

/** @returns what the file says of each phase under a name */
const ofEach = <Said>(name: string) =>
  Object.fromEntries(each.map((one) => [one.phase, one[name]])) as Readonly<Record<Phase, Said>>

/** The name under which its artifact is kept. */
export const artifactKey = ofEach<string>('artifact')
/** What a review says what it saw of, by the names that its brief has. */
export const looksAt = ofEach<readonly string[]>('looks at')
export const minutes = ofEach<number>('minutes')

export const titleOf = (phase: Phase): string => phase.replace('_', ' ')

/** The events of a plan, in the order in which answers list them. */
export const events = ['start', 'submit', 'approve', 'revise', 'replan', 'autonomous', 'status'] as const

/** What the developer says before each event. */
export const words: Readonly<Record<(typeof events)[number], WordOf>> = {
  start: ({ autonomous }) => (autonomous === true ? 'autonomous' : undefined),
  submit: 'none',
  // Every other approval is the agent's own review, which the table refuses where the developer's is asked for.
  approve: ({ as }) => (as === 'human' ? 'approve' : undefined),
  revise: 'none',
  replan: 'its name',
  autonomous: ({ on }) => (on === true ? 'autonomous' : undefined),
  status: 'none',
}

/** The last two are raised by the table itself. */
export type Event = (typeof events)[number] | 'always' | 'done'
