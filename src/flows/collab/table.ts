import type { Row as RowOf } from '../../engine/definition'
import type { Effect } from '../flow'
import type { Guard, Obstacle } from './facts'
import { type Event, flow, inPhase, isClear, isRouter, itemStates, itemTypes, type SessionPlace, type Skill, type State, skillStates, stopped, type Transition, takesItem, type WorkflowState } from './flow'
import { writing } from './required-documents'
import type { Update } from './updates'

type Row = RowOf<Effect, SessionPlace, Event, Guard, Update>

/**
 * The table of collab, generated from the flow. The first row of a state and an event whose `when` holds answers. Each
 * id is the name of a text in `templates/collab/states/`; `T` has the number of a state in the flow, `R` refuses to
 * leave a state, `B` is an event, `X` rejects a payload.
 */

/** The guard for a condition of the flow, and the suffix of its row's id. */
const asks = ({ condition }: Transition): readonly [guard?: Guard, suffix?: string] => {
  switch (condition?.type) {
    case 'item_type': return [condition.value === 'code' ? 'item is code' : `item is a ${condition.value}`, condition.value]
    case 'items_remaining': return ['items left', 'more']
    case 'no_items_remaining': return ['no items left']
    case 'batches_remaining': return ['waves left', 'more']
    case 'no_batches_remaining': return ['no waves left']
    default: return []
  }
}

const leaving: Readonly<Partial<Record<State, readonly Update[]>>> = {
  'gather-goals': ['import items'],
  'rough-draft-handoff': ['documented'],
  'task-planning': ['documented'],
  'systematic-debugging': ['documented'],
  'execute-batch': ['begin wave', 'complete wave'],
}

const entering: Readonly<Partial<Record<State, readonly Update[]>>> = {
  'work-item-router': ['select item'],
  'ready-to-implement': ['show tasks'],
  'clear-pre-execute': ['build waves'],
  'execute-batch': ['begin wave'],
}

const over = ['done', stopped] as const

const phaseOf = (id: State) => flow.find((state) => state.id === id)?.phase

function updatesOf({ id, skill }: WorkflowState, to: State): Update[] {
  const phase = phaseOf(to)
  return [
    ...(skill === null ? [] : [skill === 'collab-clear' ? ('add to the note' as const) : ('keep the note' as const)]),
    ...(itemTypes[id] ? [takesItem(id)] : []),
    ...(leaving[id] ?? []),
    ...(entering[to] ?? []),
    ...(phase ? [inPhase(phase)] : []),
  ]
}

/** T4.code, T4.task …: the number of the state, and which of its transitions it is. */
function idOf(state: WorkflowState, transition: Transition): string {
  const number = flow.indexOf(state) + 1
  return state.transitions.length === 1 ? `T${number}` : `T${number}.${asks(transition)[1] ?? 'none'}`
}

const transitions = (state: WorkflowState, on: Event, name?: string): Row[] =>
  state.transitions.map((transition, index) => {
    const [asked] = asks(transition)
    // The cases left for the last transition need no guard: other rows refuse the rest.
    const isLast = index === state.transitions.length - 1
    const when = [name, !isLast && asked].filter(Boolean).join(', ') as Guard | ''
    const raises = on !== 'pass' && on !== 'always' && leadsToClear(transition.to) ? (['pass'] as const) : undefined
    return { id: idOf(state, transition), on, from: state.id, ...(when && { when }), to: transition.to, kind: 'advance', updates: updatesOf(state, transition.to), ...(raises && { raises }) }
  })

/** Whether a state is a clear, or can lead to one at once. */
const leadsToClear = (id: State): boolean => {
  const state = flow.find((other) => other.id === id)
  return state !== undefined && (isClear(state) || (isRouter(state) && state.transitions.some(({ to }) => leadsToClear(to))))
}

