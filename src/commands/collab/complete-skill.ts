import type { Answer } from '../../answer/answer'
import { readBeginning } from '../../store/disk/read'
import { longestDesign } from '../../workflows/collab/design-document'
import { designOf, graphOf, nameOf } from '../../workflows/collab/documents'
import { longestGraph } from '../../workflows/collab/task-graph'
import type { Meant } from '../verbs/standard'
import { writeDiagram } from './diagram-file'
import { castOn } from './session-command'

/**
 * Reports a skill with the documents that decide what comes of it, and draws the diagram anew (specs: collab §6).
 *
 * @param skill its name, or the id of its state
 * @throws Failure as `cast`
 */
export async function completeSkill(meant: Meant, skill: string, note?: string): Promise<Answer> {
  const { root } = meant.edge
  const name = nameOf(meant.workflow)
  // One byte more than is read as a document, so that what is too long is seen to be.
  const textOf = (path: string, most: number) => readBeginning(root, path, most + 1)?.text
  const design = textOf(designOf(name), longestDesign)
  const graph = textOf(graphOf(name), longestGraph)
  const answer = await castOn(
    meant,
    {
      verb: 'complete-skill',
      name: skill,
      ...(note && { note }),
      ...(design !== undefined && { design }),
      ...(graph !== undefined && { graph }),
    },
    note,
  )
  return answer.outcome === 'advanced' ? writeDiagram(meant.workflow, meant.edge, answer) : answer
}
