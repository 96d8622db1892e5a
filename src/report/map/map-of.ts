import { capital } from '../../answer/markdown'
import { placeOf } from '../../answer/state-text'
import type { Definition } from '../../engine/definition'
import { leads } from '../../engine/leads'
import { rowsOn } from '../../engine/place'
import { kept } from '../../engine/records'
import type { Workflow } from '../../flows/flow'
import type { MapPlan } from '../../flows/map-plan'
import type { Texts } from '../../flows/texts'
import { beside, boxesOf, type MapBox, type MapWays, type Way, type WorkflowMap, waysOf } from './workflow-map'

/** A step that the table allows, whatever the facts. */
export interface TableStep {
  readonly on: string
  readonly from: string
  readonly to: string
  /** The id of the row that answers first. */
  readonly row: string
}

/** @returns every step of a table between states that can be reached */
export function stepsOf(definition: Definition, { isReal = () => true }: Pick<MapPlan, 'isReal'>): TableStep[] {
  const steps: TableStep[] = []
  const reached = new Set([definition.initial])
  for (const from of reached) {
    for (const on of definition.events) {
      for (const row of new Set(rowsOn(definition, from, on).map(({ id }) => id))) {
        for (const to of leads(definition, from, on, row)) {
          if (!isReal(to)) continue
          reached.add(to)
          steps.push({ on, from, to, row })
        }
      }
    }
  }
  return steps
}

/** @returns the map of a workflow: its boxes as the plan says, and between them every step of its table */
export function mapOf(workflow: Workflow, plan: MapPlan, texts: Texts): WorkflowMap {
  const { definition } = workflow
  const boxes = boxesIn(workflow, plan, texts)
  const found = new Map<string, { on: string; way: Way; isDrawn: boolean; ifMissing: boolean }>()
  for (const step of stepsOf(definition, plan)) {
    const ifMissing = [step.from, step.to].some((state) => plan.isMissing?.(state))
    const isDrawn = !ifMissing && (plan.isDrawn?.(step) ?? true)
    for (const way of waysOf(boxes, step.from, step.to)) {
      const known = kept(found, `${step.on} ${way}`, () => ({ on: step.on, way, isDrawn: false, ifMissing: true }))
      known.isDrawn ||= isDrawn && !way.includes(beside)
      known.ifMissing &&= ifMissing
    }
  }
  const waysIn = (by: string, drawn: boolean, missing = false): Way[] =>
    [...found.values()].flatMap(({ on, way, isDrawn, ifMissing }) =>
      on === by && isDrawn === drawn && (drawn || ifMissing === missing) ? [way] : [],
    )
  const ways = definition.events.flatMap((by) => grouped(by, waysIn(by, true)))
  const others = definition.events.flatMap((by) => [
    ...fewer(grouped(by, waysIn(by, false))),
    ...fewer(grouped(by, waysIn(by, false, true))).map((each) => ({ ...each, ifMissing: true as const })),
  ])
  const first = boxesOf(boxes, definition.initial)
  return { phases: plan.phases, boxes: withEntries(boxes, first, ways, others), ways, others, usual: plan.usual ?? '' }
}

function boxesIn(workflow: Workflow, plan: MapPlan, texts: Texts): MapBox[] {
  const states = new Map<string, string[]>()
  for (const state of workflow.definition.states) {
    for (const box of [plan.boxOf(state) ?? []].flat()) kept(states, box, () => []).push(state)
  }
  const rank = ({ states: [box = ''] }: MapBox) => (plan.isFirst?.(box) ? 0 : 1)
  return [...states]
    .map(([box, own]) => {
      const title = plan.titles?.[box] ?? placeOf(workflow, plan.shownIn?.(box) ?? box, texts).title ?? box
      const phase = plan.phaseOf(box)
      // `Discovery, in review by you` in the phase Discovery.
      const short = title.startsWith(`${plan.phases[phase]}, `) ? title.slice(`${plan.phases[phase]}, `.length) : title
      return { states: own, title: capital(short), phase }
    })
    .toSorted((one, other) => one.phase - other.phase || rank(one) - rank(other))
}

const sorted = (boxes: Iterable<number>): number[] => [...new Set(boxes)].toSorted((one, other) => one - other)

/** The ways of a word, as boxes from which it leads to the same ones. */
function grouped(by: string, ways: readonly Way[]): MapWays[] {
  const groups = new Map<string, MapWays & { from: number[] }>()
  for (const from of sorted(ways.map(([box]) => box))) {
    const to = sorted(ways.flatMap(([box, target]) => (box === from ? [target] : [])))
    kept(groups, String(to), () => ({ by, from: [], to })).from.push(from)
  }
  return [...groups.values()]
}

/** More groups than these say no more than all of them together. */
const mostGroups = 4

function fewer(groups: readonly MapWays[]): readonly MapWays[] {
  const [{ by } = { by: '' }] = groups
  if (groups.length <= mostGroups) return groups
  return [{ by, from: sorted(groups.flatMap(({ from }) => from)), to: sorted(groups.flatMap(({ to }) => to)) }]
}

/** Says of each box that no way leads to from the first ones what leads there from nearly everywhere. */
function withEntries(
  boxes: readonly MapBox[],
  first: readonly number[],
  ways: readonly MapWays[],
  others: readonly MapWays[],
): MapBox[] {
  const reached = new Set(first)
  for (const box of reached)
    for (const { from, to } of ways) if (from.includes(box)) for (const end of to) reached.add(end)
  return boxes.map((box, index) => {
    const entry = others.find(
      ({ from, to }) => to.includes(index) && (from.includes(beside) || from.length > boxes.length / 2),
    )
    return reached.has(index) || !entry ? box : { ...box, anywhere: entry.by }
  })
}
