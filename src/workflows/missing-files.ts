import type { Probe, Workflow } from './workflow'

/**
 * @param probe what was found
 * @returns the files without which the state makes no sense and that are not there
 */
export const missingFiles = ({ needs }: Workflow, state: string, probe: Probe): readonly string[] =>
  (needs?.[state] ?? []).filter((path) => probe[path] === undefined)
