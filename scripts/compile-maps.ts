import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs'
import { placeOf as titleIn } from '../src/answer/state-text'
import type { Definition } from '../src/engine/definition'
import { leads } from '../src/engine/leads'
import { rowsOn } from '../src/engine/place'
import { kept } from '../src/engine/records'
import type { Workflow } from '../src/flows/flow'
import type { MapPlan } from '../src/flows/map-plan'
import { workflows } from '../src/flows/registry'
import {
  beside,
  boxesOf,
  entryOf,
  type Frame,
  isSame,
  labelOf,
  linesOf,
  type MapBox,
  type MapEdge,
  type MapLayout,
  type Maps,
  type MapWays,
  smallWidth,
  titleWidth,
  type Way,
  waysOf,
} from '../src/report/map/layout'
import { compileTexts } from './compile-texts'

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
  for (const { name, load, map } of workflows) {
    maps.push([name, await layOut((await load()).open(name), await map())])
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
  const found = new Map<string, { on: string; way: Way; isDrawn: boolean; ifMissing: boolean }>()
  for (const step of stepsOf(definition, plan)) {
    const ifMissing = [step.from, step.to].some((state) => plan.isMissing?.(state))
    const isDrawn = !ifMissing && (plan.isDrawn?.(step) ?? true)
    for (const way of waysOf({ boxes }, step.from, step.to)) {
      const known = kept(found, `${step.on} ${way}`, () => ({ on: step.on, way, isDrawn: false, ifMissing: true }))
      known.isDrawn ||= isDrawn && !way.includes(beside)
      known.ifMissing &&= ifMissing
    }
  }
  const ways = definition.events.flatMap((by) => [...found.values()].filter(({ on }) => on === by))
  const ends = mergedEdges(
    boxes,
    ways.filter(({ isDrawn }) => isDrawn),
  )
  const others = definition.events.flatMap((by) =>
    [false, true].flatMap((ifMissing) =>
      mergedWays(
        by,
        ways.flatMap((each) => (each.on === by && !each.isDrawn && each.ifMissing === ifMissing ? [each.way] : [])),
      ).map((each) => ({ ...each, ...(ifMissing && { ifMissing }) })),
    ),
  )
  return {
    ...(await placed(plan, withEntries(boxes, boxesOf({ boxes }, definition.initial), ends, others), ends)),
    usual: plan.usual ?? '',
    passed: boxes.flatMap(({ states }, box) => (states.some((state) => plan.isPassed?.(state)) ? [box] : [])),
    others,
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

/** Says of each box that no line leads to from the first ones what leads there from nearly everywhere. */
function withEntries(
  boxes: readonly Unplaced[],
  first: readonly number[],
  ends: readonly Unrouted[],
  others: readonly MapWays[],
): Unplaced[] {
  const reached = new Set(first)
  for (const box of reached)
    for (const { ways } of ends) for (const [from, to] of ways) if (from === box) reached.add(to)
  return boxes.map((box, index) => {
    const entry = others.find(
      ({ from, to }) => to.includes(index) && (from.includes(beside) || from.length > boxes.length / 2),
    )
    return reached.has(index) || !entry ? box : { ...box, anywhere: entry.by }
  })
}

const hiddenEdge = (source: string, target: string): ElkExtendedEdge => ({
  id: `${source} ${target}`,
  sources: [source],
  targets: [target],
})

/** Lines that are not drawn: they put a phase without others below them all, and boxes without lines in columns of three. */
function hiddenEdges(phases: number, boxes: readonly Unplaced[], ends: readonly Unrouted[]): ElkExtendedEdge[] {
  const phaseIn = (box: number) => boxes[box]?.phase ?? 0
  const ways = ends.flatMap((edge) => edge.ways)
  return Array.from({ length: phases }, (_, phase) => {
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    const alone = own.filter((box) => !ways.some((way) => way.includes(box)))
    const isAlone = !ways.some(
      ([from, to]) => phaseIn(from) !== phaseIn(to) && [from, to].some((box) => own.includes(box)),
    )
    return [
      ...(isAlone ? [hiddenEdge(`p${phase - 1}`, `p${phase}`)] : []),
      ...alone.flatMap((box, index) => (index % 3 > 0 ? [hiddenEdge(`b${alone[index - 1]}`, `b${box}`)] : [])),
    ]
  }).flat()
}

/** What a label says when its line was walked: ` ×99.9k`. */
const timesWidth = 6 * smallWidth
const headHeight = 16
const phasePadding = 14

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
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.mergeEdges': 'false',
  'elk.layered.thoroughness': '100',
  // Of the first forty the one with the fewest crossings and corners.
  'elk.randomSeed': '6',
}

const phaseOptions = {
  ...rootOptions,
  'elk.padding': `[top=10,left=${phasePadding},bottom=${phasePadding},right=${phasePadding}]`,
  'elk.layered.spacing.nodeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeNodeBetweenLayers': '6',
}
const innerOptions = { ...rootOptions, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' }

async function placed(
  { phases: titles, usual = '' }: MapPlan,
  boxes: readonly Unplaced[],
  ends: readonly Unrouted[],
): Promise<Pick<MapLayout, 'width' | 'height' | 'phases' | 'boxes' | 'edges'>> {
  const nodeOf = (box: Unplaced, index: number): ElkNode => {
    const lines = linesOf(box.title)
    const longest = Math.max(...lines.map(({ length }) => length))
    return {
      id: `b${index}`,
      width: Math.max(96, Math.ceil(Math.max(longest * titleWidth, entryOf(box.anywhere).length * smallWidth)) + 22),
      height: 28 + 17 * lines.length + (box.anywhere ? 15 : 0),
    }
  }
  const phaseNodes = titles.map((title, phase): ElkNode => {
    const children = boxes.flatMap((box, index) => (box.phase === phase ? [nodeOf(box, index)] : []))
    const alone = children.length === 1 && boxes.find((box) => box.phase === phase)?.title === title
    const [only] = children
    if (alone && only) return only
    const [head, inner] = [`h${phase}`, `i${phase}`]
    return {
      id: `p${phase}`,
      // Its title is a node above all its boxes, so that lines go around it.
      children: [
        { id: head, width: Math.ceil(title.length * titleWidth), height: headHeight },
        { id: inner, children, layoutOptions: innerOptions },
      ],
      edges: [hiddenEdge(head, inner)],
      layoutOptions: phaseOptions,
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
              width: Math.ceil(labelOf(by, usual).length * smallWidth + timesWidth),
              height: 15,
              layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        }),
      ),
    ],
  })
  const nodesIn = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodesIn)]
  const frames = new Map(nodesIn(graph).map((node) => [node.id, frameOf(node)]))
  const edges = ends.map(({ ways, by, from, to }, index) => {
    const edge = graph.edges?.find(({ id }) => id === `e${index}`)
    const [section] = edge?.sections ?? []
    const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : []
    const [x, y, width, height] = frameOf(edge?.labels?.[0] ?? {})
    return {
      ways,
      by,
      line: (isBack(from, to) ? points.toReversed() : points).flatMap(({ x, y }) => [Math.round(x), Math.round(y)]),
      label: [x + Math.round(width / 2), y + Math.round(height / 2)] as const,
      taken: [...segmentsOf(points), [x, y, width, height] as const],
    }
  })
  const taken = edges.flatMap((edge) => edge.taken)
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    phases: titles.map((title, phase) => {
      const [frame, head] = [frames.get(`p${phase}`), frames.get(`h${phase}`)]
      return { title, ...(frame && head && { frame, head: movedLeft(head, frame[0] + phasePadding, taken) }) }
    }),
    boxes: boxes.map((box, index) => ({ ...box, frame: frames.get(`b${index}`) ?? [0, 0, 0, 0] })),
    edges: edges.map(({ taken: _, ...edge }) => edge),
  }
}

const frameOf = ({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
}: Partial<Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>>): Frame => [
  Math.round(x),
  Math.round(y),
  Math.round(width),
  Math.round(height),
]

/** The straight parts of a line. */
const segmentsOf = (points: readonly ElkPoint[]): Frame[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return frameOf({ x: left, y: top, width: Math.max(from.x, to.x) - left, height: Math.max(from.y, to.y) - top })
  })

export const areOver = ([x, y, width, height]: Frame, [left, top, wide, high]: Frame): boolean =>
  x < left + wide && left < x + width && y < top + high && top < y + height

/** A title as far left as no line and no label is in its way. */
function movedLeft([x, y, width, height]: Frame, least: number, taken: readonly Frame[]): Frame {
  const room = 8
  const isFree = (left: number) => !taken.some((frame) => areOver(frame, [left - room, y, width + 2 * room, height]))
  const places = [least, ...taken.map(([left, , wide]) => left + wide + room)]
  const [place = x] = places
    .filter((left) => left >= least && left < x && isFree(left))
    .toSorted((one, other) => one - other)
  return [place, y, width, height]
}
