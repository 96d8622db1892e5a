import type { Board, BoardCard } from '../../cli/command'
import type { MapMarks, WorkflowMap } from './workflow-map'

export const legend = '▶ now · › can be reached now · × entered, how often'

/** @returns a map for a terminal: a column for each phase, with its boxes, and the ways out of each, or of where the work is */
export const mapColumns = (map: WorkflowMap, marks?: MapMarks): Board['columns'] =>
  map.phases.map((heading, phase) => ({
    heading,
    cards: map.boxes.flatMap((box, index) => (box.phase === phase ? [cardOf(map, index, marks)] : [])),
  }))

function cardOf(map: WorkflowMap, box: number, marks: MapMarks | undefined): BoardCard {
  const { title = '', states = [], anywhere } = map.boxes[box] ?? {}
  const isHere = marks?.here.includes(box) ?? false
  const sign = isHere ? '▶ ' : marks?.next.includes(box) ? '› ' : ''
  const visits = marks?.visits[box] ?? 0
  // Of a box for several states it says in which of them the work is.
  const which = isHere && states.length > 1 && marks?.hereTitle !== title ? `: ${marks?.hereTitle}` : ''
  return {
    title: `${sign}${title}${which}${visits > 0 ? ` ×${visits.toLocaleString('en')}` : ''}`,
    lines: [],
    dimmed: [
      ...(anywhere === undefined ? [] : [`from anywhere: ${anywhere}`]),
      // Of where the work is not the boxes are enough: all of it has to fit a screen.
      ...(!marks || isHere ? waysOut(map, box) : []),
    ],
  }
}

/** The ways out of a box, one for each word. */
const waysOut = (map: WorkflowMap, box: number): string[] =>
  map.ways.filter(({ from }) => from.includes(box)).map(({ by, to }) => `${by} → ${namesOf(map, to)}`)

/** The names of boxes that a word may lead to; `all of Review` for those of a whole phase. */
function namesOf({ phases, boxes }: WorkflowMap, ends: readonly number[]): string {
  const names = new Set<string>()
  for (const end of ends) {
    const { phase = 0, title = '' } = boxes[end] ?? {}
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    names.add(own.length > 1 && own.every((box) => ends.includes(box)) ? `all of ${phases[phase]}` : title)
  }
  return [...names].join(', ').replace(/, ([^,]+)$/, ' or $1')
}
