import { startsOf, targetsOf } from '../engine/place'
import type { Workflow } from '../flows/flow'
import { placeOf } from './state-text'
import type { Texts } from './texts'

/**
 * A diagram small enough to read: every step inside a phase, and the spells that lead from one phase to the next. Both
 * halves of a review are one node, and so are all errors.
 *
 * @param here the state to mark, if any
 * @returns a Mermaid code block, as Markdown
 */
export function diagram(workflow: Workflow, texts: Texts, here?: string): string {
  const { definition, states: { groups = {} } = {} } = workflow
  const inside = new Map<string, Set<string>>()
  const between = new Map<string, Set<string>>()
  for (const row of definition.rows) {
    for (const from of startsOf(definition, row)) {
      for (const to of targetsOf(definition, row, from)) {
        if (to === from) continue
        const [edges, ctx] =
          groupOf(from) === groupOf(to)
            ? [inside, `${node(from)} --> ${node(to)}`]
            : [between, `${groupOf(from)} --> ${groupOf(to)}`]
        edges.set(ctx, (edges.get(ctx) ?? new Set()).add(row.on))
      }
    }
  }
  const lines = (edges: Map<string, Set<string>>) =>
    [...edges].map(([ctx, spells]) => `${ctx}: ${[...spells].join(', ')}`)
  const isError = (group: string) => definition.errors.some((state) => groupOf(state) === group)
  // Mermaid does not apply a style to a nested state.
  const marked = (title: string, isHere: boolean) => (isHere ? `▶ ${title} ◀` : title)
  const nodes = (group: string) =>
    new Set(
      definition.states
        .filter((state) => groupOf(state) === group)
        .map((state) => {
          const title = placeOf(workflow, state, texts).title ?? state
          return `    state "${marked(title, here !== undefined && node(here) === node(state))}" as ${node(state)}`
        }),
    )
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...Object.entries(groups).flatMap(([group, name]) =>
      isError(group)
        ? [`  state "${marked(name, here !== undefined && groupOf(here) === group)}" as ${group}`]
        : [
            `  state "${name}" as ${group} {`,
            ...nodes(group),
            ...(groupOf(definition.initial) === group ? [`    [*] --> ${node(definition.initial)}`] : []),
            ...lines(inside)
              .filter((line) => line.startsWith(`${group}_`))
              .map((line) => `    ${line}`),
            '  }',
          ],
    ),
    ...lines(between).map((line) => `  ${line}`),
    '```',
  ].join('\n')
}

const groupOf = (state: string) => state.slice(0, state.indexOf('_'))
const node = (state: string) => state.replace(/_[GA]$/, '')
