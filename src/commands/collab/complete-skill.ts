import type { Answer } from '../../answer/answer'
import type { PieceOfWork } from '../../cli/work-meant'
import { readBeginning } from '../../store/disk/read'
import { loadState } from '../../store/state/state'
import { documentsOf, maxDocumentBytes, nameOf } from '../../workflows/collab/documents'
import { documentsFor } from '../../workflows/collab/required-documents'
import { sessionIn } from '../../workflows/collab/session'
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
  const folder = documentsOf(nameOf(meant.workflow))
  const session = sessionIn(loadState(root, meant.workflow).context)
  const documents: Record<string, string> = {}
  for (const file of documentsFor(session, skill)) {
    // Reads one byte more than the limit, to detect a longer text.
    const text = readBeginning(root, `${folder}/${file}`, maxDocumentBytes + 1)?.text
    if (text !== undefined) documents[file] = text
  }
  const brought = { verb: 'complete-skill', name: skill, ...(note && { note }), documents } as const
  const answer = await castOnSession(meant, brought, note)
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}
