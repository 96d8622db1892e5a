import { assign, createMachine } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import type { Step, StepCondition, WorkflowFile } from '../../src/workflows/own/format'

/** What a file has, as a reader would say it. */
interface Paper {
  readonly there: boolean
  readonly written: boolean
  readonly criteria: number
  readonly open: number
}

const none: Paper = { there: false, written: false, criteria: 0, open: 0 }

/** Everything that a file may be, with one more criterion than a condition counts; its template may have criteria, too. */
const papers: readonly Paper[] = [
  none,
  ...[false, true].flatMap((written) =>
    [0, 1, 2, 3].flatMap((criteria) =>
      Array.from({ length: criteria + 1 }, (_, open) => ({ there: true, written, criteria, open })),
    ),
  ),
]

interface World {
  readonly type: string
  readonly papers: Readonly<Record<string, Paper>>
}
/** What is counted, and what is remembered: the name of a state, or nothing. */
type Counted = Readonly<Record<string, number | string>>
const nothing = ''

function holds(condition: StepCondition, counted: Counted, world: World): boolean {
  if (typeof condition === 'string') throw new Error(`${condition} is not generated`)
  if ('all' in condition) return condition.all.every((one) => holds(one, counted, world))
  if ('any' in condition) return condition.any.some((one) => holds(one, counted, world))
  if ('not' in condition) return !holds(condition.not, counted, world)
  if ('there' in condition) return world.papers[condition.there]?.there === true
  if ('written' in condition) return world.papers[condition.written]?.written === true
  if ('remembered' in condition) return condition.is.includes(String(counted[condition.remembered]))
  if (!('count' in condition)) throw new Error('this condition is not generated')
  const { count, in: file, least, most } = condition
  const number =
    file === undefined ? Number(counted[count]) : Number(world.papers[file]?.[count as 'criteria' | 'open'])
  return (least === undefined || number >= least) && (most === undefined || number <= most)
}

