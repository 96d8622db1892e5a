import { type Definition, isAvailable } from '../../engine/definition'
import { startsOf, targetsOf } from '../../engine/place'
import { definitionOf } from './definition'
import { type Kept, printKept } from './kept'

/**
 * Makes the definition that a piece of work goes by from now on. The states and steps that are gone stay in it as gone,
 * so that its history is still legal.
 *
 * @returns undefined if nothing has changed
 */
export function upgraded(before: Kept, today: Kept): { readonly kept: Kept; readonly text: string } | undefined {
  const { gone: _, ...known } = before
  if (printKept(known) === printKept(today)) return undefined
  const now = new Set(Object.keys(today.file.states))
  const past = definitionOf(before.file, { folder: '', pathOf: (name) => name })
  const states = [...new Set([...(before.gone?.states ?? []), ...past.states])].filter((state) => !now.has(state))
  const edges = [...(before.gone?.edges ?? []), ...edgesOf(past)]
  const unique = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()]
  const kept = { ...today, gone: { states, edges: unique } }
  return { kept, text: printKept(kept) }
}

const edgesOf = (definition: Definition) =>
  definition.rows
    .filter(({ kind }) => isAvailable(kind))
    .flatMap((row) =>
      startsOf(definition, row).flatMap((from) =>
        targetsOf(definition, row, from).map((to) => ({ from, on: row.on, to })),
      ),
    )
