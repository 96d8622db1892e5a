import { kept } from '../src/engine/records'
import { labelOf } from '../src/report/map/text'
import type { WorkflowMap } from '../src/report/map/workflow-map'

/** Draws a map as Mermaid, fenced: a frame for each phase. A word that leads to or from all of another frame is one arrow. */
export function mapMermaid({ phases, boxes, ways, usual }: WorkflowMap): string {
  const own = (phase: number) => boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
  const phasesOf = (ends: readonly number[]) => new Set(ends.map((box) => boxes[box]?.phase ?? 0))
  const ends = (ofOne: readonly number[], ofOther: readonly number[]) =>
    [...phasesOf(ofOne)].flatMap((phase) => {
      const inPhase = own(phase)
      const isWhole = inPhase.length > 1 && inPhase.every((box) => ofOne.includes(box))
      return isWhole && !phasesOf(ofOther).has(phase)
        ? [`p${phase}`]
        : ofOne.filter((box) => boxes[box]?.phase === phase).map((box) => `b${box}`)
    })
  const arrows = new Map<string, string[]>()
  for (const { by, from, to } of ways)
    for (const start of ends(from, to))
      for (const end of ends(to, from)) kept(arrows, `${start} --> ${end}`, () => []).push(labelOf(by, usual))
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...phases.flatMap((title, phase) => [
      `  state "${title}" as p${phase} {`,
      ...own(phase).map((box) => {
        const { title: name = '', anywhere } = boxes[box] ?? {}
        return `    state "${anywhere ? `${name} (from anywhere: ${anywhere})` : name}" as b${box}`
      }),
      '  }',
    ]),
    ...[...arrows].map(([arrow, words]) => [`  ${arrow}`, words.filter(Boolean).join(', ')].filter(Boolean).join(': ')),
    '```',
  ].join('\n')
}
