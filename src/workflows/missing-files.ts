import type { Context } from '../engine/definition'
import type { Probe, Workflow } from './workflow'

/**
 * @param probe what was found
 * @param context what the work remembers
 * @returns the files without which the state, or what the work remembers, makes no sense and that are not there
 */
export const missingFiles = (
  { needs, buildsOn }: Workflow,
  state: string,
  probe: Probe,
  context: Context = {},
): readonly string[] =>
  [...(needs?.[state] ?? []), ...(buildsOn?.(context) ?? [])].filter((path) => probe[path] === undefined)
