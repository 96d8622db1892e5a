import type { ElkExtendedEdge, ElkNode } from 'elkjs'
import { placeOf as titleIn } from '../src/answer/state-text'
import {
  beside,
  type Frame,
  isSame,
  labelOf,
  linesOf,
  type MapBox,
  type MapEdge,
  type MapLayout,
  type Maps,
  type MapWays,
  type Way,
  waysOf,
} from '../src/commands/report/map/layout'
import type { Definition } from '../src/engine/definition'
import { leads } from '../src/engine/leads'
import { rowsOn } from '../src/engine/place'
import { kept } from '../src/engine/records'
import { workflows } from '../src/workflows/registry'
import type { Workflow } from '../src/workflows/workflow'
import { compileTexts } from './compile-texts'
import { type MapPlan, mapPlans } from './map-plans'

/** A step that the table allows, whatever the facts. */
export interface TableStep {
  readonly on: string
  readonly from: string
  readonly to: string
  /** The id of the row that answers first. */
  readonly row: string
}

/** @returns the map of each workflow, by its name */
export async function compileMaps(): Promise<Maps> {
  const maps: [string, MapLayout][] = []
  for (const { name, load } of workflows) {
    const plan = mapPlans[name]
    if (!plan) throw new Error(`scripts/map-plans.ts says nothing of ${name}`)
    maps.push([name, await layOut((await load()).open(name), plan)])
  }
  return Object.fromEntries(maps)
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

async function layOut(workflow: Workflow, plan: MapPlan): Promise<MapLayout> {
  const { definition } = workflow
  const boxes = boxesIn(workflow, plan)
  const found = new Map<string, { on: string; way: Way; isDrawn: boolean }>()
  for (const step of stepsOf(definition, plan)) {
    for (const way of waysOf({ boxes }, step.from, step.to)) {
      const known = kept(found, `${step.on} ${way}`, () => ({ on: step.on, way, isDrawn: false }))
      known.isDrawn ||= plan.isDrawn(step) && !way.includes(beside)
    }
  }
  const ways = definition.events.flatMap((by) => [...found.values()].filter(({ on }) => on === by))
  const ends = mergedEdges(
    boxes,
    ways.filter(({ isDrawn }) => isDrawn),
  )
  return {
    ...(await placed(plan, boxes, ends)),
    usual: plan.usual ?? '',
    passed: boxes.flatMap(({ states }, box) => (states.some((state) => plan.isPassed?.(state)) ? [box] : [])),
    others: definition.events.flatMap((by) =>
      mergedWays(
        by,
        ways.flatMap(({ on, way, isDrawn }) => (on === by && !isDrawn ? [way] : [])),
      ),
    ),
    othersIf: plan.othersIf ?? '',
    resting: definition.states.filter((state) => plan.boxOf(state) === undefined),
  }
}

type Unplaced = Omit<MapBox, 'frame'>

function boxesIn(workflow: Workflow, plan: MapPlan): Unplaced[] {
  const { definition } = workflow
  const texts = compileTexts(`templates/${definition.name}`)
  const states = new Map<string, string[]>()
  for (const state of definition.states) {
    const box = plan.boxOf(state)
    if (box !== undefined) kept(states, box, () => []).push(state)
  }
  const rank = ({ states: [box = ''] }: Unplaced) => (plan.isFirst?.(box) ? 0 : 1)
  return [...states]
    .map(([box, own]) => {
      const title = titleIn(workflow, plan.shownIn?.(box) ?? box, texts).title ?? box
      const phase = plan.phaseOf(box)
      // `Discovery, in review by you` in the phase Discovery.
      const short = title.startsWith(`${plan.phases[phase]}, `) ? title.slice(`${plan.phases[phase]}, `.length) : title
      return { states: own, title: short.charAt(0).toUpperCase() + short.slice(1), phase }
    })
    .toSorted((one, other) => one.phase - other.phase || rank(one) - rank(other))
}

/** A box, or all boxes of a phase. */
type End = { readonly box: number } | { readonly phase: number }
interface Unrouted extends Pick<MapEdge, 'ways' | 'by'> {
  readonly from: End
  readonly to: End
}

/** A line to more boxes than these ends at their phase. */
const mostTargets = 2

/**
 * Between two phases one line stands for all of the same word: from the one box that it starts in, or from the phase,
 * and likewise to its end. Words with the same ends share a line.
 */
function mergedEdges(
  boxes: readonly Unplaced[],
  drawn: readonly { readonly on: string; readonly way: Way }[],
): Unrouted[] {
  const phaseOf = (box: number) => boxes[box]?.phase ?? 0
  const endOf = (all: readonly number[]): End => {
    const [box = 0, ...others] = new Set(all)
    return others.length === 0 ? { box } : { phase: phaseOf(box) }
  }
  const edges = new Map<string, { from: End; to: End; ways: Way[]; by: string[] }>()
  const bundles = new Map<string, { readonly by: string; readonly bundle: Way[] }>()
  for (const { on: by, way } of drawn) {
    const [phase, toPhase] = way.map(phaseOf)
    const key = phase === toPhase ? `${by} ${way}` : `${by} from ${phase} to ${toPhase}`
    kept(bundles, key, () => ({ by, bundle: [] })).bundle.push(way)
  }
  for (const { by, bundle } of bundles.values()) {
    const targets = [...new Set(bundle.map(([, box]) => box))]
    const from = endOf(bundle.map(([box]) => box))
    for (const to of targets.length > mostTargets ? [endOf(targets)] : targets.map((box) => ({ box }))) {
      const edge = kept(edges, JSON.stringify([from, to]), () => ({ from, to, ways: [], by: [] }))
      edge.by.push(by)
      const own = bundle.filter(([, box]) => !('box' in to) || to.box === box)
      for (const way of own) if (!edge.ways.some((known) => isSame(known, way))) edge.ways.push(way)
    }
  }
  return [...edges.values()]
}

/** More groups than these say no more than all of them together. */
const mostGroups = 4

/** The ways of a word as boxes from which it leads to the same ones. */
function mergedWays(by: string, all: readonly Way[]): MapWays[] {
  const sorted = (boxes: Iterable<number>) => [...new Set(boxes)].toSorted((one, other) => one - other)
  const groups = new Map<string, MapWays & { from: number[] }>()
  for (const from of new Set(all.map(([box]) => box))) {
    const to = sorted(all.flatMap(([box, target]) => (box === from ? [target] : [])))
    kept(groups, String(to), () => ({ by, from: [], to })).from.push(from)
  }
  const ways = [...groups.values()].map((way) => ({ ...way, from: sorted(way.from) }))
  if (ways.length <= mostGroups) return ways
  return [{ by, from: sorted(ways.flatMap(({ from }) => from)), to: sorted(ways.flatMap(({ to }) => to)) }]
}

/** Lines that are not drawn: they put a phase without others below them all, and boxes without lines in columns of two. */
function hiddenEdges(phases: number, boxes: readonly Unplaced[], ends: readonly Unrouted[]): ElkExtendedEdge[] {
  const phaseIn = (box: number) => boxes[box]?.phase ?? 0
  const ways = ends.flatMap((edge) => edge.ways)
  const edge = (source: string, target: string) => ({ id: `${source} ${target}`, sources: [source], targets: [target] })
  return Array.from({ length: phases }, (_, phase) => {
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    const alone = own.filter((box) => !ways.some((way) => way.includes(box)))
    const isAlone = !ways.some(
      ([from, to]) => phaseIn(from) !== phaseIn(to) && [from, to].some((box) => own.includes(box)),
    )
    return [
      ...(isAlone ? [edge(`p${phase - 1}`, `p${phase}`)] : []),
      ...alone.flatMap((box, index) => (index % 2 === 1 ? [edge(`b${alone[index - 1]}`, `b${box}`)] : [])),
    ]
  }).flat()
}

/** How wide a character of a title and of a label may be: fonts differ, and labels must not touch. */
const titleWidth = 7.8
const labelWidth = 7.3
/** What a label says when its line was walked: ` ×99.9k`. */
const timesWidth = 6 * labelWidth

const rootOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.labelLabel': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.mergeEdges': 'false',
}

