import { isAvailable } from '../../engine/definition'
import { startsIn, targetsOf } from '../../engine/place'
import type { Workflow } from '../flow'
import { lookOf } from './definition'

/**
 * Draws a workflow of a repository as the Mermaid text that GitHub and editors draw.
 *
 * @param here the state of a piece of work, which is marked
 * @returns its lines, without the fence around them
 */
export function mermaidOf({ definition, own }: Workflow, here?: string): string {
  const { states, rows, initial, events } = definition
  const titleOf = (state: string) => plain(own?.texts.rows.get(lookOf(state))?.title ?? state)
  const id = (state: string) => `s${states.indexOf(state)}`
  const drawn = rows.filter(({ on, kind }) => events.includes(on) && isAvailable(kind))
  const edges = states.flatMap((from) =>
    drawn
      .filter((row) => startsIn(row, from))
      .flatMap((row) => targetsOf(definition, row, from).map((to) => `${id(from)} --> ${id(to)}: ${row.on}`)),
  )
  const goals = [definition.goal].flat()
  return [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${titleOf(state)}" as ${id(state)}`),
    `  [*] --> ${id(initial)}`,
    ...[...new Set(edges)].map((edge) => `  ${edge}`),
    ...goals.map((goal) => `  ${id(goal)} --> [*]`),
    ...(here === undefined ? [] : ['  classDef here stroke-width:3px', `  class ${id(here)} here`]),
    '',
  ].join('\n')
}

/** What ends a title, a line or a fence is left out. */
const plain = (title: string): string => title.replace(/["`\r\n;]+/g, ' ').trim()
