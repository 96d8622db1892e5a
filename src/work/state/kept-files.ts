import { local } from '../../disk/local'
import type { Workflow } from '../../workflow/flow'
import { historyPath, statePath } from '../history/history-line'

/**
 * @param workflow with the paths in which its entries were written: not those of an archive
 * @returns tells whether a file must stay as a step has left it. Files of the current work may be edited, unless the
 *   workflow keeps them; files in `.ai/.local/` do not count
 */
export function keptFiles(workflow: Workflow): (path: string) => boolean {
  const atHand = new Set([...Object.keys(workflow.probes), statePath(workflow), historyPath(workflow)])
  return (path) => !path.startsWith(`${local}/`) && (workflow.files.areFixed === true || !atHand.has(path))
}
