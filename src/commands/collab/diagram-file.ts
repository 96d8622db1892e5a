import type { Answer } from '../../answer/answer'
import { Failure } from '../../failure/failure'
import { writeDerived } from '../../store/disk/replace-file'
import { loadState } from '../../store/state/state'
import { withLock } from '../../store/writing'
import { diagramPath, nameOf } from '../../workflows/collab/documents'
import { sessionIn } from '../../workflows/collab/session'
import { diagramOf } from '../../workflows/collab/session-diagram'
import type { PieceOfWork } from '../verbs/standard'

/**
 * Draws the batches of a session anew, where they are carried out. The diagram can be drawn again at any time, so it is no part of the step, and that it cannot be written is only a warning.
 *
 * @param answer to the step before
 * @returns the answer, with the warning where there is one
 */
export async function writeDiagram({ workflow, ctx }: PieceOfWork, answer: Answer): Promise<Answer> {
  const { root, now, wait } = ctx
  try {
    await withLock(root, 'collab', now, wait, async () => {
      const session = sessionIn(loadState(root, workflow).context)
      if (session.phase !== 'implementation' || !session.batches) return
      writeDerived(root, diagramPath(nameOf(workflow)), diagramOf(session.batches))
    })
    return answer
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...answer, warnings: [...answer.warnings, `The diagram could not be drawn: ${error.message}`] }
  }
}
