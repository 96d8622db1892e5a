import type { Answer } from '../../answer/answer'
import { readBeginning } from '../../store/disk/read'
import { maxDesignBytes } from '../../workflows/collab/design-document'
import { designOf, graphOf, nameOf } from '../../workflows/collab/documents'
import { maxGraphBytes } from '../../workflows/collab/task-graph'
import type { PieceOfWork } from '../verbs/standard'
import { writeDiagram } from './diagram-file'
import { castOnSession } from './session-command'

/**
 * Reports a skill with the documents that decide what comes of it, and draws the diagram anew.
 *
 * @param skill its name, or the id of its state
 * @throws Failure as `cast`
 */
export async function completeSkill(meant: PieceOfWork, skill: string, note?: string): Promise<Answer> {
  const { root } = meant.ctx
  const name = nameOf(meant.workflow)
  // One byte more than is read as a document, so that what is too long is seen to be.
  const textOf = (path: string, most: number) => readBeginning(root, path, most + 1)?.text
  const design = textOf(designOf(name), maxDesignBytes)
  const graph = textOf(graphOf(name), maxGraphBytes)
  const documents = { ...(design !== undefined && { design }), ...(graph !== undefined && { graph }) }
  const brought = { verb: 'complete-skill', name: skill, ...(note && { note }), ...documents } as const
  const answer = await castOnSession(meant, brought, note)
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}
