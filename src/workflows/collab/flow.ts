import { each, facts, groups } from '../../../templates/collab/workflow.yaml'
import type { WordOf } from '../../workflow/event-words'

export type Condition =
  | { readonly type: 'always' }
  | { readonly type: 'item_type'; readonly value: 'code' | 'task' | 'bugfix' }
  | { readonly type: 'items_remaining' | 'no_items_remaining' | 'batches_remaining' | 'no_batches_remaining' }

export interface Transition {
  readonly to: State
  /** Absent: always. */
  readonly condition?: Condition
}

/** A state of the flow: a skill to perform, a clear, a router, or the end. The last two have no skill. */
export interface WorkflowState {
  readonly id: State
  readonly skill: string | null
  readonly display: string
  /** Absent in clears and routers: the previous phase continues. */
  readonly phase?: Phase
  readonly transitions: readonly Transition[]
}

/** The id of a state, and the phase that it begins, as the file has them. */
export type State = string
export type Phase = string

/** A pause as the file has it, with the state in whose box it is on the map. */
interface Paused {
  readonly pause?: string
  readonly of?: string
}

/** A state as the file has it, under the name of its kind. */
interface Said extends Paused {
  readonly state?: string
  readonly router?: string
  readonly end?: string
  readonly skill?: string
  readonly called?: string
  readonly phase?: Phase
  /** The types of the items that it works on. */
  readonly takes?: readonly ('code' | 'task' | 'bugfix')[]
  /** What the developer says before its skill is done. */
  readonly says?: string
  /** What its skill writes. */
  readonly writes?: string
  /** Where it leads, and when; `next` is where it leads otherwise. */
  readonly ways?: readonly (readonly [when: string, to: string])[]
  readonly next?: string
}

const said = each as readonly Said[]
const idOf = ({ state, pause, router, end = '' }: Said): State => state ?? pause ?? router ?? end

const types: readonly string[] = facts.item as readonly string[]
const conditionOf = (when: string): Condition =>
  (types.includes(when) ? { type: 'item_type', value: when } : { type: when }) as Condition

export const clear = 'collab-clear'

/** The 34 states in the order of the work. The first transition whose condition holds is taken. */
export const flow: readonly WorkflowState[] = said.map((one) => ({
  id: idOf(one),
  skill: one.skill ?? (one.pause === undefined ? null : clear),
  display: one.called ?? (one.pause === undefined ? 'Routing' : 'Context Check'),
  ...(one.phase !== undefined && { phase: one.phase }),
  transitions: [
    ...(one.ways ?? []).map(([when, to]) => ({ to, condition: conditionOf(when) })),
    ...(one.next === undefined ? [] : [{ to: one.next }]),
  ],
}))

export const isRouter = ({ skill, transitions }: WorkflowState): boolean => skill === null && transitions.length > 0
export const isClear = (id: State): boolean => id.startsWith('clear-')
/** The states with a skill, without the clears. */
export const skillStates = flow.filter((state) => state.skill !== null && !isClear(state.id))
/** The 18 skills that can be completed. */
export const skills: readonly string[] = [...new Set(flow.flatMap(({ skill }) => skill ?? []))]

/** @returns what the file says of the states under a name, by their ids */
const saidOf = <Name extends keyof Said>(name: Name): Readonly<Partial<Record<State, NonNullable<Said[Name]>>>> =>
  Object.fromEntries(said.flatMap((one) => (one[name] === undefined ? [] : [[idOf(one), one[name]]])))

/** The states that work on one item, and the types that they take. */
export const itemTypes = saidOf('takes')
export const boxes = saidOf('of')
/** What is written when the skill of a state is done. */
export const writes = saidOf('writes')
/** The states that work on one item, and the clears between them. */
export const itemStates: readonly State[] = [
  ...(groups.exploring ?? []),
  ...(groups.drafting ?? []),
  'systematic-debugging',
]
/** Ended before its work was done; no state of the source. */
export const stopped = 'stopped'

/** Every value of each fact; a skill that is reported is given by its name. */
export const domain = { ...facts, given: [...(facts.given ?? []), ...skills] }

export const phases: readonly Phase[] = [...new Set(flow.flatMap(({ phase }) => phase ?? []))]
export const inPhase = (phase: Phase) => `in ${phase}`

export const getWorkflowStates = (): readonly WorkflowState[] => flow

export const getState = (id: string): WorkflowState | undefined => flow.find((state) => state.id === id)

/** @returns the skill of a state; null for a router, the end, or an unknown id */
export const getSkillForState = (id: string): string | null => getState(id)?.skill ?? null

/** An alias that matches `skillToState`. */
export const stateToSkill = getSkillForState

/**
 * The id of the first state with this skill, in any case; null if there is none. Twelve states have `collab-clear`;
 * only the session knows which one is meant.
 */
export function skillToState(skill: string): string | null {
  const name = normalized(skill)
  return flow.find((state) => state.skill === name)?.id ?? null
}

const normalized = (name: string): string => name.trim().toLowerCase()

/** The skill of that name, or of the state with that id; undefined if there is none. */
export function skillNamed(name: string): string | undefined {
  const wanted = normalized(name)
  return skills.find((skill) => skill === wanted) ?? getSkillForState(wanted) ?? undefined
}

/** @returns the only state of a skill that is reported by its name or that of its state; undefined for `collab-clear` */
export const stateNamed = (name: string): WorkflowState | undefined => {
  const skill = skillNamed(name)
  return skillStates.find((state) => state.skill === skill)
}

/** What the developer says before the list of items, the order of the work and the end are settled, by the row. */
export const wordsOfRows: Readonly<Record<string, string>> = {
  T2: 'settle',
  'T26.none': 'freeze',
  T32: 'finish',
  T33: 'cleanup',
}

/** The same by the skill. */
export const wordsOfSkills: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  said.flatMap(({ skill, says }) => (says === undefined ? [] : [[skill, says]])),
)

/** What the developer says before an event; before all others nothing. */
export const words: Readonly<Record<string, WordOf>> = {
  'complete-skill': (_, rows) => rows.flatMap((row) => wordsOfRows[row] ?? [])[0],
  cleanup: ({ choice }) => (choice === 'delete' ? 'delete' : 'cleanup'),
  stop: 'its name',
}

/** Whether a step ends with what the developer decides, by what its entry records; a new order is only shown. */
export const isDecided = ({ skill, built }: Readonly<Record<string, unknown>>): boolean =>
  typeof skill === 'string' &&
  Object.hasOwn(wordsOfSkills, skill) &&
  (built === undefined || skill !== 'ready-to-implement')

/** Whether a step is told as a decision: it also is if it quotes the developer, or changes what was agreed on. */
export const isDecision = (verb: string, about: Readonly<Record<string, unknown>>): boolean =>
  typeof about.said === 'string' || isDecided(about) || ['classify', 'remove', 'cleanup', 'stop'].includes(verb)
