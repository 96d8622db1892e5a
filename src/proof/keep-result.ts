import { outputsPath } from '../disk/local'
import { changeFile, writeUnsynced } from '../disk/replace-file'
import type { Workflow } from '../flows/flow'
import { withBox } from '../markdown/box'
import { beginningOf, workIdOf } from '../work/history/work-id'
import { addProof, fitsLine, type NewProof, readProofs } from '../work/proof-log'
import { loadState } from '../work/state/state'
import type { ItemAtHand } from './commands-at-hand'
import { type PlannedCriterion, readCriterion } from './criteria/criterion'
import { type KnownCriterion, knownCriteria } from './criteria/known'
import { outcomes, type Proof } from './criteria/proof'
import { type Identity, standingOf } from './criteria/standing'
import { criteriaAtHand } from './criteria-at-hand'
import type { CommandResult } from './run-item'
import { digestOfNamed } from './standing/standings'

/** What a result is kept for. */
export interface Keeping {
  /** Absolute. */
  readonly root: string
  readonly workflow: Workflow
  /** The id of the piece of work. */
  readonly work: string | undefined
  readonly isCi: boolean
}

/** Files whose content only their digests tell, a line has no room for more. */
export const mostNamedFiles = 8

/** @returns where the output of a command is kept, relative to the root */
export const outputPath = ({ criterion, commands }: Identity, index: number): string =>
  `${outputsPath}/${criterion}-${commands.slice(0, 4)}-${index + 1}.txt`

/**
 * Keeps what came of a command: its output, a proof, and the box of its criterion, which is ticked if all commands have passed
 * and opened if one has not. Needs the lock of the work.
 *
 * @param named files that the command names and no tree has
 * @param now the time
 * @returns why nothing was kept, as a clause; undefined if it was
 * @throws Failure if a file cannot be read or written
 */
export function keepResult(
  { root, workflow, work, isCi }: Keeping,
  item: KnownCriterion & Pick<ItemAtHand, 'commands'>,
  result: CommandResult,
  named: readonly string[],
  now: Date,
): string | undefined {
  const { run } = result
  if (!run) return undefined
  const { head, tail, bytes } = run.output
  const gap = bytes - head.length - tail.length
  const left = gap > 0 ? `\n… ${gap} bytes are left out here …\n` : ''
  writeUnsynced(root, outputPath(item.known, result.index), Buffer.concat([head, Buffer.from(left), tail]))
  const outcome = outcomes.find((each) => each === result.verdict)
  if (!outcome) return undefined
  if (workAt(root, workflow) !== work) return 'another piece of work has begun meanwhile'
  if (!item.isAlways && !criterionIn(criteriaAtHand(root, workflow)?.criteria ?? [], item.known))
    return 'what it shows has changed meanwhile'
  const proof = newProof(root, item, result, run, outcome, named, { now, work, isCi })
  if (!fitsLine(proof)) return 'the files that it names and git does not track have names that are too long to be kept'
  addProof(root, workflow, proof)
  if (!item.isAlways && workflow.plan) setBox(root, workflow, workflow.plan, item.known, outcome, work)
  return undefined
}

function workAt(root: string, workflow: Workflow): string | undefined {
  const first = beginningOf(root, workflow, loadState(root, workflow).history)
  return first && workIdOf(first)
}

/** @returns the criterion as it is among these, undefined if it or its commands are something else there */
const criterionIn = (criteria: readonly PlannedCriterion[], { criterion, commands }: Identity) =>
  knownCriteria(criteria).find(({ known }) => known.criterion === criterion && known.commands === commands)?.criterion

function setBox(
  root: string,
  workflow: Workflow,
  plan: NonNullable<Workflow['plan']>,
  known: Identity,
  outcome: Proof['outcome'],
  work: string | undefined,
): void {
  const { proofs } = readProofs(root, workflow, work)
  changeFile(root, plan.file, (bytes) => {
    const text = Buffer.from(bytes, 'latin1')
      .toString()
      .replace(/^\uFEFF/, '')
    const criterion = criterionIn(plan.criteria(text).map(readCriterion), known)
    if (!criterion) return bytes
    const isShown = standingOf({ ...criterion, ticked: true }, known, proofs) === 'proven'
    const isLeft = criterion.ticked === isShown || (outcome === 'passed' && !isShown)
    return isLeft ? bytes : withBox(bytes, criterion.line, isShown)
  })
}

function newProof(
  root: string,
  { known, commands }: Pick<ItemAtHand, 'known' | 'commands'>,
  { index, bound, started, here, exit, signal, tests }: CommandResult,
  { ms, output }: NonNullable<CommandResult['run']>,
  outcome: Proof['outcome'],
  named: readonly string[],
  { now, work, isCi }: { readonly now: Date; readonly work: string | undefined; readonly isCi: boolean },
): NewProof {
  const { folder, text } = bound.command
  return {
    time: now.toISOString(),
    ...(work && { work }),
    ...known,
    command: index + 1,
    of: commands.length,
    ...(started?.kind === 'run' ? { argv: started.argv } : { shell: text }),
    ...(folder && { in: folder }),
    outcome,
    ...(exit !== undefined && { exit }),
    ...(signal && { signal }),
    ms: Math.round(ms),
    output: output.sha256,
    ...(tests && { tests }),
    ...here.trees,
    ...(named.length > 0 && { files: Object.fromEntries(named.map((path) => [path, digestOfNamed(root, path)])) }),
    node: process.versions.node,
    os: `${process.platform} ${process.arch}`,
    ...(isCi && { ci: true }),
  }
}
