import { isGoal } from '../engine/place'
import { waitingIn } from '../proof/consent/consent'
import { proofsOf } from '../proof/standing/proofs'
import { settingsOf } from '../settings/settings'
import { agreedIn } from '../work/history/agreed'
import type { Work } from '../work/work'
import { inventoryOf, type News, newsOf } from './inventory'
import type { Asking } from './pass'
import { grantsHere } from './running-grant'
import { changeIfWritable } from './sessions'

/**
 * Ends the grants that this process could use, of a piece of work or of all. Returns how many there were; throws Failure
 * as `changeIfWritable` does.
 */
export async function endGrants(asking: Asking, work?: Work): Promise<number> {
  const found = await grantsHere(asking, work)
  if (!found) return 0
  for (const key of found.keys)
    await changeIfWritable(found.here, key, asking.now, (session) => {
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
export async function whyOver(work: Work, asking: Asking): Promise<string | undefined> {
  const { flow, saved } = work
  if (isGoal(flow.definition, saved.current)) return 'the work is complete'
  const inventory = await inventoryOf(work, asking.env)
  const news = newsOf(agreedIn(saved.history, flow), inventory)
  if (waitingIn(inventory).length > 0) return 'a command is not allowed'
  if (news && asksToAgree(news)) return 'criteria, assumptions or questions are new'
  const proofs = await proofsOf(work, 'accio', await settingsOf(asking), asking.env)
  const standings = proofs?.standings ?? []
  // A red that is asked for leaves its criterion open.
  const failed = standings.indexOf('failed') + 1
  if (failed > 0) return `the command of criterion ${failed} has failed`
  const isStale = inventory.plan?.criteria.some(({ ticked }, index) => ticked && standings[index] === 'stale')
  return isStale ? 'the result of a ticked criterion is out of date' : undefined
}

/** A box that was ticked is no news to agree to: its work was granted. */
const asksToAgree = ({ added, reworded, dropped, otherCommands, open }: News): boolean =>
  dropped > 0 || [added, reworded, otherCommands, open].some(({ length }) => length > 0)
