import { kept } from '../../engine/records'
import type { NextWord, WorkReport } from '../model'
import { beside, boxesOf, isSame, type MapLayout, timesOf, type Way, waysOf } from './layout'

/** What a map shows of one piece of work: by the places of boxes and edges in its layout. */
export interface MapMarks {
  /** Empty if the state is on no map, such as one of an earlier table. */
  readonly here: readonly number[]
  readonly hereTitle: string
  readonly visits: readonly number[]
  readonly walked: readonly number[]
  /** The same as steps from box to box, and those that no edge stands for, such as an undo. */
  readonly steps: readonly { readonly way: Way; readonly by: string; readonly count: number }[]
  /** The edges that a word leads along that can be said now. */
  readonly next: readonly boolean[]
  /** What can be said now, and the boxes that it leads to, if it leaves this one. */
  readonly words: readonly { readonly say: string; readonly to: readonly number[] }[]
}

export function marksOf(
  map: MapLayout,
  { state, stateTitle, way, next }: Pick<WorkReport, 'state' | 'stateTitle' | 'way' | 'next'>,
): MapMarks {
  const walked = map.edges.map(() => 0)
  const visits = map.boxes.map(() => 0)
  for (const box of boxesOf(map, way.states[0]?.state ?? '')) visits[box] = 1
  const steps = new Map<string, { way: Way; by: string; count: number }>()
  for (const { from, to, by, count } of way.edges) {
    for (const step of waysOf(map, from, to)) {
      if (step[1] !== beside) visits[step[1]] = (visits[step[1]] ?? 0) + count
      for (const edge of edgesOf(map, step, by)) walked[edge] = (walked[edge] ?? 0) + count
      kept(steps, `${by} ${step}`, () => ({ way: step, by, count: 0 })).count += count
    }
  }
  return {
    here: boxesOf(map, state),
    hereTitle: stateTitle,
    visits,
    walked,
    steps: [...steps.values()],
    ...possible(map, state, next),
  }
}

/** @returns what a box shows of a piece of work; `which` of its states it is in, if its title does not say that */
export function boxMark({ boxes }: MapLayout, marks: MapMarks | undefined, box: number) {
  const { title = '', states = [] } = boxes[box] ?? {}
  const visits = marks?.visits[box] ?? 0
  return {
    isHere: marks?.here.includes(box) ?? false,
    isNext: marks?.words.some(({ to }) => to.includes(box)) ?? false,
    times: visits > 0 ? timesOf(visits) : '',
    which: marks && states.length > 1 && marks.hereTitle !== title ? marks.hereTitle : '',
  }
}

function possible(map: MapLayout, state: string, words: readonly NextWord[]): Pick<MapMarks, 'next' | 'words'> {
  const next = map.edges.map(() => false)
  const said = words.map(({ say, event, to }) => {
    const ways = to.flatMap((end) => waysOf(map, state, end))
    for (const edge of ways.flatMap((way) => edgesOf(map, way, event))) next[edge] = true
    return { say, to: [...new Set(ways.map(([, box]) => box))].filter((box) => box !== beside) }
  })
  return { next, words: said }
}

/** @returns the edge that a step goes along, or the two by which it passes a box; empty if it has none */
function edgesOf({ edges, passed }: MapLayout, [from, to]: Way, by: string): number[] {
  const along = (way: Way) =>
    edges.findIndex((edge) => edge.by.includes(by) && edge.ways.some((each) => isSame(each, way)))
  const direct = along([from, to])
  if (direct >= 0) return [direct]
  return passed.map((box) => [along([from, box]), along([box, to])]).find((both) => !both.includes(-1)) ?? []
}
