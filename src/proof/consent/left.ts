import type { Environment } from '../../disk/environment'
import type { GitHere } from '../../git/head'
import type { Work } from '../../work/work'
import type { ProofSettings } from '../../workflow/criteria/proofs-now'
import type { CommandsLeft, TurnInput } from '../../workflow/transition'

/**
 * Counts the commands that are not shown yet; without any, nothing is read.
 *
 * @param settings as of `commandsLeft`
 * @param git what is known of it
 */
export async function commandsLeftOf(
  work: Work,
  now: Omit<TurnInput, 'facts'>,
  settings: { readonly proof: Pick<ProofSettings, 'always'> },
  env: Environment,
  git: () => GitHere | undefined,
): Promise<CommandsLeft | undefined> {
  const { plan, provable } = work.flow
  const isAsked = plan
    ? now.proofs !== undefined
    : provable?.isAgreed(now.state) &&
      provable.criteria(now.context, now.state).some(({ by, isClaimed }) => by !== '' && !isClaimed)
  if (!isAsked) return undefined
  const { allowedHere, commandsLeft } = await import('./commands-left')
  return commandsLeft(work, now, settings.proof, env, () => allowedHere(work.root, env, git()))
}
