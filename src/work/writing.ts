// What only a step needs: one file in the bundle, loaded when something is to be written.

import { type Holding, type Waiting, withLock } from '../disk/lock/lock'
import { commit, type LineSource, type StateWrite } from './state/commit'
import { isContextIntact } from './state/context-digest'
import type { Adoption, Settled } from './state/settle'
import type { Work } from './work'

export { digestOfFile } from '../disk/digest'
export { withLock } from '../disk/lock/lock'
export { stampOf } from '../disk/stamp'
export { planOfLine } from './history/known-criteria'
export { changedByHand, isContextIntact, isContextOf } from './state/context-digest'
export { planEffects, type StepPlan } from './state/plan-effects'

interface Writer extends Waiting {
  /** Called once the lock is held; what it throws refuses the act. */
  readonly held?: ((now: Work) => void) | undefined
}

/**
 * Acts on a piece of work while no other process changes it. First an interrupted step is finished, and an edit by hand
 * recorded.
 *
 * @param by the command, shown to others that wait
 * @param act gets the work as it is then, the same value if no step was made since it was read, what the history says
 *   now, a sentence each, and what is no link
 * @throws Failure (busy) if another process holds the lock for too long; as `settle` does
 */
export function change<T>(
  work: Work,
  by: string,
  who: Writer,
  act: (work: Work, recorded: readonly string[], safe: Set<string>) => Promise<T>,
): Promise<T> {
  const { root } = work
  const settled = async ({ safe }: Holding) => {
    // An archive is over: no step of it can be unfinished.
    if (work.isArchived) return act(work.reread(), [], safe)
    const found = work.again()
    const recorded = await reconcile(found, who.now)
    const settledWork = recorded.isAsRead ? found : found.again()
    who.held?.(settledWork)
    return act(settledWork, recordedIn(recorded), safe)
  }
  return withLock(root, by, who, settled)
}

/** Finishes an interrupted step, and records an edit by hand: `settle` of a piece of work. Needs the lock. */
export async function reconcile(work: Work, now: Date, adoption?: Adoption): Promise<Settled> {
  if (isSettled(work)) return { isAsRead: true, byHand: false, edited: [] }
  return (await import('./state/settle')).settle(work, now, adoption)
}

/** Nearly always, so that no step has to load what settles one. */
const isSettled = ({ root, flow, saved }: Work): boolean =>
  saved.relation === 'agree' &&
  !saved.archiving &&
  !saved.isNext &&
  !saved.tail?.fragment &&
  isContextIntact(root, flow, saved)

const recordedIn = ({ byHand, edited }: Settled): string[] => [
  ...(byHand ? ['The state had been changed by hand; the history says so now.'] : []),
  ...edited.map(({ path }) => `${path} was edited while a step was stopped half-way; the history says so now.`),
]

/**
 * The only way to change a piece of work: one recorded step, as `commit` makes it. Needs the lock, see `change`.
 *
 * @param safe what was no link under this lock
 */
export async function write(work: Work, step: StateWrite, source: LineSource, safe?: Set<string>): Promise<Work> {
  await commit(work, step, source, safe)
  return work.reread()
}
