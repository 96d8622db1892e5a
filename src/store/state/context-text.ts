import type { Context } from '../../engine/definition'
import { isRecord } from '../../failure/json'
import type { Workflow } from '../../workflows/workflow'

/**
 * @returns what a workflow remembers of its own in a context, as the text that a line seals: JSON with its keys in their order,
 *   without those of others; undefined if the workflow remembers nothing
 */
export function contextText({ remembers }: Pick<Workflow, 'remembers'>, context: Context): string | undefined {
  if (!remembers) return undefined
  const ours = Object.entries(context).filter(([key]) => remembers.includes(key))
  return JSON.stringify(inOrder(Object.fromEntries(ours)))
}

/** @returns whether a context has something that a workflow remembers */
export const remembersIn = ({ remembers = [] }: Workflow, context: Context): boolean =>
  remembers.some((key) => context[key] !== undefined)

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  )
}