/** What prevents leaving a state, wherever its skill is reported: the row, the states, the reason. */
const refusals: readonly (readonly [id: string, states: readonly State[], obstacle: Obstacle])[] = [
  ['R2.empty',   ['gather-goals'],                  'no items'],
  ['R2.type',    ['gather-goals'],                  'an item of no type'],
  ['R4',         ['ready-to-implement'],            'next item of no type'],
  ['R12',        ['brainstorm-validating'],         'item of no such way'],
  ['R.item',     Object.keys(itemTypes) as State[], 'no item for it'],
  ['R.document', writing,                           'document is lacking'],
  ['R26',        ['ready-to-implement'],            'graph is wrong'],
  ['R29.failed', ['execute-batch'],                 'a task has failed'],
  ['R29.open',   ['execute-batch'],                 'a task is open'],
  ['R29.none',   ['execute-batch'],                 'no open wave'],
  ['R29.proof',  ['execute-batch'],                 'a command does not pass'],
  ['R32.proof',  ['workflow-complete'],             'a command does not pass'],
]

const skillOf = (id: State) => flow.find((state) => state.id === id)?.skill as Skill
const beforeItems = ['clear-pre-item', 'clear-post-item'] as const
const pausing: readonly State[] = ['clear-post-item', 'clear-pre-execute']
const clears = flow.filter(isClear)
const stored = flow.filter((state) => !isRouter(state) && state.id !== 'done').map(({ id }) => id)
const placeOf = (id: State): number => flow.findIndex((state) => state.id === id)

/** The later states in which the skill of a state can be reported again. A wave is closed only in its own state. */
const after = (id: State): State[] => (id === 'execute-batch' ? [] : stored.filter((other) => placeOf(other) > placeOf(id)))
/** For a bugfix, finding the cause is the whole design, so an item that becomes one may go back to it. */
const again = (id: State): State[] =>
  id === 'systematic-debugging' ? [...itemStates.filter((other) => other !== id && !after(id).includes(other)), ...after(id)] : after(id)
/** The earlier states, from which the report would skip work. */
const ahead = (id: State): State[] =>
  stored.filter((other) => other !== id && !again(id).includes(other))

/** The updates for a repeated skill: the current item is kept if the skill works on one. */
const onceMore = (id: State): Update[] => {
  const phase = phaseOf(id)
  return [...(itemTypes[id] ? [] : ['no item' as const]), ...(phase ? [inPhase(phase)] : [])]
}

/** It changes nothing, and is a row: otherwise the proof of a history would know only the others. */
const pause = (from: State): Row => ({ id: 'pause', on: 'pass', from, to: 'same', kind: 'stay', updates: [] })
/** The parts of a draft after the first, which is handed in with all of them or alone. */
const parts = flow.filter(({ id }) => id === 'rough-draft-pseudocode' || id === 'rough-draft-skeleton')

/**
 * A clear is passed in the step that leads to it; between two items and before building only if the developer is not
 * asked. No item is begun then that has no type.
 */
const passing: Row[] = [
  ...clears.flatMap((state): Row[] => {
    const isOfItem = beforeItems.some((id) => id === state.id)
    const [own] = transitions(state, 'pass') as [Row]
    const leadsToPart = parts.some(({ id }) => id === own.to)
    if (pausing.every((id) => id !== state.id))
      return [{ ...own, ...(isOfItem && { when: 'next item of a type' }), ...(leadsToPart && { raises: ['pass'] }) }, ...(isOfItem ? [pause(state.id)] : [])]
    const last = isOfItem ? ', next item of a type' as const : ''
    return [{ ...own, when: `never cleared${last}` }, { ...own, id: 'cleared', when: `always cleared${last}` }, pause(state.id)]
  }),
  ...parts.flatMap((state): Row[] => [
    ...transitions(state, 'pass').map((row): Row => ({ ...row, when: 'a whole draft', raises: ['pass'] })),
    pause(state.id),
  ]),
]

