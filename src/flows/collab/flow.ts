import type { WordOf } from '../words'


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

export const phases = [
  'brainstorming',
  'rough-draft/interface',
  'rough-draft/pseudocode',
  'rough-draft/skeleton',
  'rough-draft/build-task-graph',
  'rough-draft/handoff',
  'implementation',
  'complete',
] as const
export type Phase = (typeof phases)[number]

export const clear = 'collab-clear' as const

type To<Id> = { readonly to: Id; readonly condition?: Condition }
const then = <const Id>(to: Id): readonly To<Id>[] => [{ to }]
const ofType = <const Id>(value: 'code' | 'task' | 'bugfix', to: Id): To<Id> => ({ to, condition: { type: 'item_type', value } })
const pause = <const Id, const Next>(id: Id, to: Next) => ({ id, skill: clear, display: 'Context Check', transitions: then(to) })
const router = <const Id, const Next extends string>(id: Id, ...transitions: readonly To<Next>[]) => ({ id, skill: null, display: 'Routing', transitions })

/**
 * The 34 states in the order of the work; the table is generated from them. The first transition whose condition holds
 * is taken.
 */
const states = [
  { id: 'collab-start',           skill: 'collab-start',            display: 'Starting',            phase: 'brainstorming', transitions: then('gather-goals') },
  { id: 'gather-goals',           skill: 'gather-session-goals',    display: 'Gathering Goals',     phase: 'brainstorming', transitions: then('clear-pre-item') },
  pause('clear-pre-item', 'work-item-router'),
  router('work-item-router', ofType('code', 'brainstorm-exploring'), ofType('task', 'brainstorm-exploring'), ofType('bugfix', 'systematic-debugging'), { to: 'ready-to-implement', condition: { type: 'no_items_remaining' } }),

  { id: 'brainstorm-exploring',   skill: 'brainstorming-exploring',   display: 'Exploring',         phase: 'brainstorming', transitions: then('clear-bs1') },
  pause('clear-bs1', 'brainstorm-clarifying'),
  { id: 'brainstorm-clarifying',  skill: 'brainstorming-clarifying',  display: 'Clarifying',        phase: 'brainstorming', transitions: then('clear-bs2') },
  pause('clear-bs2', 'brainstorm-designing'),
  { id: 'brainstorm-designing',   skill: 'brainstorming-designing',   display: 'Designing',         phase: 'brainstorming', transitions: then('clear-bs3') },
  pause('clear-bs3', 'brainstorm-validating'),
  { id: 'brainstorm-validating',  skill: 'brainstorming-validating',  display: 'Validating',        phase: 'brainstorming', transitions: then('item-type-router') },
  router('item-type-router', ofType('code', 'clear-pre-rough'), ofType('task', 'task-planning')),

  pause('clear-pre-rough', 'rough-draft-interface'),
  { id: 'rough-draft-interface',  skill: 'rough-draft-interface',   display: 'Defining Interfaces', phase: 'rough-draft/interface', transitions: then('clear-rd1') },
  pause('clear-rd1', 'rough-draft-pseudocode'),
  { id: 'rough-draft-pseudocode', skill: 'rough-draft-pseudocode',  display: 'Writing Pseudocode',  phase: 'rough-draft/pseudocode', transitions: then('clear-rd2') },
  pause('clear-rd2', 'rough-draft-skeleton'),
  { id: 'rough-draft-skeleton',   skill: 'rough-draft-skeleton',    display: 'Building Skeleton',   phase: 'rough-draft/skeleton', transitions: then('clear-rd3') },
  pause('clear-rd3', 'build-task-graph'),
  { id: 'build-task-graph',       skill: 'build-task-graph',        display: 'Building Tasks',      phase: 'rough-draft/build-task-graph', transitions: then('clear-rd4') },
  pause('clear-rd4', 'rough-draft-handoff'),
  { id: 'rough-draft-handoff',    skill: 'rough-draft-handoff',     display: 'Preparing Handoff',   phase: 'rough-draft/handoff', transitions: then('clear-post-item') },

  { id: 'task-planning',          skill: 'task-planning',           display: 'Planning Task',       phase: 'brainstorming', transitions: then('clear-post-item') },
  { id: 'systematic-debugging',   skill: 'systematic-debugging',    display: 'Investigating',       phase: 'brainstorming', transitions: then('clear-post-item') },
  pause('clear-post-item', 'work-item-router'),

  { id: 'ready-to-implement',     skill: 'ready-to-implement',      display: 'Ready',               phase: 'implementation', transitions: [{ to: 'work-item-router', condition: { type: 'items_remaining' } }, { to: 'clear-pre-execute' }] },
  pause('clear-pre-execute', 'batch-router'),
  router('batch-router', { to: 'execute-batch', condition: { type: 'batches_remaining' } }, { to: 'workflow-complete', condition: { type: 'no_batches_remaining' } }),
  { id: 'execute-batch',          skill: 'executing-plans',         display: 'Executing',           phase: 'implementation', transitions: then('log-batch-complete') },
  router('log-batch-complete', ...then('clear-post-batch')),
  pause('clear-post-batch', 'batch-router'),

  { id: 'workflow-complete',      skill: 'finishing-a-development-branch', display: 'Finishing',    phase: 'complete', transitions: then('cleanup') },
  { id: 'cleanup',                skill: 'collab-cleanup',          display: 'Cleaning Up',         phase: 'complete', transitions: then('done') },
  { id: 'done',                   skill: null,                      display: 'Done',                phase: 'complete', transitions: [] },
] as const

