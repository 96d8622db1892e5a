import { attempt, Failure } from '../../../failure/failure'
import { isFolder, readText } from '../../../store/disk/read'
import { parseTransition } from '../../../store/history/history-line'
import { parseState, type State } from '../../../store/state/state'
import type { Standing } from '../../../workflows/hope/hooks/context'
import { remembered, sessionIn } from '../../../workflows/hope/session'
import { folder, regions, states } from '../../../workflows/hope/states'

/**
 * What hooks find of hope in a repository: an open session; that none is open, or that hope is not used. Frequent, so
 * it neither reads the history nor repairs anything.
 */
export type Found = Standing | 'idle' | 'none' | 'unreadable'

/**
 * The state as every command reads it; if it is unreadable, a hook stays silent.
 *
 * @param root absolute
 */
export async function findHope(root: string): Promise<Found> {
  if (!isFolder(root, folder)) return 'none'
  const saved = attempt(() => {
    const text = readText(root, `${folder}/state.json`)
    return text === undefined ? undefined : parseState(text, { folder, definition: { states, regions } })
  })
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
  const { isSealedBy } = await import('../../../store/writing')
  return isSealedBy([last], { remembers: remembered }, context)
}
