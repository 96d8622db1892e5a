import type { Definition } from '../../engine/definition'
import { partsOf } from '../../engine/place'
import { getOrInsert } from '../../engine/records'
import { capital } from '../../text/markdown-parts'
import type { Workflow } from '../../workflow/flow'
import { leads } from '../../workflow/legality'
import type { MapPlan, TableStep } from '../../workflow/reporting'
import { placeOf, type Texts } from '../../workflow/texts'
import type { WorkReport } from '../model'

/** What a reader of a workflow sees of its table: boxes in phases, and the words that lead between them. */
export interface WorkflowMap {
  /** Their titles, in the order of the work. */
  readonly phases: readonly string[]
  readonly boxes: readonly MapBox[]
  readonly ways: readonly MapWays[]
}

/** A box, for one state or several that a reader need not tell apart. */
interface MapBox {
  readonly states: readonly string[]
  readonly title: string
  /** The place of its phase in the list. */
  readonly phase: number
  /** The word that leads here from nearly everywhere; absent if ways lead here from where the work begins. */
  readonly anywhere?: string
}

/** Where a word leads, from each of these boxes to each of those, by their places in the list. */
interface MapWays {
  readonly by: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Where a piece of work is on the map of its workflow. */
export interface MapMarks {
  /** Empty if the state is on no map, such as one of an earlier table. */
  readonly here: readonly number[]
  readonly hereTitle: string
  /** Where what can be said now leads. */
  readonly next: readonly number[]
  /** How often each box was entered. */
  readonly visits: readonly number[]
}

type Boxes = readonly Pick<MapBox, 'states' | 'phase'>[]

/** @returns the boxes of a state: several if parallel regions have something to say, none for a state that is not known */
export const boxesOf = (boxes: Boxes, state: string): number[] =>
  partsOf(state).flatMap((part) => boxes.flatMap(({ states }, box) => (states.includes(part) ? [box] : [])))

/** @returns the boxes that a step leaves, and those that it enters */
export function endsOf(boxes: Boxes, { from, to }: Pick<TableStep, 'from' | 'to'>) {
  const [before, after] = [boxesOf(boxes, from), boxesOf(boxes, to)]
  return { left: before.filter((box) => !after.includes(box)), entered: after.filter((box) => !before.includes(box)) }
}

/** @returns every step of a table between states that can be reached */
export function stepsOf(definition: Definition): TableStep[] {
  const steps: TableStep[] = []
  const reached = new Set([definition.initial])
  for (const from of reached) {
    for (const on of definition.events) {
      for (const to of leads(definition, from, on)) {
        reached.add(to)
        steps.push({ on, from, to })
      }
    }
  }
  return steps
}

/**
 * @param asked what a reader wants to see (default: each state, in one frame)
 * @returns the map of a workflow: its boxes as the plan says, and between them the steps of its table that it draws
 */
export function mapOf(workflow: Workflow, asked: MapPlan | undefined, texts: Texts): WorkflowMap {
  const { definition } = workflow
  const plan = asked ?? { phases: [definition.name], phaseOf: () => 0, boxOf: String }
  const boxes = boxesIn(workflow, plan, texts)
  const steps = stepsOf(definition)
  const drawn = steps.filter((step) => plan.isDrawn?.(step) ?? true)
  const ways = definition.events.flatMap((by) => waysOf(by, boxes, drawn))
  const reached = new Set(boxesOf(boxes, definition.initial))
  for (const box of reached)
    for (const { from, to } of ways) if (from.includes(box)) for (const end of to) reached.add(end)
  return {
    phases: plan.phases,
    boxes: boxes.map((box, index) => {
      const entry = reached.has(index) ? undefined : steps.find((step) => endsOf(boxes, step).entered.includes(index))
      return entry ? { ...box, anywhere: entry.on } : box
    }),
    ways,
  }
}

function boxesIn(workflow: Workflow, plan: MapPlan, texts: Texts): MapBox[] {
  const states = new Map<string, string[]>()
  for (const state of workflow.definition.states)
    for (const box of [plan.boxOf(state) ?? []].flat()) getOrInsert(states, box, () => []).push(state)
  const rank = ([box]: readonly [string, unknown]) => (plan.isFirst?.(box) ? 0 : 1)
  return [...states]
    .toSorted((one, other) => rank(one) - rank(other))
    .map(([box, own]) => ({
      states: own,
      title: capital(plan.titles?.[box] ?? placeOf(workflow, box, texts).title ?? box),
      phase: plan.phaseOf(box),
    }))
    .toSorted((one, other) => one.phase - other.phase)
}

/** The ways of a word; boxes from which it leads to the same ones share one. */
function waysOf(by: string, boxes: readonly MapBox[], steps: readonly TableStep[]): MapWays[] {
  const ends = new Map<number, Set<number>>()
  for (const step of steps) {
    if (step.on !== by) continue
    const { left, entered } = endsOf(boxes, step)
    const all = left.flatMap((start) => entered.map((end) => [start, end] as const))
    // Where each state has a box in several frames, a step is seen in each of them.
    const inside = all.filter(([start, end]) => boxes[start]?.phase === boxes[end]?.phase)
    for (const [start, end] of inside.length > 0 ? inside : all) getOrInsert(ends, start, () => new Set()).add(end)
  }
  const ways = new Map<string, { by: string; from: number[]; to: number[] }>()
  for (const [from, ofBox] of [...ends].toSorted(([one], [other]) => one - other)) {
    const to = [...ofBox].toSorted((one, other) => one - other)
    getOrInsert(ways, String(to), () => ({ by, from: [], to })).from.push(from)
  }
  return [...ways.values()]
}

/** @returns where a piece of work is in the boxes of its workflow's map */
export function marksOf(
  { boxes }: Pick<WorkflowMap, 'boxes'>,
  { state, stateTitle, way, next }: Pick<WorkReport, 'state' | 'stateTitle' | 'way' | 'next'>,
): MapMarks {
  const visits = boxes.map(() => 0)
  for (const box of boxesOf(boxes, way.states[0]?.state ?? '')) visits[box] = 1
  for (const edge of way.edges)
    for (const box of endsOf(boxes, edge).entered) visits[box] = (visits[box] ?? 0) + edge.count
  return {
    here: boxesOf(boxes, state),
    hereTitle: stateTitle,
    next: [...new Set(next.flatMap(({ to }) => to.flatMap((end) => endsOf(boxes, { from: state, to: end }).entered)))],
    visits,
  }
}
