import { isGoal } from '../engine/place'
import { waitingIn } from '../proof/consent/consent'
import { proofsOf } from '../proof/standing/proofs'
import { loadSettings } from '../settings/settings'
import { agreedIn } from '../work/history/agreed'
import type { Work } from '../work/work'
import { inventoryOf } from './inventory'
import { hasPassed } from './mark'
import { newsOf } from './news'
import type { Asking } from './pass'
import { changeSession, type SessionsHere, sessionsHere, typedIn } from './sessions'
import { ownSession } from './witness'

/** @returns the sessions with a grant that this process could use: that of its host, and what the developer has typed */
export async function grantsHere({
  root,
  env,
  now,
}: Asking): Promise<{ here: SessionsHere; keys: readonly string[] } | undefined> {
  if (!hasPassed(root, 'host', now) && !hasPassed(root, 'typed', now)) return undefined
  const here = sessionsHere(root, env)
  const keys = [await ownSession(here, env), typedIn(here.top)]
  return { here, keys: keys.filter((key): key is string => key !== undefined && here.all[key]?.grant !== undefined) }
}

/** Ends the grants that this process could use. Returns how many there were; throws Failure as `changeSession` does. */
export async function endGrants(asking: Asking): Promise<number> {
  const found = await grantsHere(asking)
  if (!found) return 0
  for (const key of found.keys)
    await changeSession(found.here, key, asking.now, (session) => {
      if (!session?.grant) return undefined
      const { grant: _, ...others } = session
      return others
    })
  return found.keys.length
}

/**
 * Finds out whether a grant is over before the next step.
 *
 * @returns the reason, as a clause; undefined if it is not
 * @throws Failure as `inventoryOf` and `proofsOf` do
 */
export async function whyOver(work: Work, { root, env }: Asking): Promise<string | undefined> {
  const { flow, saved } = work
  if (isGoal(flow.definition, saved.current)) return 'the work is complete'
  const inventory = await inventoryOf(work, env)
  const news = newsOf(agreedIn(saved.history, flow), inventory)
  if (waitingIn(inventory).length > 0) return 'a command is not allowed'
  if (news) return 'criteria, assumptions or questions are new'
  const proofs = await proofsOf(work, 'accio', await loadSettings(root, env), env)
  const isWrong = proofs?.standings.some((standing) => standing === 'stale' || standing === 'failed')
  return isWrong ? 'a command has failed, or its result is out of date' : undefined
}
