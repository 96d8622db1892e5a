import type { Context } from '../../engine/definition'
import { inOrder } from '../../text/json'
import type { Workflow } from '../../workflow/flow'

/** @returns the text of a context that an entry seals: JSON of the workflow's own keys, sorted */
export function contextText({ remembers }: Pick<Workflow, 'remembers'>, context: Context): string | undefined {
  if (!remembers) return undefined
  const ours = Object.entries(context).filter(([key]) => remembers.includes(key))
  return JSON.stringify(inOrder(Object.fromEntries(ours)))
}

/** @returns whether a context has any of the workflow's own keys */
export const remembersIn = ({ remembers = [] }: Workflow, context: Context): boolean =>
  remembers.some((key) => context[key] !== undefined)
