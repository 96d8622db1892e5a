import type { Answer } from '../../answer/answer'
import type { WorkMeant } from '../../cli/work-meant'
import { readBeginning } from '../../disk/read'
import { documentsOf, maxDocumentBytes, nameOf } from '../../flows/collab/documents'
import { documentsFor } from '../../flows/collab/required-documents'
import { type Clearing, sessionIn } from '../../flows/collab/session'
import { writeDiagram } from './diagram-file'
import { castOnSession } from './session-command'

/** What can be said with a report: the agent's note, the developer's words, whether to clear the context from now on. */
interface Beside {
  readonly note?: string | undefined
  readonly said?: string | undefined
  readonly clear?: Clearing | undefined
}

/** Reports a skill, or that of a state, with the documents that decide the outcome, and redraws the diagram. */
export async function completeSkill(meant: WorkMeant, skill: string, beside: Beside = {}): Promise<Answer> {
  const { root } = meant.ctx
  const folder = documentsOf(nameOf(meant.work.flow))
  const session = sessionIn(meant.work.saved.context)
  const documents: Record<string, string> = {}
  for (const file of documentsFor(session, skill)) {
    // Reads one byte more than the limit, to detect a longer text.
    const text = readBeginning(root, `${folder}/${file}`, maxDocumentBytes + 1)?.text
    if (text !== undefined) documents[file] = text
  }
  const { note, said, clear } = beside
  const answer = await castOnSession(meant, {
    verb: 'complete-skill',
    name: skill,
    ...(note && { note }),
    ...(said && { said }),
    ...(clear && { clear }),
    documents,
  })
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}
