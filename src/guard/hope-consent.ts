import { attempt, Failure } from '../failure/failure'
import { sessionIn } from '../flows/hope/session'
import { folder, regions, states } from '../flows/hope/states'
import { storedState } from '../work/state-file'

/**
 * @param words as `consentIn` returns them
 * @returns why the developer has to say so themselves; undefined if an agent may pass their word on
 */
export function hopeReason(words: string, root: string): string | undefined {
  if (words.endsWith('--force')) return 'changes how the developer takes part'
  const saved = attempt(() => storedState(root, { folder, definition: { states, regions } }))
  if (saved === undefined || saved instanceof Failure) return undefined
  const { main, outcome, blockers } = sessionIn(saved.context, saved.current)
  if (words.endsWith('undo'))
    return main === 'ended' && outcome === 'hard_stop' ? 'takes a stop back that a crossed limit has caused' : undefined
  const isHeld = main === 'loop.shape_approval' && blockers.length > 0
  return isHeld ? 'goes on past a BLOCKER' : undefined
}
