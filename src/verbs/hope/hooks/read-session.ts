import { isFolder } from '../../../disk/read'
import { attempt, Failure } from '../../../failure/failure'
import { isOver, type Session, sessionIn } from '../../../flows/hope/session'
import { folder, regions, states } from '../../../flows/hope/states'
import { storedState } from '../../../work/state-file'

/**
 * @returns the open session of a repository; undefined without one, or if its state cannot be read. Frequent, so it
 *   neither reads the history nor repairs anything
 */
export function openSession(root: string): Session | undefined {
  if (!isFolder(root, folder)) return undefined
  const saved = attempt(() => storedState(root, { folder, definition: { states, regions } }))
  if (saved === undefined || saved instanceof Failure) return undefined
  const session = sessionIn(saved.context, saved.current)
  return isOver(session) || session.text === undefined ? undefined : session
}