type Placed = Pick<MapLayout, 'width' | 'height' | 'phases' | 'boxes' | 'edges'>

/** How much wider a phase becomes if no place in it is free for its title, and how often that is tried. */
const wider = 40
const mostTries = 8

/** @throws Error if the title of a phase has no place that no line runs through, however wide the phase is */
async function placed(plan: MapPlan, boxes: readonly Unplaced[], ends: readonly Unrouted[]): Promise<Placed> {
  const right = plan.phases.map(() => 14)
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await placedIn(plan, boxes, ends, right)
    const full = found.phases.flatMap(({ frame, heading }, phase) => (frame && heading === undefined ? [phase] : []))
    if (full.length === 0) return found
    for (const phase of full) right[phase] = (right[phase] ?? 0) + wider
  }
  throw new Error('Lines run through the title of a phase')
}

/** @param right how much room each phase has right of its boxes */
async function placedIn(
  { phases: titles, usual = '' }: MapPlan,
  boxes: readonly Unplaced[],
  ends: readonly Unrouted[],
  right: readonly number[],
): Promise<Placed> {
  const nodeOf = (box: Unplaced, index: number): ElkNode => {
    const lines = linesOf(box.title)
    return {
      id: `b${index}`,
      width: Math.max(96, Math.ceil(Math.max(...lines.map(({ length }) => length)) * titleWidth) + 22),
      height: 28 + 17 * lines.length,
    }
  }
  const phaseNodes = titles.map((title, phase): ElkNode => {
    const children = boxes.flatMap((box, index) => (box.phase === phase ? [nodeOf(box, index)] : []))
    const alone = children.length === 1 && boxes.find((box) => box.phase === phase)?.title === title
    const [only] = children
    if (alone && only) return only
    return {
      id: `p${phase}`,
      children,
      layoutOptions: {
        ...rootOptions,
        'elk.padding': `[top=34,left=14,bottom=14,right=${right[phase]}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${Math.ceil(title.length * titleWidth) + 28},20)`,
      },
    }
  })
  const placeOf = (end: End) => ('box' in end ? [boxes[end.box]?.phase ?? 0, end.box] : [end.phase, 0])
  const isBack = (from: End, to: End) => {
    const [[phase = 0, box = 0], [toPhase = 0, toBox = 0]] = [placeOf(from), placeOf(to)]
    return phase === toPhase ? box > toBox : phase > toPhase
  }
  const idOf = (end: End) => ('box' in end ? `b${end.box}` : `p${end.phase}`)
  const { default: ELK } = await import('elkjs')
  const graph: ElkNode = await new ELK().layout({
    id: 'root',
    layoutOptions: rootOptions,
    children: phaseNodes,
    edges: [
      ...hiddenEdges(titles.length, boxes, ends),
      ...ends.map(
        ({ from, to, by }, index): ElkExtendedEdge => ({
          id: `e${index}`,
          // A line back is laid out as one forwards, so that the order of the work goes down.
          sources: [idOf(isBack(from, to) ? to : from)],
          targets: [idOf(isBack(from, to) ? from : to)],
          labels: [
            {
              // One without a text would have no place, and how often it was walked needs one.
              text: '×',
              width: Math.ceil(labelOf(by, usual).length * labelWidth + timesWidth),
              height: 15,
              layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        }),
      ),
    ],
  })
  const nodes = (graph.children ?? []).flatMap((node) => [node, ...(node.children ?? [])])
  const frameOf = (id: string): Frame | undefined => {
    const node = nodes.find((each) => each.id === id)
    return node && ([node.x, node.y, node.width, node.height].map((value) => Math.round(value ?? 0)) as never)
  }
  const edges = ends.map(({ ways, by, from, to }, index): MapEdge => {
    const edge = graph.edges?.find(({ id }) => id === `e${index}`)
    const [section] = edge?.sections ?? []
    const [label] = edge?.labels ?? []
    const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : []
    return {
      ways,
      by,
      line: (isBack(from, to) ? points.toReversed() : points).flatMap(({ x, y }) => [Math.round(x), Math.round(y)]),
      label: [
        Math.round((label?.x ?? 0) + (label?.width ?? 0) / 2),
        Math.round((label?.y ?? 0) + (label?.height ?? 0) / 2),
      ],
    }
  })
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    phases: titles.map((title, phase) => {
      const frame = frameOf(`p${phase}`)
      const heading = frame && headingIn(title, frame, edges)
      return { title, ...(frame && { frame }), ...(heading !== undefined && { heading }) }
    }),
    boxes: boxes.map((box, index) => ({ ...box, frame: frameOf(`b${index}`) ?? [0, 0, 0, 0] })),
    edges,
  }
}

/** The band below the top of a frame that its title is in, and what is left free beside it. */
const headingHigh = 32
const headingGap = 6

/** @returns the leftmost place for the title in its frame, clear of all lines; undefined if there is none */
function headingIn(title: string, [left, top, width]: Frame, edges: readonly MapEdge[]): number | undefined {
  const wide = Math.ceil(title.length * titleWidth)
  const crossing = edges.flatMap(({ line }) =>
    Array.from({ length: line.length / 2 - 1 }, (_, at) => line.slice(2 * at, 2 * at + 4)).filter(
      ([, y = 0, , nextY = 0]) => Math.max(y, nextY) > top && Math.min(y, nextY) < top + headingHigh,
    ),
  )
  const isFree = (at: number) =>
    !crossing.some(
      ([x = 0, , nextX = 0]) => Math.max(x, nextX) > at - headingGap && Math.min(x, nextX) < at + wide + headingGap,
    )
  for (let at = left + 14; at + wide <= left + width - headingGap; at++) if (isFree(at)) return at
  return undefined
}
