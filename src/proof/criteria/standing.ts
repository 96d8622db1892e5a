import { knownText } from '../../markdown/known-text'
import type { PlannedCriterion } from './criterion'
import { identity } from './planned-command'
import type { Proof } from './proof'

/**
 * Where a criterion is: its box is empty; it is ticked and has no command; its commands passed for what lies here; they passed
 * for something else; they did not all pass, or never ran.
 */
export const standings = ['open', 'said', 'proven', 'stale', 'unproven'] as const
export type Standing = (typeof standings)[number]

/** What a criterion and its commands are known by: of each the text that is hashed. */
export interface Identity {
  readonly criterion: string
  /** Empty if it has no command. */
  readonly commands: string
}

/** @returns for each criterion of a plan what it is known by, whatever formats the plan; equal texts are numbered */
export function identitiesOf(criteria: readonly PlannedCriterion[]): Identity[] {
  const seen = new Map<string, number>()
  return criteria.map(({ text, commands, redFirst }) => {
    const known = knownText(text)
    const count = (seen.get(known) ?? 0) + 1
    seen.set(known, count)
    const asked = { commands: commands.map(identity), ...(redFirst && { redFirst }) }
    return {
      criterion: count === 1 ? known : `${known} #${count}`,
      commands: commands.length === 0 ? '' : JSON.stringify(asked),
    }
  })
}

/**
 * @param known what it is known by, each text as its hash in the proofs
 * @param proofs of the piece of work, the oldest first
 * @param isFresh whether a proof is of what lies here now; absent where that is not asked, and every proof counts as fresh
 */
export function standingOf(
  { ticked, commands, redFirst, faults }: Pick<PlannedCriterion, 'ticked' | 'commands' | 'redFirst' | 'faults'>,
  known: Identity,
  proofs: readonly Proof[],
  isFresh: (proof: Proof) => boolean = () => true,
): Standing {
  if (!ticked) return 'open'
  if (faults.length > 0) return 'unproven'
  if (commands.length === 0) return 'said'
  const ours = proofs.filter((proof) => proof.criterion === known.criterion && proof.commands === known.commands)
  const last = commands.map((_, index) => ours.findLast(({ command }) => command === index + 1))
  const passed = last.filter((proof) => proof !== undefined && hasPassed(proof, redFirst, proofs))
  if (passed.length < commands.length) return 'unproven'
  const isOne = new Set(passed.map((proof) => proof?.treeAll)).size === 1
  return isOne && passed.every((proof) => proof && isFresh(proof)) ? 'proven' : 'stale'
}

function hasPassed(proof: Proof, redFirst: boolean, proofs: readonly Proof[]): boolean {
  if (proof.outcome !== 'passed') return false
  return !redFirst || proofs.slice(0, proofs.indexOf(proof)).some((earlier) => isRed(earlier, proof))
}

/** @returns when a command was last seen failing, in this criterion or another one; undefined if it was not */
export const redOf = (proofs: readonly Proof[], { commands }: Identity, command: number): string | undefined =>
  proofs.findLast((proof) => isRed(proof, { commands, command }))?.time

/** Whether the same command failed; one that was killed or timed out has shown nothing. */
const isRed = (earlier: Proof, { commands, command }: Pick<Proof, 'commands' | 'command'>): boolean =>
  earlier.outcome === 'failed' && earlier.commands === commands && earlier.command === command

/** The criteria of a plan by where they are. */
export type Counts = Readonly<Record<Standing, number>>

export const countStandings = (found: readonly Standing[]): Counts => {
  const counts = { open: 0, said: 0, proven: 0, stale: 0, unproven: 0 }
  for (const standing of found) counts[standing]++
  return counts
}
