import { kept } from '../../engine/records'
import type { MapMarks, WorkflowMap } from './workflow-map'

/**
 * Writes a map as the Mermaid text that GitHub and editors draw, fenced: a frame for each phase, and where the work is
 * with a thick border. A word that leads to or from all of another frame is one arrow; the only word of a map is on none.
 */
export function mermaidOf(
  { phases, boxes, ways }: WorkflowMap,
  { here }: Pick<MapMarks, 'here'> = { here: [] },
): string {
  const isOneWord = new Set(ways.map(({ by }) => by)).size === 1
  const arrows = new Map<string, Set<string>>()
  for (const { by, from, to } of ways)
    for (const start of inFrames(boxes, from, to))
      for (const end of inFrames(boxes, to, from)) kept(arrows, `${start} --> ${end}`, () => new Set()).add(by)
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...phases.flatMap((title, phase) => [
      `  state "${plain(title)}" as p${phase} {`,
      ...boxes.flatMap((box, index) => {
        const entry = box.anywhere === undefined ? '' : ` (from anywhere: ${box.anywhere})`
        return box.phase === phase ? [`    state "${plain(box.title)}${entry}" as b${index}`] : []
      }),
      '  }',
    ]),
    ...[...arrows].map(([arrow, words]) => (isOneWord ? `  ${arrow}` : `  ${arrow}: ${[...words].join(', ')}`)),
    ...(here.length > 0
      ? ['  classDef here stroke-width:3px', `  class ${here.map((box) => `b${box}`).join(',')} here`]
      : []),
    '```',
  ].join('\n')
}

/** The ends of ways on one side: a whole frame in place of all its boxes, unless ways begin or end in it on the other side. */
function inFrames(boxes: WorkflowMap['boxes'], ends: readonly number[], others: readonly number[]): string[] {
  const phaseOf = (box: number) => boxes[box]?.phase ?? 0
  const otherPhases = others.map(phaseOf)
  return [...new Set(ends.map(phaseOf))].flatMap((phase) => {
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    const isWhole = own.length > 1 && own.every((box) => ends.includes(box)) && !otherPhases.includes(phase)
    return isWhole ? [`p${phase}`] : ends.filter((box) => phaseOf(box) === phase).map((box) => `b${box}`)
  })
}

/** What ends a title, a line or a fence is left out. */
const plain = (title: string): string => title.replace(/["`\r\n;]+/g, ' ').trim()
