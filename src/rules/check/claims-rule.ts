import { capital, inline } from '../../answer/markdown'
import { attempt, Failure } from '../../failure/failure'
import { knownCriteria } from '../../proof/criteria/known'
import type { Proof } from '../../proof/criteria/proof'
import { standingOf } from '../../proof/criteria/standing'
import { criteriaAtHand, speakingOf } from '../../proof/criteria-at-hand'
import { statePath } from '../../work/history/paths'
import { workIn } from '../../work/work'
import { freshnessHere } from './freshness'
import { type Asked, nothing, type ProofVerdict } from './proof-asked'
import { violation } from './rules'

/** Of work without a plan: what it goes by as shown needs a proof; what is stale is told once. */
export async function claimsRule(asked: Asked, proofs: readonly Proof[]): Promise<ProofVerdict> {
  const { root, piece, proven } = asked
  const written = attempt(() => criteriaAtHand(workIn(root, piece.workflow)))
  // A state that cannot be read is found by its own rule.
  if (!written || written instanceof Failure) return nothing
  const claims = knownCriteria(written.criteria)
    .filter(({ criterion }) => criterion.ticked)
    .map(({ criterion, known }) => ({ criterion, known, id: criterion.id ?? '' }))
  if (claims.length === 0) return nothing
  const { command, called } = speakingOf(piece.workflow)
  const [one, many] = called
  const place = { where: statePath(piece.workflow) }
  const isUnproven = (claim: (typeof claims)[number]) => standingOf(claim.criterion, claim.known, proofs) === 'unproven'
  const findings = claims.filter(isUnproven).map(({ id }) => {
    const message = `${capital(one)} ${inline(id)} counts as shown, but no proof shows it.`
    return violation('criterion-not-proven', place, message, `${command} ${id}`)
  })
  if (piece.isArchived) return { findings, noted: [] }
  const { isFresh } = await freshnessHere(asked, [])
  const stale = claims.filter((claim) => standingOf(claim.criterion, claim.known, proofs, isFresh) === 'stale')
  if (stale.length === 0) return { findings, noted: [] }
  const [are, what] = stale.length === 1 ? ['is', one] : ['are', many]
  const message = `${capital(what)} ${stale.map(({ id }) => inline(id)).join(', ')} ${are} stale: proven for other files than these.`
  if (proven.isStrict)
    return { findings: [...findings, violation('criterion-not-proven', place, message, command)], noted: [] }
  return {
    findings,
    noted: [{ line: 1, ...place, index: Number.POSITIVE_INFINITY, rule: 'criterion-not-proven', message }],
  }
}
