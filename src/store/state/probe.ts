import type { Probe, Workflow } from '../../workflows/workflow'
import { hasFile, readText } from '../disk/read'

/**
 * Looks at the files that a workflow's facts depend on.
 *
 * @param root absolute
 * @param probes which files, and whether their text is needed
 * @throws Failure where one of them cannot be read
 */
export function probeFiles(root: string, probes: Workflow['probes']): Probe {
  return Object.fromEntries(
    Object.entries(probes).map(([path, need]) => [
      path,
      need === 'text' ? readText(root, path) : hasFile(root, path) || undefined,
    ]),
  )
}
