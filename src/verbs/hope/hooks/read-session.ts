import { isFolder } from '../../../disk/read'
import { attempt, Failure } from '../../../failure/failure'
import type { Standing } from '../../../flows/hope/hooks/subagent'
import { remembered, sessionIn } from '../../../flows/hope/session'
import { folder, regions, states } from '../../../flows/hope/states'
import { parseTransition } from '../../../work/history/history-line'
import type { State } from '../../../work/state/state'
import { storedState } from '../../../work/state-file'

/**
 * @returns the open session of a repository; undefined without one, or if its state cannot be read. Frequent, so it
 *   neither reads the history nor repairs anything
 */
export async function openSession(root: string): Promise<Standing | undefined> {
  if (!isFolder(root, folder)) return undefined
  const saved = attempt(() => storedState(root, { folder, definition: { states, regions } }))
  if (saved === undefined || saved instanceof Failure) return undefined
  const session = sessionIn(saved.context, saved.current)
  const isOver = session.main === 'completed' || session.main === 'ended' || session.text === undefined
  return isOver ? undefined : { session, isByHand: !(await isAsLeft(saved)) }
}

/** Whether state and context equal what the state's last entry has left; a first state written by hand has no entry. */
async function isAsLeft({ current, context, history }: State): Promise<boolean> {
  const last = history.at(-1)
  if (!last) return true
  if (parseTransition(last).to !== current) return false
  const { isSealedBy } = await import('../../../work/writing')
  return isSealedBy([last], { remembers: remembered }, context)
}