const completing: Row[] = [
  { id: 'done', on: 'complete-skill', from: over, to: 'same', kind: 'no-op' },
  { id: 'X.skill', on: 'complete-skill', from: '*', when: 'unknown skill', to: 'same', kind: 'invalid' },

  ...refusals.flatMap(([id, states, obstacle]) =>
    states.flatMap((state): Row[] => [
      { id, on: 'complete-skill', from: state, when: `${skillOf(state)}, ${obstacle}`, to: 'same', kind: 'block' },
      ...(again(state).length === 0
        ? []
        : [{ id, on: 'complete-skill', from: again(state), when: `by hand: ${skillOf(state)}, ${id === 'R.item' ? 'item does not fit' : obstacle}`, to: 'same', kind: 'block' } as const]),
    ]),
  ),
  // What the developer is shown is what they agree to, so a new order is shown first.
  { id: 'order', on: 'complete-skill', from: 'ready-to-implement', when: 'ready-to-implement, order is new', to: 'same', kind: 'stay', updates: ['show tasks'] },
  { id: 'order', on: 'complete-skill', from: again('ready-to-implement'), when: 'by hand: ready-to-implement, order is new', to: 'ready-to-implement', kind: 'advance', updates: [...onceMore('ready-to-implement'), 'show tasks'] },
  { id: 'R4', on: 'complete-skill', from: beforeItems, when: 'collab-clear, next item of no type', to: 'same', kind: 'block' },

  ...skillStates.flatMap((state) => transitions(state, 'complete-skill', `${state.skill}`)),
  ...clears.flatMap((state) => transitions(state, 'complete-skill', 'collab-clear')),
  { id: 'again', on: 'complete-skill', from: { except: [...over, ...clears.map(({ id }) => id)] }, when: 'by hand: collab-clear', to: 'same', kind: 'no-op' },

  ...skillStates.filter(({ id }) => ahead(id).length > 0).map(({ id, skill }): Row => ({ id: 'R.ahead', on: 'complete-skill', from: ahead(id), when: `by hand: ${skill as Skill}`, to: 'same', kind: 'block' })),

  // A repeated skill leads to the same state as from its own state.
  ...skillStates.filter(({ id }) => again(id).length > 0).map(({ id, skill }): Row => ({ id: 'by-hand', on: 'complete-skill', from: again(id), when: `by hand: ${skill as Skill}`, to: id, kind: 'advance', updates: onceMore(id), raises: ['leave'] })),
  ...skillStates.filter(({ id }) => again(id).length > 0).flatMap((state) => transitions(state, 'leave')),
  ...flow.filter(isRouter).flatMap((state) => transitions(state, 'always')),
]

/** After the paths of code and tasks have split, an item that changes its type starts on its new path. */
const afterRouting = itemStates.filter((id) => placeOf(id) > placeOf('item-type-router') && id !== 'systematic-debugging')
const designing = ['add', 'classify', 'rename', 'remove'] as const

const items: Row[] = [
  ...designing.flatMap((on): Row[] => [
    { id: 'B.done',   on, from: over,                             to: 'same', kind: 'block' },
    { id: 'B.frozen', on, from: '*', when: 'waves are built',   to: 'same', kind: 'block' },
  ]),
  { id: 'X.title',       on: 'add',      from: '*', when: 'wrong title',    to: 'same', kind: 'invalid' },
  { id: 'B.many',        on: 'add',      from: '*', when: 'too many',       to: 'same', kind: 'block' },
  { id: 'add',           on: 'add',      from: '*',                         to: 'same', kind: 'stay', updates: ['add item'] },
  { id: 'X.item',        on: 'classify', from: '*', when: 'unknown number', to: 'same', kind: 'invalid' },
  { id: 'classify.same', on: 'classify', from: '*', when: 'same type',      to: 'same', kind: 'no-op' },
  { id: 'classify.way',  on: 'classify', from: itemStates, when: 'current item, a bugfix', to: 'work-item-router', kind: 'advance', updates: ['classify item'] },
  { id: 'classify.way',  on: 'classify', from: 'systematic-debugging', when: 'current item', to: 'work-item-router', kind: 'advance', updates: ['classify item'] },
  { id: 'classify.way',  on: 'classify', from: afterRouting, when: 'current item',  to: 'item-type-router', kind: 'advance', updates: ['classify item'] },
  { id: 'classify',      on: 'classify', from: '*',                         to: 'same', kind: 'stay', updates: ['classify item'] },
  { id: 'X.item',        on: 'rename',   from: '*', when: 'unknown number', to: 'same', kind: 'invalid' },
  { id: 'X.title',       on: 'rename',   from: '*', when: 'wrong title',    to: 'same', kind: 'invalid' },
  { id: 'rename.same',   on: 'rename',   from: '*', when: 'same title',     to: 'same', kind: 'no-op' },
  { id: 'rename',        on: 'rename',   from: '*',                         to: 'same', kind: 'stay', updates: ['rename item'] },
  { id: 'X.item',        on: 'remove',   from: '*', when: 'unknown number', to: 'same', kind: 'invalid' },
  { id: 'remove.current', on: 'remove',  from: itemStates, when: 'current item', to: 'clear-post-item', kind: 'advance', updates: ['remove item'], raises: ['pass'] },
  { id: 'remove',        on: 'remove',   from: '*',                         to: 'same', kind: 'stay', updates: ['remove item'] },

  { id: 'items',         on: 'items', from: '*',                                   to: 'same', kind: 'show' },
]

