import type { Context } from '../engine/definition'
import type { Probe, Workflow } from './flow'

/**
 * @param probe the files that were found
 * @param context of the work
 * @returns the files that the state or the context requires and that are missing
 */
export const missingFiles = (
  { recovery: { needs, buildsOn } = {} }: Workflow,
  state: string,
  probe: Probe,
  context: Context = {},
): readonly string[] =>
  [...(needs?.[state] ?? []), ...(buildsOn?.(context) ?? [])].filter((path) => probe[path] === undefined)
