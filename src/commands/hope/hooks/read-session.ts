import { joinParts } from '../../../engine/place'
import { attempt, Failure } from '../../../failure/failure'
import { isFolder, readText } from '../../../store/disk/read'
import type { Standing } from '../../../workflows/hope/hooks/context'
import { sessionIn } from '../../../workflows/hope/session'

const folder = '.ai/hope'

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

type Tree = Readonly<Record<string, unknown>>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

function standingIn(text: string): Standing | undefined {
  try {
    const { regions, context } = JSON.parse(text) as Tree
    if (!isTree(regions) || !isTree(context)) return undefined
    const { soul, main, service } = regions
    if (![soul, main, service].every((part) => typeof part === 'string')) return undefined
    return { state: joinParts([soul, main, service] as string[]), session: sessionIn({ ...context, main }) }
  } catch {
    return undefined
  }
}
