import type { Answer } from '../../answer/answer'
import type { WorkMeant } from '../../cli/work-meant'
import { isThere } from '../../disk/read'
import { writeDerived } from '../../disk/replace-file'
import { Failure } from '../../failure/failure'
import { diagramPath, nameOf } from '../../flows/collab/documents'
import { sessionIn } from '../../flows/collab/session'
import { diagramOf } from '../../flows/collab/session-diagram'
import { withLock } from '../../work/writing'

/**
 * Redraws the waves of a session while they are carried out, and where they were drawn before: an undo takes them
 * back. The diagram can be generated again at any time, so it is no part of the step, and failing to write it is only a
 * warning in the answer.
 */
export async function writeDiagram<Told extends Answer>({ work, ctx }: WorkMeant, answer: Told): Promise<Told> {
  const { root, now, wait } = ctx
  try {
    await withLock(root, 'collab', now, wait, async () => {
      const session = sessionIn(work.again().saved.context)
      const path = diagramPath(nameOf(work.flow))
      if ((session.phase !== 'implementation' || !session.waves) && !isThere(root, path)) return
      writeDerived(root, path, diagramOf(session.waves ?? []))
    })
    return answer
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...answer, warnings: [...answer.warnings, `The diagram could not be drawn: ${error.message}`] }
  }
}
