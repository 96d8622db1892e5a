import { knownText } from '../../markdown/known-text'
import { isMet, type Standing } from './counts'
import type { PlannedCriterion } from './criterion'
import { identity } from './planned-command'
import type { Proof } from './proof'

/** What a criterion and its commands are known by: of each the text that is hashed. */
export interface Identity {
  readonly criterion: string
  /** Empty if it has no command; of one that the developer confirms the files that it names. */
  readonly commands: string
}

/** @returns for each criterion of a plan what it is known by, whatever formats the plan; equal texts are numbered */
export function identitiesOf(criteria: readonly PlannedCriterion[]): Identity[] {
  const seen = new Map<string, number>()
  return criteria.map(({ text, commands, redFirst, files }) => {
    const known = knownText(text)
    const count = (seen.get(known) ?? 0) + 1
    seen.set(known, count)
    const asked = { commands: commands.map(identity), ...(redFirst && { redFirst }) }
    return {
      criterion: count === 1 ? known : `${known} #${count}`,
      commands: commands.length > 0 ? JSON.stringify(asked) : files.length > 0 ? JSON.stringify({ files }) : '',
    }
  })
}

/** What says where a criterion stands, besides its text. */
export interface Evidence {
  /** Of the piece of work, the oldest first. */
  readonly proofs: readonly Proof[]
  /** Whether a proof is of the files that are asked about; absent where that is not asked. */
  readonly isFresh?: ((proof: Proof) => boolean) | undefined
  /** Whether a confirmation is of the files that are here: git need not be asked for that. */
  readonly isAsSeen?: ((confirmation: Proof) => boolean) | undefined
}

/** @param known what it is known by, each text as its hash in the proofs */
export function standingOf(
  criterion: Pick<PlannedCriterion, 'id' | 'ticked' | 'commands' | 'redFirst' | 'byDeveloper' | 'faults'>,
  known: Identity,
  { proofs, isFresh, isAsSeen = isFresh }: Evidence,
): Standing {
  const { id, ticked, commands, redFirst, byDeveloper, faults } = criterion
  if (faults.length > 0) return ticked ? 'failed' : 'open'
  const ours = proofs.filter((proof) => proof.criterion === known.criterion && proof.commands === known.commands)
  if (commands.length === 0) {
    const seen = ours.at(-1)
    if (!ticked || seen?.outcome !== 'confirmed') return ticked ? 'claimed' : 'open'
    if (!isAsSeen || isAsSeen(seen)) return 'confirmed'
    return byDeveloper ? 'stale' : 'claimed'
  }
  const last = commands.map((_, index) => ours.findLast(({ command }) => command === index + 1))
  const counts = (passed: Proof) => !redFirst || wasRed(passed, proofs, { criterion, known })
  const isAwaited =
    redFirst && !ticked && ours.every((run) => run.missing || isRed(run) || (run.outcome === 'passed' && !counts(run)))
  if (last.some((proof) => proof && proof.outcome !== 'passed')) return isAwaited ? 'open' : 'failed'
  // What has an id is in no plan: it has no box that could be open.
  if (!ticked && (id === undefined || last.includes(undefined))) return 'open'
  const passed = last.filter((proof) => proof && counts(proof))
  if (passed.length < commands.length) return ticked ? 'claimed' : 'open'
  const isOne = new Set(passed.map((proof) => proof?.treeAll)).size === 1
  if (!isFresh) return isOne ? 'passed' : 'stale'
  return isOne && passed.every((proof) => proof && isFresh(proof)) ? 'proven' : 'stale'
}

/** Whether a criterion counts as done: it is proven or confirmed, or claimed where nothing else can show it. */
export const isDone = (
  standing: Standing,
  { commands, byDeveloper }: Pick<PlannedCriterion, 'commands' | 'byDeveloper'>,
): boolean => isMet(standing) && (standing !== 'claimed' || (commands.length === 0 && !byDeveloper))

/** What can be seen failing. */
interface Awaited {
  readonly criterion: Pick<PlannedCriterion, 'id'>
  readonly known: Identity
}

/** Whether a command was seen failing before it passed; that of a task, which has an id, on other files. */
export const wasRed = (passed: Proof, proofs: readonly Proof[], awaited: Awaited): boolean =>
  redsOf(proofs.slice(0, proofs.indexOf(passed)), awaited, passed.command).some(
    (red) => awaited.criterion.id === undefined || passed.treeAll === undefined || filesOf(red) !== filesOf(passed),
  )

const filesOf = ({ treeAll, files }: Proof): string => JSON.stringify([treeAll, files])

/** @returns the runs in which a command failed: of a task its own, of a criterion also those for another one */
export const redsOf = (
  proofs: readonly Proof[],
  { criterion: { id }, known }: Awaited,
  command: number,
): readonly Proof[] =>
  proofs.filter(
    (proof) =>
      isRed(proof) &&
      proof.commands === known.commands &&
      proof.command === command &&
      (id === undefined || proof.criterion === known.criterion),
  )

/** What was killed, timed out or did not find its program or its test has shown nothing. */
export const isRed = ({ outcome, exit, missing }: Proof): boolean =>
  outcome === 'failed' && !isNoProgram(exit) && !missing

/** Whether a shell has ended so because it could not start what it was to. */
export const isNoProgram = (exit: number | undefined): boolean => exit === 126 || exit === 127
