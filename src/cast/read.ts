import type { Facts, Payload } from '../engine/definition'
import { mayLackWork } from '../git/head'
import { type ProofsHere, proofsOf } from '../proof/status/proofs'
import { attemptAsync, Failure } from '../text/failure'
import { statePath } from '../work/history/history-line'
import { settingsOf } from '../work/settings/settings'
import { refuseOlder } from '../work/state/relation'
import type { Saved } from '../work/state/state'
import type { Work } from '../work/work'
import type { Settings } from '../workflow/settings'
import type { Probe } from '../workflow/transition'
import type { CastContext } from './cast'
import { markersIn, mergingIn } from './merging'

/** What an event meets: a piece of work at one moment, with all that the table asks about it. */
export interface World {
  readonly work: Work
  readonly saved: Saved
  readonly probe: Probe
  readonly settings: Settings
  /** Absent if there is nothing to prove. */
  readonly proofs: ProofsHere | undefined
  /** The input of the event, with who is here in a workflow that counts people; absent if it has none. */
  readonly payload: Payload | undefined
  /** What was changed by hand in the record of proofs, or a context that matters; or that work is not checked out. */
  readonly warnings: readonly string[]
  /** What refuses every step now, of which a look tells. */
  readonly refused: Failure | undefined
}

/**
 * Step 1 of a cast: reads the world, once. An interrupted step counts as completed.
 *
 * @param event decides what has to be known: a look does not ask git, and bears with an edited context and a merge
 * @param given the input of the event, as it was typed
 * @throws Failure if state, history, proofs, settings or a file cannot be read; `merge-conflict`, `state-older`,
 *   `state-by-hand`, `context-by-hand` (unreadable) if the workflow depends on its context; `not-checked-out` (notPossible)
 *   if git has work that a sparse checkout leaves out, `stashed` (notPossible) if it is in a stash of this branch; `no-person`
 */
export async function readWorld(work: Work, event: string, ctx: CastContext, given?: Payload): Promise<World> {
  const { flow } = work
  const isLook = event === flow.look
  const settings = await settingsOf(ctx)
  const merging = await mergingIn(work, ctx)
  if (merging && !isLook) throw merging
  const payload = flow.input?.countsPeople ? await withPerson(work, event, ctx, given) : given
  // In this order: what is read of the state is of the moment of the files.
  const { probe } = work
  const { saved } = work
  if (!isLook) refuseOlder(statePath(flow), saved)
  // What a look says of the step that completes the work has to hold.
  const proofs = await proofsOf(work, isLook ? flow.definition.events : [event], settings, ctx.env)
  const isNew = saved.version === '' && saved.tail === undefined
  const { git } = ctx.clone()
  const mayBeElsewhere = isNew && git !== undefined && mayLackWork(git)
  const unseen = mayBeElsewhere && (await (await import('../git/unseen')).unseen(work.root, statePath(flow), ctx.env))
  if (unseen && !isLook) throw unseen
  const tampering = await work.tampering()
  if (!isLook) tampering?.refuse()
  const told = unseen ? [`${unseen.message} Run \`${unseen.fix}\`.`] : (tampering?.told() ?? [])
  const broken = proofs?.broken ? [`${proofs.broken}, so no run counts. Run \`spell doctor\`.`] : []
  const marked = await markersIn(probe)
  if (marked && !isLook) throw marked
  return { work, saved, probe, settings, proofs, payload, warnings: [...told, ...broken], refused: merging ?? marked }
}

/** @returns the payload with who is here; a look, and what is no word, need not know. Throws Failure (notPossible) `no-person` */
async function withPerson(
  { flow }: Work,
  event: string,
  { root, env }: CastContext,
  payload: Payload | undefined,
): Promise<Payload | undefined> {
  const person = await attemptAsync(async () => (await import('../git/person')).personHere(root, env))
  if (!(person instanceof Failure)) return { ...payload, person }
  if (event !== flow.look && flow.definition.events.includes(event)) throw person
  return payload
}

/** @returns the facts of a world; those without a payload are those of a valid one */
export function factsOf(
  { work: { flow }, saved, probe, settings, proofs }: World,
  payload?: Payload,
  context = saved.context,
  state = saved.current,
): Facts {
  const facts = flow.facts(probe, settings, context, payload, state)
  return proofs ? { ...facts, ...proofs.facts } : facts
}
