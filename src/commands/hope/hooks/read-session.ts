import { attempt, Failure } from '../../../failure/failure'
import { isFolder, readText } from '../../../store/disk/read'
import { parseState } from '../../../store/state/state'
import type { Standing } from '../../../workflows/hope/hooks/context'
import { sessionIn } from '../../../workflows/hope/session'
import { folder, regions, states } from '../../../workflows/hope/states'

/**
 * What is found of hope in a repository, without the history and without repairing anything: hooks ask, and often. A session that
 * is under way; that none is, or that it is not used at all.
 */
export type Found = Standing | 'idle' | 'none' | 'unreadable'

/**
 * The state as every command reads it; if it cannot be read, a hook has nothing to say.
 *
 * @param root absolute
 */
export function findHope(root: string): Found {
  if (!isFolder(root, folder)) return 'none'
  const saved = attempt(() => {
    const text = readText(root, `${folder}/state.json`)
    return text === undefined ? undefined : parseState(text, { folder, definition: { states, regions } })
  })
  if (saved instanceof Failure) return 'unreadable'
  if (saved === undefined) return 'idle'
  const session = sessionIn(saved.context, saved.current)
  const isOver = session.main === 'completed' || session.main === 'ended' || session.text === undefined
  return isOver ? 'idle' : { state: saved.current, session }
}
