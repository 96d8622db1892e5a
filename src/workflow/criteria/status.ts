import { knownText } from '../../text/markdown/known-text'
import { isMet, type Standing } from './counts'
import type { PlannedCriterion } from './criterion'
import { identity } from './planned-command'

/** How a command ended that was run for a criterion; `confirmed`: it has none, and the developer said that it is met. */
export const outcomes = ['passed', 'failed', 'timed out', 'killed', 'confirmed'] as const
export type Outcome = (typeof outcomes)[number]

/** Whether only its `files` say what it is of, whatever else is in the tree. */
export const isOfFilesAlone = ({ outcome, treeAll }: Pick<Proof, 'outcome' | 'treeAll'>): boolean =>
  outcome === 'confirmed' && treeAll === undefined

/** What stands for the criterion of commands that the settings ask for whatever the plan says. */
export const always = 'always'

/** One command that was run for a criterion, and what came of it. It is flat, as a line of the log is, which has its digest. */
export interface Proof {
  /** ISO 8601 in UTC. */
  readonly time: string
  /** The id of the piece of work; absent if it has none. */
  readonly work?: string
  /** What the criterion is known by, 16 hexadecimal digits; or `always`. */
  readonly criterion: string
  /** What all its commands and what is expected of them are known by, 16 hexadecimal digits. */
  readonly commands: string
  /** Which of them this is, from 1, and how many there are. */
  readonly command: number
  readonly of: number
  /** What was started: the arguments, or the text that a shell got; of a long one the beginning. */
  readonly argv?: readonly string[]
  readonly shell?: string
  /** The folder that it ran in, relative to the root; absent for the root. */
  readonly in?: string
  /** What was expected of it besides exit 0, as its plan said it. */
  readonly expect?: readonly string[]
  readonly outcome: Outcome
  readonly exit?: number
  readonly signal?: string
  /** A file that it names was not there, so it could not run. */
  readonly missing?: true
  /** How long it ran, in milliseconds. */
  readonly ms: number
  /** The SHA-256 of what it printed. */
  readonly output: string
  readonly tests?: { readonly passed: number; readonly failed: number; readonly skipped: number }
  /** The first files that it wrote, and left as they were, each time that it ran. */
  readonly touched?: readonly string[]
  /** The commit that git was at. */
  readonly head?: string
  /** The ids of the working tree without and with files not yet tracked; absent if there was no git. */
  readonly tree?: string
  readonly treeAll?: string
  /**
   * The first 16 hexadecimal digits of the SHA-256 of each file that the command names and no tree has: under `.ai/`, or ignored.
   * Of a confirmation: of each file that it is of.
   */
  readonly files?: Readonly<Record<string, string>>
  readonly node: string
  readonly os: string
  readonly ci?: true
  /** The digest of the proof before, absent in the first. */
  readonly previous?: string
  /** The SHA-256 of the line as it is written, without this key. Always the last key. */
  readonly digest?: string
}

/** What a criterion and its commands are known by: of each the text that is hashed. */
export interface Identity {
  readonly criterion: string
  /** Empty if it has no command; of one that the developer confirms the files that it names. */
  readonly commands: string
}

/** What has to be shown: a criterion, or a command that the settings ask for as one. */
export interface KnownCriterion {
  readonly criterion: PlannedCriterion
  readonly isAlways: boolean
  readonly known: Identity
}

/** A criterion, with where it stands. */
export interface StandingCriterion extends KnownCriterion {
  readonly standing: Standing
  readonly isDone: boolean
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
  const ours = proofs.filter((proof) => isOf(known, proof))
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

/** Whether a proof, or what another plan has, is of a criterion with the commands that it has now. */
export const isOf = ({ criterion, commands }: Identity, other: Identity): boolean =>
  other.criterion === criterion && other.commands === commands

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
