import type { Probe, Workflow } from './workflow'

/**
 * Which files a state cannot do without, and has not got.
 *
 * @param state any state of the workflow
 * @param probe what was found of the workflow's files
 * @returns their paths from the root, in the order in which the state names them
 */
export const missingFiles = (workflow: Workflow, state: string, probe: Probe): readonly string[] =>
  (workflow.needs[state] ?? []).filter((path) => probe[path] === undefined)
