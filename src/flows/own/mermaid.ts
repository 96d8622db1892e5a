import { edgesOf } from '../../engine/place'
import type { Workflow } from '../flow'
import { lookOf } from './definition'

/**
 * Draws a workflow of a repository as the Mermaid text that GitHub and editors draw.
 *
 * @param here the state of a piece of work, which is marked
 * @returns its lines, without the fence around them
 */
export function mermaidOf({ definition, own }: Workflow, here?: string): string {
  const { states, initial, events } = definition
  const titleOf = (state: string) => plain(own?.texts.rows.get(lookOf(state))?.title ?? state)
  const id = (state: string) => `s${states.indexOf(state)}`
  const edges = edgesOf(definition).flatMap(({ from, on, to }) =>
    events.includes(on) ? [`${id(from)} --> ${id(to)}: ${on}`] : [],
  )
  return [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${titleOf(state)}" as ${id(state)}`),
    `  [*] --> ${id(initial)}`,
    ...[...new Set(edges)].map((edge) => `  ${edge}`),
    ...[definition.goal].flat().map((goal) => `  ${id(goal)} --> [*]`),
    ...(here === undefined ? [] : ['  classDef here stroke-width:3px', `  class ${id(here)} here`]),
    '',
  ].join('\n')
}

/** What ends a title, a line or a fence is left out. */
const plain = (title: string): string => title.replace(/["`\r\n;]+/g, ' ').trim()
