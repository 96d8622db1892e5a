import type { Environment } from '../../disk/environment'
import { ifPossible } from '../../text/failure'
import { code } from '../../text/markdown/code'
import { allCriteria } from '../../work/known'
import type { Work } from '../../work/work'
import { readCriterion } from '../../workflow/criteria/criterion'
import type { ProofSettings } from '../../workflow/criteria/proofs-now'
import { plannedIn } from '../../workflow/criteria/provable'
import { argvOf } from '../../workflow/criteria/simple-command'
import type { CommandsLeft, TurnInput } from '../../workflow/transition'
import { reasonAgainst } from '../cannot-start'
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
  const programs = found.commands.flatMap(({ command }) => argvOf(command)?.[0] ?? [])
  // What has a path may be the work's to write.
  const isLacking = (program: string) => !program.includes('/') && reasonAgainst(program, work.root, env) !== undefined
  const lacking = env.PATH === undefined ? '' : [...new Set(programs)].filter(isLacking).map(code).join(', ')
  return { allowed: once(found.commands).length - waiting, waiting, ...(lacking && { lacking }) }
}
