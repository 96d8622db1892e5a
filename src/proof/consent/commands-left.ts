import type { Environment } from '../../disk/environment'
import { ifPossible } from '../../text/failure'
import { allCriteria } from '../../work/known'
import type { Work } from '../../work/work'
import { readCriterion } from '../../workflow/criteria/criterion'
import type { ProofSettings } from '../../workflow/criteria/proofs-now'
import { plannedIn } from '../../workflow/criteria/provable'
import type { CommandsLeft, TurnInput } from '../../workflow/transition'
import { once, waitingIn } from './bound-command'
import { type AllowedHere, consentsOf } from './consent'
import { commandsOf } from './current-commands'

export { allowedHere } from './consent'

/**
 * Counts the commands of what is not shown yet: those that may run, and those that only the developer can allow.
 * Consents that cannot be believed allow nothing.
 *
 * @param allowed reads what is allowed here
 */
export function commandsLeft(
  work: Work,
  { probe, context, state, proofs }: Omit<TurnInput, 'facts'>,
  settings: Pick<ProofSettings, 'always'>,
  env: Environment,
  allowed: () => AllowedHere,
): CommandsLeft {
  const { plan, provable } = work.flow
  const criteria = plan
    ? plan.criteria(String(probe[plan.file] ?? '')).map(readCriterion)
    : plannedIn((provable?.asked ?? provable?.criteria)?.(context, state) ?? [])
  const isShown = plan ? (proofs?.done ?? []) : criteria.map(({ ticked }) => ticked)
  const commands = allCriteria(criteria, settings.always).flatMap((each, index) =>
    isShown[index] ? [] : commandsOf(work.flow, each).commands,
  )
  const found = ifPossible(() => consentsOf(work, commands, env, allowed()))
  if (!found) return { allowed: 0, waiting: commands.length }
  const waiting = waitingIn(found).length
  return { allowed: once(found.commands).length - waiting, waiting }
}
