import { beginningOf, inline } from '../answer/markdown'
import { minuteOf } from '../blocks/minute'
import { noCell as none, table } from '../markdown/table'
import type { Standing } from './criteria/counts'
import type { PlannedCriterion } from './criteria/criterion'
import { atText, type FilesAt, filesAt, seenText } from './criteria/files-at'
import { type StandingCriterion, standingCriteria } from './criteria/known'
import { commandText, type PlannedCommand } from './criteria/planned-command'
import { type Evidence, type Identity, type Proof, redsOf, wasRed } from './criteria/standing'
import { durationText, resultOf } from './standing/run-text'

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

const isOf = ({ criterion, commands }: Identity, proof: Proof): boolean =>
  proof.criterion === criterion && proof.commands === commands

const heads = ['#', 'Criterion', 'Status', 'Command', 'Last result', 'When', 'Took', 'Tree']

/** @returns a Markdown table with a row for each command; a criterion without one has a row, too */
export function proofTable(rows: readonly ProofRow[]): string {
  const body = rows.flatMap((row) => {
    const { number, criterion, isAlways, standing, runs, seen } = row
    const of = [
      String(number),
      isAlways ? 'asked by the settings' : beginningOf(inline(criterion.text), fits),
      criterion.faults.length > 0 ? '✗ faulty' : [signs[standing], standing].filter(Boolean).join(' '),
    ]
    const cells = runs.map((run) => cellsOf(run, criterion.redFirst))
    const by = criterion.byDeveloper || seen ? 'by the developer' : none
    const looked = [by, none, seen ? minuteOf(seen.time) : none, none, (seen && seenText(seen)) || none]
    return (cells.length > 0 ? cells : [looked]).map((each) => [...of, ...each])
  })
  return table(heads, body)
}

const signs: Readonly<Partial<Record<Standing, string>>> = {
  proven: '✓',
  passed: '✓',
  confirmed: '✓',
  stale: '!',
  failed: '✗',
}

function cellsOf({ command, last, red }: RunOfCommand, isRedFirst: boolean): string[] {
  const seen = isRedFirst && redText(red)
  const named = commandText({ ...command, text: beginningOf(command.text, fits) })
  if (!last) return [named, ['never ran', seen].filter(Boolean).join(', '), none, none, none]
  const word = last.isFresh === null ? '' : last.isFresh ? 'fresh' : 'stale'
  const tree = last.treeAll === undefined && word !== 'stale' ? 'no version' : word
  return [
    named,
    [resultOf(command, last), last.lacksRed ? 'not seen failing first' : seen].filter(Boolean).join(', '),
    minuteOf(last.time),
    durationText(last.ms),
    `${tree}${atText(last.at, last.isFresh)}`.replace(/^[; ]+/, ''),
  ]
}

/** @returns when a command was seen failing that has to be, or that it has not been yet */
export const redText = (red: string | undefined): string =>
  red === undefined ? 'red is wanted first' : `red seen ${minuteOf(red)}`

/** The longest text in a cell, in characters. */
const fits = 60
