import { isFolder } from '../../../disk/read'
import { attempt, Failure } from '../../../failure/failure'
import type { Standing } from '../../../flows/hope/hooks/context'
import { remembered, sessionIn } from '../../../flows/hope/session'
import { folder, regions, states } from '../../../flows/hope/states'
import { parseTransition } from '../../../work/history/history-line'
import type { State } from '../../../work/state/state'
import { storedState } from '../../../work/state-file'

/**
 * What hooks find of hope in a repository: an open session; that none is open, or that hope is not used. Frequent, so
 * it neither reads the history nor repairs anything.
 */
export type Found = Standing | 'idle' | 'none' | 'unreadable'

/** The state as every command reads it; if it is unreadable, a hook stays silent. */
export async function findHope(root: string): Promise<Found> {
  if (!isFolder(root, folder)) return 'none'
  const saved = attempt(() => storedState(root, { folder, definition: { states, regions } }))
  if (saved instanceof Failure) return 'unreadable'
  if (saved === undefined) return 'idle'
  const session = sessionIn(saved.context, saved.current)
  const isOver = session.main === 'completed' || session.main === 'ended' || session.text === undefined
  const isByHand = !(await isAsLeft(saved))
  // A manual change could also have made it look finished.
  if (isOver) return isByHand ? 'unreadable' : 'idle'
  return { state: saved.current, session, isByHand }
}

/** Whether state and context equal what the state's last entry has left; a first state written by hand has no entry. */
async function isAsLeft({ current, context, history }: State): Promise<boolean> {
  const last = history.at(-1)
  if (!last) return true
  if (parseTransition(last).to !== current) return false
  const { isSealedBy } = await import('../../../work/writing')
  return isSealedBy([last], { remembers: remembered }, context)
}
