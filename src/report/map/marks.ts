import { kept } from '../../engine/records'
import type { WorkReport } from '../model'
import { beside, boxesOf, type Way, type WorkflowMap, waysOf } from './workflow-map'

/** What a map shows of one piece of work. */
export interface MapMarks {
  /** Empty if the state is on no map, such as one of an earlier table. */
  readonly here: readonly number[]
  readonly hereTitle: string
  /** How often each box was entered. */
  readonly visits: readonly number[]
  /** The steps from box to box, also those that the table has not, such as an undo. */
  readonly steps: readonly MapStep[]
  /** What can be said now, and where it leads, if it leaves this box. */
  readonly words: readonly { readonly say: string; readonly event: string; readonly ways: readonly Way[] }[]
}

export interface MapStep {
  readonly way: Way
  readonly by: string
  readonly count: number
}

/** @returns what is known of a piece of work, in the boxes of its workflow's map */
export function marksOf(
  { boxes }: WorkflowMap,
  { state, stateTitle, way, next }: Pick<WorkReport, 'state' | 'stateTitle' | 'way' | 'next'>,
): MapMarks {
  const visits = boxes.map(() => 0)
  for (const box of boxesOf(boxes, way.states[0]?.state ?? '')) visits[box] = 1
  const steps = new Map<string, MapStep & { count: number }>()
  for (const { from, to, by, count } of way.edges) {
    for (const step of waysOf(boxes, from, to)) {
      if (step[1] !== beside) visits[step[1]] = (visits[step[1]] ?? 0) + count
      kept(steps, `${by} ${step}`, () => ({ way: step, by, count: 0 })).count += count
    }
  }
  return {
    here: boxesOf(boxes, state),
    hereTitle: stateTitle,
    visits,
    steps: [...steps.values()],
    words: next.map(({ say, event, to }) => ({ say, event, ways: to.flatMap((end) => waysOf(boxes, state, end)) })),
  }
}

/** @returns the boxes that ways lead to */
export const endsOf = (ways: readonly Way[]): number[] =>
  [...new Set(ways.map(([, box]) => box))].filter((box) => box !== beside)
