import type { Environment } from '../../disk/environment'
import type { HistoryLine } from '../../work/history/history-line'
import type { Work } from '../../work/work'
import type { ProofsNow } from '../../workflow/criteria/proofs-now'
import type { Settings } from '../../workflow/settings'
import type { TreeNow } from './statuses'

export interface ProofsHere extends ProofsNow {
  /** Lists what was run since the present task began, given the entry of the step that archives it; absent if nothing was. */
  readonly table?: (coming: HistoryLine) => string
}

/**
 * What the proofs of a piece of work show. A plan without commands costs nothing: what looks for proofs is loaded only for one
 * that has some, and git is asked only if an event can complete the work.
 *
 * @param events what may happen now: the one that does, or all that a look tells of
 * @returns undefined if there is nothing to prove
 * @throws Failure if the proofs cannot be read
 */
export async function proofsOf(
  work: Work,
  events: readonly string[],
  settings: Pick<Settings, 'proof'>,
  env: Environment,
): Promise<ProofsHere | undefined> {
  const { root, flow, probe } = work
  const { plan } = flow
  if (!plan) return undefined
  if (!plan.mayHaveCommands(probe) && settings.proof.always.length === 0 && !settings.proof.required) return undefined
  const { asksForProofs, readCriterion } = await import('../../workflow/criteria/proofs-now')
  const criteria = plan.criteria(String(probe[plan.file] ?? '')).map(readCriterion)
  if (!asksForProofs(criteria, settings.proof)) return undefined
  const { standingsOf } = await import('./statuses')
  const { current } = work.saved
  const completes = criteria.every(({ ticked }) => ticked) && events.some((event) => plan.completes(event, current))
  const tree = completes ? await treeNow(root, env) : undefined
  const now = standingsOf(work, criteria, settings.proof, tree)
  if (!now?.hasRun || events.includes(flow.look)) return now
  const { changedIn, taskProofs } = await import('./task-proofs')
  return { ...now, table: (coming) => taskProofs(now.ofTask, criteria, now.known, changedIn(work, criteria, coming)) }
}

/** @returns the id of what is here; undefined without git, or where git is told not to look at files */
export async function treeNow(root: string, env: Environment): Promise<TreeNow> {
  const [{ openGit }, { treesOf }] = await Promise.all([import('../../git/git'), import('../../git/tree')])
  const trees = await treesOf(openGit(root, env))
  // Where git is told not to look, no proof is of what is here.
  return { treeAll: trees && ('treeAll' in trees ? trees.treeAll : '') }
}