/** What is wrong with a workflow, in words without the way there. */
export function faultsByXState(file: WorkflowFile): readonly string[] {
  const { steps, states, counts = {}, files = {} } = file
  const names = Object.keys(states)
  const startsIn = ({ from, to }: Step, state: string) => from === state || (from === '*' && to !== state)
  const first = (state: string, counted: Counted, world: World): Step | undefined =>
    steps.find(
      (step) =>
        step.word === world.type &&
        startsIn(step, state) &&
        (step.when === undefined || holds(step.when, counted, world)),
    )
  const lacks = ({ needs = [] }: Step, world: World) => needs.some((name) => !world.papers[name]?.written)
  const after = ({ do: effects = [] }: Step, counted: Counted, state: string): Counted => {
    const now: Record<string, number | string> = { ...counted }
    for (const effect of effects) {
      if (typeof effect !== 'object') continue
      if ('clear' in effect) now[effect.clear] = 0
      if ('add' in effect) now[effect.add] = Number(now[effect.add]) + 1
      if ('remember' in effect) now[effect.remember] = state
      if ('forget' in effect) now[effect.forget] = nothing
    }
    return now
  }
  const isOver = (counted: Counted) => Object.entries(counts).some(([name, { most }]) => Number(counted[name]) > most)
  /** A step that forgets where it leads back to still leads there; undefined if nothing was remembered. */
  const targetOf = (step: Step, state: string, counted: Counted): string | undefined => {
    const { to = 'same' } = step
    if (typeof to === 'string') return to === 'same' ? state : to
    return String(after(step, counted, state)[to.back] || counted[to.back]) || undefined
  }
  const isBroken = (step: Step, state: string, counted: Counted) =>
    isOver(after(step, counted, state)) || targetOf(step, state, counted) === undefined
  const leads = (state: string, counted: Counted, world: World): Step | undefined => {
    const step = first(state, counted, world)
    return step && !lacks(step, world) && !isBroken(step, state, counted) ? step : undefined
  }

  const worlds = Object.keys(files).reduce<World['papers'][]>(
    (all, name) => all.flatMap((one) => papers.map((paper) => ({ ...one, [name]: paper }))),
    [{}],
  )
  // Of worlds in which the same holds of the files, one is enough.
  const leaves = steps.flatMap(({ when, needs = [] }) => [
    ...(when === undefined ? [] : leavesOf(when)),
    ...needs.map((name): StepCondition => ({ written: name })),
  ])
  const differing = new Map(
    worlds.map((each) => [leaves.map((leaf) => holds(leaf, {}, { type: '', papers: each })).join(), each]),
  )
  const events = Object.keys(file.words).flatMap((type) =>
    [...differing.values()].map((each) => ({ type, papers: each })),
  )
  type Given = { readonly context: Counted; readonly event: World }
  const machine = createMachine({
    types: {} as { context: Counted; events: World },
    context: { ...Object.fromEntries(Object.keys(counts).map((name) => [name, 0])), origin: nothing },
    initial: file.start,
    states: Object.fromEntries(
      names.map((state) => {
        const on = Object.keys(file.words).map((word) => [
          word,
          steps
            .filter((step) => step.word === word && startsIn(step, state))
            .flatMap((step) =>
              (typeof step.to === 'object' ? names : [String(targetOf(step, state, {}))]).map((target) => ({
                target,
                guard: ({ context, event }: Given) =>
                  leads(state, context, event) === step && targetOf(step, state, context) === target,
                actions: assign(({ context }: Given) => after(step, context, state)),
              })),
            ),
        ])
        return [state, { on: Object.fromEntries(on) }]
      }),
    ),
  })

  const map = Object.values(getAdjacencyMap(machine, { events }))
  const situations = map.map(({ state }) => ({ name: String(state.value), counted: state.context as Counted }))
  const keyOf = ({ name, counted }: (typeof situations)[number]) => JSON.stringify([name, counted])
  const reached = new Set(situations.map(({ name }) => name))
  const moves = situations.flatMap((from) =>
    events.flatMap((world) => {
      const step = leads(from.name, from.counted, world)
      const name = step && targetOf(step, from.name, from.counted)
      const to = step && name && { name, counted: after(step, from.counted, from.name) }
      return step && to ? [{ step, from: keyOf(from), to: keyOf(to) }] : []
    }),
  )
  const told = new Set<string>()
  for (const state of names) if (!reached.has(state)) told.add(`nothing leads to ${state}`)
  for (const step of steps) {
    const answered = new Set(
      situations
        // A state that was set by hand remembers nothing.
        .flatMap(({ name, counted }) => [
          { name, counted },
          { name, counted: { ...counted, origin: nothing } },
        ])
        .filter((one) => events.some((world) => first(one.name, one.counted, world) === step))
        .map(({ name }) => name),
    )
    const froms = [...reached].filter((state) => startsIn(step, state))
    const dead = froms.filter((state) => !answered.has(state))
    if (dead.length > 0 && (step.from !== '*' || answered.size === 0)) told.add(`${step.id} can never answer`)
    const breaks = situations.some(({ name, counted }) =>
      events.some(
        (world) => first(name, counted, world) === step && !lacks(step, world) && isBroken(step, name, counted),
      ),
    )
    if (breaks) told.add(`${step.id} cannot be taken`)
  }
  const good = new Set(situations.filter(({ name }) => states[name]?.goal).map(keyOf))
  for (let size = -1; size < good.size; ) {
    size = good.size
    for (const { from, to } of moves) if (good.has(to)) good.add(from)
  }
  if (good.size < situations.length) told.add('no goal can be reached')
  // Without what the developer says, and without what changes nothing, no situation may lead back to itself.
  const own = moves.filter(({ step, from, to }) => step.by !== 'developer' && from !== to)
  const onward = new Map<string, Set<string>>()
  for (const { from, to } of own) onward.set(from, (onward.get(from) ?? new Set()).add(to))
  const isRound = [...onward.keys()].some((start) => {
    const seen = new Set<string>()
    const open = [...(onward.get(start) ?? [])]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (key === start) return true
      if (!seen.has(key)) open.push(...(onward.get(key) ?? []))
      seen.add(key)
    }
    return false
  })
  if (isRound) told.add('goes round')
  return [...told].sort()
}

/** What of a condition is about files alone. */
function leavesOf(condition: StepCondition): readonly StepCondition[] {
  if (typeof condition === 'string') return []
  if ('all' in condition) return condition.all.flatMap(leavesOf)
  if ('any' in condition) return condition.any.flatMap(leavesOf)
  if ('not' in condition) return leavesOf(condition.not)
  return 'count' in condition && condition.in === undefined ? [] : [condition]
}