export type State = (typeof states)[number]['id']
/** Ended before its work was done; no state of the source. */
export const stopped = 'stopped' as const
export type SessionPlace = State | typeof stopped
export type Skill = NonNullable<(typeof states)[number]['skill']>
export const flow: readonly WorkflowState[] = states

export const isRouter = ({ skill, transitions }: WorkflowState): boolean => skill === null && transitions.length > 0
export const isClear = ({ skill }: WorkflowState): boolean => skill === clear
/** The states with a skill, without the clears. */
export const skillStates = flow.filter((state) => state.skill !== null && !isClear(state))
/** The 18 skills that can be completed. */
export const skills: readonly Skill[] = [...new Set(states.flatMap(({ skill }) => skill ?? []))]

/** The states that work on one item, and the types that they take. */
export const itemTypes: Readonly<Partial<Record<State, readonly ('code' | 'task' | 'bugfix')[]>>> = {
  'brainstorm-exploring': ['code', 'task'],
  'brainstorm-clarifying': ['code', 'task'],
  'brainstorm-designing': ['code', 'task'],
  'brainstorm-validating': ['code', 'task'],
  'rough-draft-interface': ['code'],
  'rough-draft-pseudocode': ['code'],
  'rough-draft-skeleton': ['code'],
  'build-task-graph': ['code'],
  'rough-draft-handoff': ['code'],
  'task-planning': ['task'],
  'systematic-debugging': ['bugfix'],
}

/** Those, and the clears between them. */
export const itemStates: readonly State[] = flow
  .slice(
    flow.findIndex(({ id }) => id === 'brainstorm-exploring'),
    flow.findIndex(({ id }) => id === 'clear-post-item'),
  )
  .filter((state) => !isRouter(state))
  .map(({ id }) => id)

export const inPhase = (phase: Phase) => `in ${phase}` as const

export const takesItem = (state: State) => `item for ${state}` as const

export const isClearId = (id: string): boolean => id.startsWith('clear-')

/** The events, in the order in which answers list them. */
export const events = [
  'complete-skill', 'task', 'add', 'classify', 'rename', 'remove', 'items', 'cleanup', 'stop', 'start', 'status',
] as const

/** What the developer says before the list of items, the order of the work and the end are settled, by the row. */
export const wordsOfRows: Readonly<Record<string, string>> = { T2: 'settle', 'T26.none': 'freeze', T32: 'finish', T33: 'cleanup' }

/** The same by the skill. */
export const wordsOfSkills: Readonly<Partial<Record<string, string>>> = {
  'gather-session-goals': 'settle',
  'ready-to-implement': 'freeze',
  'finishing-a-development-branch': 'finish',
  'collab-cleanup': 'cleanup',
} satisfies Partial<Record<Skill, string>>

/** What the developer says before an event; before all others nothing. */
export const words: Readonly<Record<string, WordOf>> = {
  'complete-skill': (_, rows) => rows.flatMap((row) => wordsOfRows[row] ?? [])[0],
  cleanup: ({ choice }) => (choice === 'delete' ? 'delete' : 'cleanup'),
  stop: 'its name',
}

export type Event = (typeof events)[number] | 'leave' | 'pass' | 'always'
