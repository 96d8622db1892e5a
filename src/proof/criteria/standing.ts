import { knownText } from '../../markdown/known-text'
import { isMet, type Standing } from './counts'
import type { PlannedCriterion } from './criterion'
import { identity } from './planned-command'
import type { Proof } from './proof'

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

/** What says where a criterion stands, besides its text. */
export interface Evidence {
  /** Of the piece of work, the oldest first. */
  readonly proofs: readonly Proof[]
  /** Whether a proof is of the files that are asked about; absent where that is not asked. */
  readonly isFresh?: ((proof: Proof) => boolean) | undefined
}

/** @param known what it is known by, each text as its hash in the proofs */
export function standingOf(
  criterion: Pick<PlannedCriterion, 'id' | 'ticked' | 'commands' | 'redFirst' | 'faults'>,
  known: Identity,
  { proofs, isFresh }: Evidence,
): Standing {
  const { id, ticked, commands, redFirst, faults } = criterion
  if (faults.length > 0) return ticked ? 'failed' : 'open'
  const ours = proofs.filter((proof) => proof.criterion === known.criterion && proof.commands === known.commands)
  if (commands.length === 0) return ticked ? (ours.at(-1)?.outcome === 'confirmed' ? 'confirmed' : 'claimed') : 'open'
  const last = commands.map((_, index) => ours.findLast(({ command }) => command === index + 1))
  if (last.some((proof) => proof && proof.outcome !== 'passed')) return 'failed'
  // What has an id is in no plan: it has no box that could be open.
  if (!ticked && (id === undefined || last.includes(undefined))) return 'open'
  const passed = last.filter((proof) => proof !== undefined && (!redFirst || wasRed(proof, proofs)))
  if (passed.length < commands.length) return 'claimed'
  const isOne = new Set(passed.map((proof) => proof?.treeAll)).size === 1
  if (!isFresh) return isOne ? 'passed' : 'stale'
  return isOne && passed.every((proof) => proof && isFresh(proof)) ? 'proven' : 'stale'
}

/** Whether a criterion counts as done: it is proven or confirmed, or claimed where nothing else can show it. */
export const isDone = (
  standing: Standing,
  { commands, byDeveloper }: Pick<PlannedCriterion, 'commands' | 'byDeveloper'>,
): boolean => isMet(standing) && (standing !== 'claimed' || (commands.length === 0 && !byDeveloper))

const wasRed = (passed: Proof, proofs: readonly Proof[]): boolean =>
  proofs.slice(0, proofs.indexOf(passed)).some((earlier) => isRed(earlier, passed))

/** @returns when a command was last seen failing, in this criterion or another one; undefined if it was not */
export const redOf = (proofs: readonly Proof[], { commands }: Identity, command: number): string | undefined =>
  proofs.findLast((proof) => isRed(proof, { commands, command }))?.time

/** Whether the same command failed; one that was killed or timed out has shown nothing. */
const isRed = (earlier: Proof, { commands, command }: Pick<Proof, 'commands' | 'command'>): boolean =>
  earlier.outcome === 'failed' && earlier.commands === commands && earlier.command === command
