import type { PlannedCriterion } from './criteria/criterion'
import { knownCriteria } from './criteria/known'
import type { Proof } from './criteria/proof'
import { type Identity, redOf, standingOf } from './criteria/standing'
import type { ProofRow, RunOfCommand } from './proof-table'

/**
 * @param criteria of a plan
 * @param always the commands that the settings ask for
 * @param proofs of the piece of work, the oldest first
 * @param isFresh whether a proof is of what lies here now
 * @returns the criteria, then those commands, each with where it is and the last runs; and how many proofs are of neither
 */
export function proofRows(
  criteria: readonly PlannedCriterion[],
  always: readonly string[],
  proofs: readonly Proof[],
  isFresh: (proof: Proof) => boolean,
): { readonly rows: readonly ProofRow[]; readonly others: number } {
  const found = knownCriteria(criteria, always)
  const rows = found.map(({ criterion, isAlways, known }, index): ProofRow => {
    const standing = standingOf(criterion, known, proofs, isFresh)
    return { number: index + 1, criterion, isAlways, standing, runs: runsOf(criterion, known, proofs, isFresh) }
  })
  const others = proofs.filter((proof) => !found.some(({ known }) => isOf(known, proof))).length
  return { rows, others }
}

/** The last run of each command of a criterion. */
function runsOf(
  { commands, redFirst }: PlannedCriterion,
  identity: Identity,
  all: readonly Proof[],
  isFresh: (proof: Proof) => boolean,
): RunOfCommand[] {
  const { criterion, commands: digest } = identity
  return commands.map((command, index) => {
    const red = redFirst ? redOf(all, identity, index + 1) : undefined
    // Another criterion with the same commands has seen them fail just as well.
    const same = all.filter((proof) => proof.commands === digest && proof.command === index + 1)
    const last = same.findLast((proof) => proof.criterion === criterion)
    if (!last) return { command, last: undefined, red }
    const wasRed = same.slice(0, same.indexOf(last)).some(({ outcome }) => outcome === 'failed')
    const lacksRed = redFirst && last.outcome === 'passed' && !wasRed
    return { command, last: { ...last, isFresh: isFresh(last), lacksRed }, red }
  })
}

const isOf = ({ criterion, commands }: Identity, proof: Proof): boolean =>
  proof.criterion === criterion && proof.commands === commands
