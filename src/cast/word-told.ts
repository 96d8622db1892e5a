import type { WordTold } from '../answer/answer-input'
import type { Kind } from '../engine/definition'
import { attemptAsync, Failure } from '../failure/failure'
import { passedHere } from '../word/mark'
import type { Work } from '../work/work'
import type { CastContext } from './cast'

/**
 * @param above what the answer says before it
 * @returns what an answer tells of the developer's words; nothing where none was passed on
 */
export async function wordToldOf(work: Work, kind: Kind, above: string, ctx: CastContext): Promise<WordTold> {
  const { root, now, isTyped, isForDeveloper = true } = ctx
  if (passedHere(root, now).length === 0 && !(await isTyped?.())) return {}
  const { wordTold } = await import('../word/seen')
  // The step is made, so what cannot be told does not undo it.
  const told = await attemptAsync(() => wordTold(work.again(), { ...ctx, kind, above, isForDeveloper }))
  return told instanceof Failure ? {} : told
}
