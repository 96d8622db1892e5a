import type { Git } from '../git/git'
import { ifPossible } from '../text/failure'
import { durationText, minuteOf } from '../text/time'
import { standingCriteria } from '../work/known'
import { proofLogOf } from '../work/proof-log'
import { archivedState, claimsOf, type Work } from '../work/work'
import { type PlannedCriterion, readCriterion } from '../workflow/criteria/criterion'
import { atText, type FilesAt, filesAt } from '../workflow/criteria/files-at'
import type { PlannedCommand } from '../workflow/criteria/planned-command'
import type { ProofSettings } from '../workflow/criteria/proofs-now'
import { plannedIn } from '../workflow/criteria/provable'
import { type Evidence, isOf, type Proof, redsOf, type StandingCriterion, wasRed } from '../workflow/criteria/status'
import { resultOf } from './status/run-text'
import { freshIn } from './status/statuses'

/** A command, and what came of it when it last ran. */
export interface RunOfCommand {
  readonly command: PlannedCommand
  readonly last: LastRun | undefined
  /** When it was last seen failing; undefined if it was not. */
  readonly red: string | undefined
}

interface LastRun extends Proof {
  /** Whether it is of the files that are here now; null if that was not asked. */
  readonly isFresh: boolean | null
  /** Whether it passed, but has to be seen failing before. */
  readonly lacksRed: boolean
  readonly at: FilesAt
}

/** A criterion with the last runs of its commands. */
export interface ProofRow extends StandingCriterion {
  /** From 1, as the plan has them; those that the settings ask for come last. */
  readonly number: number
  readonly runs: readonly RunOfCommand[]
  /** The developer's last word that it is met, of a criterion without a command. */
  readonly seen: Proof | undefined
}

/**
 * @param commits by the files that they have
 * @returns the criteria, then the commands of the settings, each with where it is and the last runs; and how many proofs
 *   are of neither
 */
export function proofRows(
  criteria: readonly PlannedCriterion[],
  always: readonly string[],
  { proofs, isFresh }: Evidence,
  commits: ReadonlyMap<string, string> = new Map(),
): { readonly rows: readonly ProofRow[]; readonly others: number } {
  const found = standingCriteria(criteria, always, { proofs, isFresh })
  const rows = found.map((each, index): ProofRow => {
    const seen = each.criterion.commands.length > 0 ? undefined : proofs.findLast((proof) => isOf(each.known, proof))
    return { ...each, number: index + 1, runs: runsOf(each, proofs, commits, isFresh), seen }
  })
  const others = proofs.filter((proof) => !found.some(({ known }) => isOf(known, proof))).length
  return { rows, others }
}

/** The last run of each command of a criterion. */
function runsOf(
  each: StandingCriterion,
  all: readonly Proof[],
  commits: ReadonlyMap<string, string>,
  isFresh: Evidence['isFresh'],
): RunOfCommand[] {
  const { redFirst, commands } = each.criterion
  return commands.map((command, index) => {
    const red = redFirst ? redsOf(all, each, index + 1).at(-1)?.time : undefined
    const last = all.findLast((proof) => isOf(each.known, proof) && proof.command === index + 1)
    if (!last) return { command, last: undefined, red }
    const lacksRed = redFirst && last.outcome === 'passed' && !wasRed(last, all, each)
    return { command, last: { ...last, isFresh: isFresh?.(last) ?? null, lacksRed, at: filesAt(last, commits) }, red }
  })
}

/** @returns what came of a command when it last ran, and of which files that was: `passed, 12 tests; 1.2 s, at 1a2b3c4` */
export function runText({ command, last }: RunOfCommand): string | undefined {
  if (!last) return undefined
  const { isFresh, at } = last
  // What no commit has says by itself that files have changed.
  const other = isFresh === false && at.commit !== null ? 'of other files' : ''
  const of = `${last.treeAll === undefined && !other ? 'no version' : other}${atText(at, isFresh)}`.replace(
    /^[; ]+/,
    '',
  )
  const result = [resultOf(command, last), last.lacksRed && 'not seen failing first'].filter(Boolean).join(', ')
  return `${result}; ${[minuteOf(last.time), durationText(last.ms), of].filter(Boolean).join(', ')}`
}

/** @returns when a command was seen failing that has to be, or that it has not been yet */
export const redText = (red: string | undefined): string =>
  red === undefined ? 'has to fail once first' : `seen failing ${minuteOf(red)}`

/** What came of a run, as JSON; a line by hand can have anything in a key that is not asked for. */
export function runDocument({ last }: RunOfCommand): object | null {
  if (!last) return null
  const { outcome, exit: code, signal, time, ms, tests, isFresh, lacksRed, at } = last
  return {
    outcome,
    ...(Number.isSafeInteger(code) && { exit: code }),
    ...(typeof signal === 'string' && { signal }),
    time,
    ms,
    ...(tests && { tests }),
    isFresh,
    lacksRed,
    ...at,
  }
}

interface RowsHere extends ReturnType<typeof proofRows> {
  /** The tree of what is here, if that was asked, and what of it git is told not to look at. */
  readonly treeAll?: string | undefined
  readonly hidden: readonly string[]
}

/**
 * The criteria of a piece of work with the last runs of their commands: on which files, and which commit has these. Without
 * proofs git is not asked; what is here is asked only of work that can still change.
 *
 * @throws Failure if plan, state or proofs cannot be read, or git fails
 */
export async function rowsHere(work: Work, { always }: Pick<ProofSettings, 'always'>, git: Git): Promise<RowsHere> {
  const { root, flow, isArchived } = work
  const criteria = flow.plan ? flow.plan.criteria(work.plan ?? '').map(readCriterion) : plannedIn(claimsOf(work))
  const asked = isArchived ? [] : always
  const { proofs } = proofLogOf(work)
  if (proofs.length === 0) return { ...proofRows(criteria, asked, { proofs }), hidden: [] }
  const [{ commitsWith }, { treesOf }] = await Promise.all([import('../git/commit-trees'), import('../git/tree')])
  const commits = await commitsWith(git, proofs)
  if (isArchived) {
    const stale = ifPossible(() => archivedState(work).history.at(-1)?.about?.stale)
    const { rows, others } = proofRows(criteria, asked, { proofs }, commits)
    return { rows: rows.map((row) => (isListed(stale, row.number) ? asStale(row) : row)), others, hidden: [] }
  }
  const trees = await treesOf(git)
  const hidden = trees && 'hidden' in trees ? trees.hidden : []
  const treeAll = trees && 'treeAll' in trees ? trees.treeAll : undefined
  const isFresh = hidden.length > 0 ? () => false : freshIn(root, { treeAll })
  return { ...proofRows(criteria, asked, { proofs, isFresh }, commits), hidden, treeAll }
}

/** An entry by hand may have any value. */
const isListed = (numbers: unknown, number: number): boolean => Array.isArray(numbers) && numbers.includes(number)

/** As it was when it was archived. */
const asStale = (row: ProofRow): ProofRow =>
  row.standing === 'passed' || row.standing === 'confirmed' ? { ...row, standing: 'stale', isDone: false } : row
