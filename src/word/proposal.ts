import type { Environment } from '../disk/environment'
import type { BoundCommand } from '../proof/consent/bound-command'
import { type ChangedCriterion, changedIn } from '../proof/status/changed-criteria'
import { type PlanToday, planToday } from '../proof/status/plan-today'
import { openKey } from '../work/history/agreed'
import { criteriaDigest } from '../work/history/known-criteria'
import { idOf } from '../work/history/work-id'
import { knownIn } from '../work/known'
import { proofLogOf } from '../work/proof-log'
import type { Work } from '../work/work'
import type { PlannedCriterion } from '../workflow/criteria/criterion'
import { standingOf } from '../workflow/criteria/status'
import { type OpenPoint, openPoints } from './open-points'

/** What a piece of work asks the developer to agree to, at one moment. */
export interface Proposal {
  /** The id of the piece of work; undefined before its first step. */
  readonly work: string | undefined
  /** Its plan with the digest of the criteria, and which of them the developer has confirmed; absent without one. */
  readonly plan?: PlanToday & { readonly agreedAs: string; readonly confirmed: readonly PlannedCriterion[] }
  /** All that its criteria would run, each with its consent; not what the settings ask for beside them. */
  readonly commands: readonly BoundCommand[]
  readonly open: readonly KnownPoint[]
  /** See `changedIn`. */
  readonly changed?: readonly ChangedCriterion[]
}

export interface KnownPoint extends OpenPoint {
  /** What it is known by. */
  readonly key: string
}

/**
 * Takes stock of a piece of work. Without a plan, and without commands, neither consents nor scripts are read.
 *
 * @throws Failure if state, plan or consents cannot be read
 */
export async function proposalOf(work: Work, env: Environment): Promise<Proposal> {
  const plan = planToday(work)
  return {
    work: idOf(work),
    ...(plan && { plan: { ...plan, agreedAs: criteriaDigest(plan.known), confirmed: confirmedIn(work, plan) } }),
    commands: await commandsOf(work, env),
    open: openPoints(work).map((point) => ({ ...point, key: openKey(point.text) })),
    changed: plan ? changedIn(work, plan.criteria) : [],
  }
}

function confirmedIn(work: Work, { criteria }: PlanToday): PlannedCriterion[] {
  const { proofs } = proofLogOf(work)
  const known = knownIn(criteria)
  return criteria.filter((criterion, index) => {
    const its = known[index]
    return its !== undefined && standingOf(criterion, its, { proofs }) === 'confirmed'
  })
}

async function commandsOf(work: Work, env: Environment): Promise<readonly BoundCommand[]> {
  // Where the developer has no word that agrees, `spell allow` is all that lets a command run.
  if (work.flow.agreement?.words(work.saved.current).length === 0) return []
  if (work.plan === undefined || !work.flow.plan?.mayHaveCommands(work.probe)) return []
  const { currentCommands } = await import('../proof/consent/current-commands')
  const { commands } = currentCommands(work, { always: [] })
  if (commands.length === 0) return []
  const { consentsOf } = await import('../proof/consent/consent')
  return consentsOf(work, commands, env).commands
}
