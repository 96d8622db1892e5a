import type { Answer } from '../../answer/answer'
import type { WorkMeant } from '../../cli/work-meant'
import { maxDocumentBytes, nameOf } from '../../flows/collab/documents'
import type { Clearing } from '../../flows/collab/session'
import { writeDiagram } from './diagram-file'
import { documentsIn } from './documents'
import { castOnSession } from './session'

/** What can be said with a report: the agent's note, the developer's words, whether to clear the context from now on. */
interface Beside {
  readonly note?: string | undefined
  readonly said?: string | undefined
  readonly clear?: Clearing | undefined
}

/** Reports a skill, or that of a state, with the documents that decide the outcome, and redraws the diagram. */
export async function completeSkill(meant: WorkMeant, skill: string, beside: Beside = {}): Promise<Answer> {
  const { note, said, clear } = beside
  const answer = await castOnSession(meant, {
    verb: 'complete-skill',
    name: skill,
    ...(note && { note }),
    ...(said && { said }),
    ...(clear && { clear }),
    // One byte more than the limit shows a longer text.
    documents: documentsIn(meant.ctx.root, nameOf(meant.work.flow), maxDocumentBytes + 1),
  })
  return answer.outcome === 'advanced' ? writeDiagram(meant, answer) : answer
}
