import type { Context } from '../engine/definition'
import type { Workflow } from './flow'
import type { Probe } from './transition'

/** The files that the state or the context requires and that the probe has not found. */
export const missingFiles = (
  { files: { needs, buildsOn } }: Workflow,
  state: string,
  probe: Probe,
  context: Context = {},
): readonly string[] =>
  [...(needs?.[state] ?? []), ...(buildsOn?.(context) ?? [])].filter((path) => probe[path] === undefined)
