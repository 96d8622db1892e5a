import { attempt, Failure } from '../../../failure/failure'
import { isFolder, readText } from '../../../store/disk/read'
import { parseState } from '../../../store/state/state'
import type { Standing } from '../../../workflows/hope/hooks/context'
import { sessionIn } from '../../../workflows/hope/session'
import { folder, regions, states } from '../../../workflows/hope/states'

/** What is found of hope in a repository, without the history and without repairing anything: hooks ask, and often. */
export type Found =
  /** Nobody has used it here. */
  | { readonly use: 'none' }
  /** It is used, and no session is under way. */
  | { readonly use: 'idle' }
  | { readonly use: 'unreadable' }
  | { readonly use: 'session'; readonly standing: Standing }

/** @param root absolute */
export function findHope(root: string): Found {
  if (!isFolder(root, folder)) return { use: 'none' }
  const text = attempt(() => readText(root, `${folder}/state.json`))
  if (text === undefined) return { use: 'idle' }
  const standing = text instanceof Failure ? undefined : standingIn(text)
  if (!standing) return { use: 'unreadable' }
  const { main, text: request } = standing.session
  const isOver = main === 'completed' || main === 'ended' || request === undefined
  return isOver ? { use: 'idle' } : { use: 'session', standing }
}

/** The state as every command reads it; where it cannot be read, a hook has nothing to say. */
function standingIn(text: string): Standing | undefined {
  const saved = attempt(() => parseState(text, { folder, definition: { states, regions } }))
  return saved instanceof Failure
    ? undefined
    : { state: saved.current, session: sessionIn(saved.context, saved.current) }
}
