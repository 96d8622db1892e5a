import type { ElkExtendedEdge, ElkNode } from 'elkjs'
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
  exitHeight,
  type Frame,
  isSame,
  labelOf,
  linesOf,
  type MapBox,
  type MapEdge,
  type MapExit,
  type MapLayout,
  type Maps,
  type MapWays,
  smallWidth,
  titleWidth,
  type Way,
  waysOf,
  wrapped,
} from '../src/report/map/layout'
import { namesOf } from '../src/report/map/text'
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
    if (map) maps.push([name, await layOut((await load()).open(name), await map())])
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
    for (const box of [plan.boxOf(state) ?? []].flat()) kept(states, box, () => []).push(state)
  }
  const rank = ({ states: [box = ''] }: Unplaced) => (plan.isFirst?.(box) ? 0 : 1)
  return [...states]
    .map(([box, own]) => {
      const title = plan.titles?.[box] ?? titleIn(workflow, plan.shownIn?.(box) ?? box, texts).title ?? box
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

/** A line that is not drawn: it puts a box below another. */
const hiddenEdge = (source: number, target: number): ElkExtendedEdge => ({
  id: `${source} ${target}`,
  sources: [`b${source}`],
  targets: [`b${target}`],
})

/** Boxes without lines are in columns of three. */
function hiddenEdges(boxes: readonly number[], inner: readonly Unrouted[]): ElkExtendedEdge[] {
  const alone = boxes.filter((box) => !inner.some(({ ways }) => ways.some((way) => way.includes(box))))
  return alone.flatMap((box, index) => (index % 3 > 0 ? [hiddenEdge(alone[index - 1] ?? box, box)] : []))
}

/** What a label says when its line was walked: ` ×99.9k`. */
const timesWidth = 6 * smallWidth
const headHeight = 16
const padding = 14
/** Between frames, and around them all. */
const gap = 12
/** Of a row of frames: a page has no more. */
const mostWidth = 900
/** Of the text of an exit, in characters. */
const exitLength = 30

const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.mergeEdges': 'false',
  'elk.layered.thoroughness': '100',
  'elk.randomSeed': '6',
}

/** Lays out each phase by itself, and puts the frames beside each other as far as there is room. */
async function placed(
  { phases: titles, usual = '' }: MapPlan,
  boxes: readonly Unplaced[],
  ends: readonly Unrouted[],
): Promise<Pick<MapLayout, 'width' | 'height' | 'phases' | 'boxes' | 'edges'>> {
  const named = { boxes, phases: titles.map((title) => ({ title })) }
  const phases = await Promise.all(
    titles.map(async (title, phase) => {
      const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
      const graph = await laidOut(own, boxes, ends, usual)
      const exits = exitsOf(named, own, ends, usual)
      const texts = exits.flatMap(({ lines }) => lines.map(({ length }) => length * smallWidth + timesWidth))
      const inner = Math.ceil(Math.max(graph.width ?? 0, title.length * titleWidth, ...texts))
      const lines = exits.flatMap((exit) => exit.lines).length
      const top = headHeight + 2 * padding
      const below = top + Math.ceil(graph.height ?? 0)
      const height = below + padding + (lines > 0 ? lines * exitHeight + padding : 0)
      return { title, graph, exits, inner, top, below, width: inner + 2 * padding, height }
    }),
  )
  const corners: { x: number; y: number; row: number }[] = []
  let [x, y, row] = [gap, gap, 0]
  for (const [index, { width }] of phases.entries()) {
    if (x > gap && x + width + gap > mostWidth) {
      const above = phases.filter((_, other) => other < index && corners[other]?.row === row)
      ;[x, y, row] = [gap, y + Math.max(...above.map(({ height }) => height)) + gap, row + 1]
    }
    corners.push({ x, y, row })
    x += width + gap
  }
  const cornerOf = (phase: number) => corners[phase] ?? { x: 0, y: 0, row: 0 }
  /** Where what is in the picture of a phase is in that of all. */
  const originOf = (phase: number): readonly [x: number, y: number] => {
    const { graph, inner = 0, top = 0 } = phases[phase] ?? {}
    const corner = cornerOf(phase)
    return [corner.x + padding + Math.round((inner - (graph?.width ?? 0)) / 2), corner.y + top]
  }
  const moved = (phase: number, [left, top, width, height]: Frame): Frame => {
    const [x, y] = originOf(phase)
    return [left + x, top + y, width, height]
  }
  const edges = ends.map(({ ways, by, from }, index): MapEdge => {
    const phase = phaseOf(boxes, from)
    const [x, y] = originOf(phase)
    const edge = phases[phase]?.graph.edges?.find(({ id }) => id === `e${index}`)
    const [section] = edge?.sections ?? []
    const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : []
    const [left, top, width, height] = frameOf(edge?.labels?.[0] ?? {})
    return {
      ways,
      by,
      line: (isBack(ends[index]) ? points.toReversed() : points).flatMap((point) => [
        Math.round(point.x) + x,
        Math.round(point.y) + y,
      ]),
      label: edge ? [left + Math.round(width / 2) + x, top + Math.round(height / 2) + y] : [0, 0],
    }
  })
  return {
    width: Math.max(...phases.map(({ width }, phase) => cornerOf(phase).x + width)) + gap,
    height: Math.max(...phases.map(({ height }, phase) => cornerOf(phase).y + height)) + gap,
    phases: phases.map(({ title, exits, width, height, below }, phase) => {
      const { x, y } = cornerOf(phase)
      let line = 0
      return {
        title,
        frame: [x, y, width, height],
        head: [x + padding, y + padding, Math.ceil(title.length * titleWidth), headHeight],
        exits: exits.map((exit) => {
          const at = [x + padding, y + below + padding + 11 + exitHeight * line] as const
          line += exit.lines.length
          return { ...exit, at }
        }),
      }
    }),
    boxes: boxes.map((box, index) => {
      const node = phases[box.phase]?.graph.children?.find(({ id }) => id === `b${index}`)
      return { ...box, frame: moved(box.phase, frameOf(node ?? {})) }
    }),
    edges,
  }
}

const phaseOf = (boxes: readonly Unplaced[], end: End): number =>
  'box' in end ? (boxes[end.box]?.phase ?? 0) : end.phase

/** Whether a line leads from one box back to one before it: it is laid out as one forwards, so that the work goes down. */
const isBack = ({ from, to }: Pick<Unrouted, 'from' | 'to'> = { from: { phase: 0 }, to: { phase: 0 } }): boolean =>
  'box' in from && 'box' in to && from.box > to.box

/** Lays out the boxes of a phase, with the lines that stay in it. */
async function laidOut(
  own: readonly number[],
  boxes: readonly Unplaced[],
  ends: readonly Unrouted[],
  usual: string,
): Promise<ElkNode> {
  const inner = ends.filter(({ ways }) => ways.every((way) => way.every((box) => own.includes(box))))
  const { default: ELK } = await import('elkjs')
  return await new ELK().layout({
    id: 'root',
    layoutOptions,
    children: own.map((index): ElkNode => {
      const { title = '', anywhere } = boxes[index] ?? {}
      const lines = linesOf(title)
      const longest = Math.max(...lines.map(({ length }) => length))
      return {
        id: `b${index}`,
        width: Math.max(96, Math.ceil(Math.max(longest * titleWidth, entryOf(anywhere).length * smallWidth)) + 22),
        height: 28 + 17 * lines.length + (anywhere ? 15 : 0),
      }
    }),
    edges: [
      ...hiddenEdges(own, inner),
      ...inner.map((end): ElkExtendedEdge => {
        const [[from = 0, to = 0] = []] = end.ways
        return {
          id: `e${ends.indexOf(end)}`,
          sources: [`b${isBack(end) ? to : from}`],
          targets: [`b${isBack(end) ? from : to}`],
          labels: [
            {
              // One without a text would have no place, and how often it was walked needs one.
              text: '×',
              width: Math.ceil(labelOf(end.by, usual).length * smallWidth + timesWidth),
              height: 15,
              layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        }
      }),
    ],
  })
}

/** What leads out of a phase: of each word and place one text, for all that it leads to. */
function exitsOf(
  named: Parameters<typeof namesOf>[0] & { readonly boxes: readonly Unplaced[] },
  own: readonly number[],
  ends: readonly Unrouted[],
  usual: string,
): Pick<MapExit, 'edges' | 'lines'>[] {
  const groups = new Map<string, number[]>()
  for (const [index, { from, by, ways }] of ends.entries()) {
    const leaves = ways.some(([one, other]) => own.includes(one) && !own.includes(other))
    if (leaves) kept(groups, JSON.stringify([from, by]), () => []).push(index)
  }
  return [...groups.values()].map((edges) => {
    const all = edges.flatMap((edge) => ends[edge] ?? [])
    const [{ from, by } = { from: { phase: 0 }, by: [] }] = all
    const start = 'box' in from && own.length > 1 ? `${named.boxes[from.box]?.title}: ` : ''
    const to = namesOf(
      named,
      all.flatMap(({ ways }) => ways.map(([, box]) => box)),
      'or',
    )
    return { edges, lines: wrapped(`${start}${labelOf(by, usual)} → ${to}`.replace('  ', ' '), exitLength) }
  })
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

export const areOver = ([x, y, width, height]: Frame, [left, top, wide, high]: Frame): boolean =>
  x < left + wide && left < x + width && y < top + high && top < y + height