const executing: Row[] = [
  { id: 'B.done',    on: 'task', from: over,                                       to: 'same', kind: 'block' },
  { id: 'B.task',    on: 'task', from: { except: ['execute-batch'] },              to: 'same', kind: 'block' },
  { id: 'R29.none',  on: 'task', from: 'execute-batch', when: 'no waves left',   to: 'same', kind: 'block' },
  { id: 'X.task',    on: 'task', from: 'execute-batch', when: 'unknown task',      to: 'same', kind: 'invalid' },
  { id: 'B.wave',    on: 'task', from: 'execute-batch', when: 'another wave',     to: 'same', kind: 'block' },
  { id: 'task.same', on: 'task', from: 'execute-batch', when: 'same status',       to: 'same', kind: 'no-op' },
  { id: 'B.proof',   on: 'task', from: 'execute-batch', when: 'not proven',        to: 'same', kind: 'block' },
  { id: 'B.file',    on: 'task', from: 'execute-batch', when: 'file missing',      to: 'same', kind: 'block' },
  { id: 'task',      on: 'task', from: 'execute-batch',                            to: 'same', kind: 'stay', updates: ['report task'] },
]

const ending: Row[] = [
  { id: 'keep',      on: 'cleanup', from: over,          when: 'keep',             to: 'same', kind: 'no-op' },
  { id: 'cleanup',   on: 'cleanup', from: 'cleanup',                               to: 'done', kind: 'advance', updates: [inPhase('complete')] },
  { id: 'cleanup',   on: 'cleanup', from: over,                                    to: 'same', kind: 'stay' },
  { id: 'B.cleanup', on: 'cleanup', from: '*',                                     to: 'same', kind: 'block' },
  { id: 'B.done',    on: 'stop',    from: over,                                    to: 'same', kind: 'block' },
  { id: 'stop',      on: 'stop',    from: '*',                                     to: stopped, kind: 'advance' },
]

/** A folder of a session that was never started, or whose start was taken back. */
const notStarted = ['complete-skill', ...designing, 'items', 'task', 'cleanup', 'stop'] as const

export const rows: readonly Row[] = [
  { id: 'start',   on: 'start', from: 'collab-start', when: 'no session',          to: 'same', kind: 'stay', updates: ['begin'], effects: [{ do: 'change', changes: 'begin the design' }] },
  { id: 'B.start', on: 'start', from: '*',                                         to: 'same', kind: 'block' },
  { id: 'none',    on: 'status', from: 'collab-start', when: 'no session',         to: 'same', kind: 'show' },
  ...notStarted.map((on): Row => ({ id: 'B.none', on, from: 'collab-start', when: 'no session', to: 'same', kind: 'block' })),
  ...completing,
  ...passing,
  ...executing,
  ...items,
  ...ending,
  { id: 'S.resume', on: 'status', from: clears.map(({ id }) => id), when: 'resuming', to: 'same', kind: 'show' },
  { id: 'S.clear', on: 'status', from: clears.map(({ id }) => id),                 to: 'same', kind: 'show' },
  ...flow.filter((state) => !isClear(state) && !isRouter(state)).map(({ id }): Row => ({ id: `S.${id}`, on: 'status', from: id, to: 'same', kind: 'show' })),
  { id: 'S.stopped', on: 'status', from: stopped, to: 'same', kind: 'show' },
]
