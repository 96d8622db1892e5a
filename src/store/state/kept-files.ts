import type { Workflow } from '../../workflows/workflow'
import { local } from '../disk/local'
import { historyPath, statePath } from '../history/paths'

/**
 * @param workflow as its lines were written: not in an archive
 * @returns whether a file stays as a step has left it. Those at hand are there to be written in, unless the workflow keeps
 *   them; others are for one copy alone
 */
export function keptFiles(workflow: Workflow): (path: string) => boolean {
  const atHand = new Set([...Object.keys(workflow.probes), statePath(workflow), historyPath(workflow)])
  return (path) => !path.startsWith(`${local}/`) && (workflow.keepsFiles === true || !atHand.has(path))
}
