import type { Answer } from '../../answer/answer'
import { readBeginning } from '../../store/disk/read'
import { maxDesignBytes } from '../../workflows/collab/design-document'
import { designOf, graphOf, nameOf } from '../../workflows/collab/documents'
import { maxGraphBytes } from '../../workflows/collab/task-graph'
import type { PieceOfWork } from '../verbs/standard'
import { writeDiagram } from './diagram-file'
import { castOnSession } from './session-command'

/**
 * Reports a skill with the documents that decide the outcome, and redraws the diagram.
 *
 * @param skill its name, or the id of its state
 * @throws Failure as `cast` does
 */
export async function completeSkill(meant: PieceOfWork, skill: string, note?: string): Promise<Answer> {
  const { root } = meant.ctx
  const name = nameOf(meant.workflow)
  // Reads one byte more than the limit, to detect a longer text.
  const textOf = (path: string, most: number) => readBeginning(root, path, most + 1)?.text
  const design = textOf(designOf(name), maxDesignBytes)
  const graph = textOf(graphOf(name), maxGraphBytes)
  const documents = { ...(design !== undefined && { design }), ...(graph !== undefined && { graph }) }
  const brought = { verb: 'complete-skill', name: skill, ...(note && { note }), ...documents } as const
  const answer = await castOnSession(meant, brought, note)
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}
