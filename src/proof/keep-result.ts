import { refuseLinks } from '../disk/links'
import { listingOf } from '../disk/listing'
import { changeFile, replacing, writeUnsynced } from '../disk/replace-file'
import { statePath } from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import { knownCriteria } from '../work/known'
import { fitsLine, type NewProof, proofLogOf, proofsPath, proofTextOf, withProof } from '../work/proof-log'
import type { Work } from '../work/work'
import { type PlannedCriterion, readCriterion } from '../workflow/criteria/criterion'
import { expectedOf } from '../workflow/criteria/planned-command'
import {
  type Identity,
  isDone,
  isOf,
  type KnownCriterion,
  outcomes,
  type Proof,
  standingOf,
} from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import { type CurrentItem, currentCriteria } from './consent/current-commands'
import { outputPath } from './gathered-output'
import type { CommandResult } from './run-item'
import { digestOfNamed } from './status/statuses'

/** What is to be kept with a result. */
interface Keeping {
  readonly id: string | undefined
  /** Files that the command names and no tree has. */
  readonly named: readonly string[]
  readonly isCi: boolean
  readonly now: Date
  /** What is no link; nothing else runs until all is kept. */
  readonly safe: Set<string>
}

/** Files whose content only their digests tell, a line has no room for more. */
export const mostNamedFiles = 8

/**
 * Keeps what came of a command: its output, a proof, and the box of its criterion, which is ticked if all commands have passed
 * and opened if one has not. Needs the lock of the work.
 *
 * @returns the work after it; or why nothing was kept, as a clause
 * @throws Failure if a file cannot be read or written
 */
export function keepResult(
  work: Work,
  item: KnownCriterion & Pick<CurrentItem, 'commands'>,
  result: CommandResult,
  keeping: Keeping,
): Work | string {
  const { root } = work
  const { run } = result
  if (!run) return work
  const { head, tail, bytes } = run.output
  const gap = bytes - head.length - tail.length
  const left = gap > 0 ? `\n… ${gap} bytes are left out here …\n` : ''
  const { safe } = keeping
  const output = outputPath(item.known, result.index)
  // A link in its place is replaced, and not followed.
  safe.add(output)
  refuseLinks(root, [output, replacing, proofsPath(work.flow), statePath(work.flow)], safe, listingOf(root))
  writeUnsynced(root, output, Buffer.concat([head, Buffer.from(left), tail]), safe)
  const outcome = outcomes.find((each) => each === result.verdict)
  if (!outcome) return work
  if (idOf(work) !== keeping.id) return 'another piece of work has begun meanwhile'
  if (!item.isAlways && !criterionIn(currentCriteria(work)?.criteria ?? [], item.known))
    return 'what it shows has changed meanwhile'
  const proof = newProof(root, item, result, run, outcome, keeping)
  if (!fitsLine(proof)) return 'the files that it names and git does not track have names that are too long to be kept'
  return keepProof(work, item, proof, safe)
}

/** Keeps a proof, and the box of its criterion as the proofs show it then. Throws Failure as `withProof` does */
export function keepProof(
  work: Work,
  { known, isAlways }: Pick<KnownCriterion, 'known' | 'isAlways'>,
  proof: NewProof,
  safe?: Set<string>,
): Work {
  const { plan } = work.flow
  const proven = withProof(work, proof, safe)
  // The plan of an archive stays as it was archived.
  return isAlways || !plan || work.isArchived ? proven : withBoxSet(proven, plan, known, proof, safe)
}

/** @returns the criterion as it is among these, undefined if it or its commands are something else there */
export const criterionIn = (criteria: readonly PlannedCriterion[], known: Identity) =>
  knownCriteria(criteria).find((each) => isOf(each.known, known))?.criterion

function withBoxSet(
  work: Work,
  plan: NonNullable<Workflow['plan']>,
  known: Identity,
  proof: Pick<Proof, 'outcome' | 'command' | 'of'>,
  safe?: Set<string>,
): Work {
  const { proofs } = proofLogOf(work)
  const change = (bytes: string): string => {
    const criterion = criterionIn(plan.criteria(textOf(bytes)).map(readCriterion), known)
    if (!criterion) return bytes
    const isShown = isDone(standingOf({ ...criterion, ticked: true }, known, { proofs }), criterion)
    // Before its last command has passed a tick is left.
    const isLeft = criterion.ticked === isShown || (proof.outcome === 'passed' && !isShown && proof.command < proof.of)
    return isLeft ? bytes : withBox(bytes, criterion.line, isShown)
  }
  const text = work.plan === undefined ? undefined : Buffer.from(work.plan)
  const changed = changeFile(work.root, plan.file, change, text, safe)
  return work.beside({ plan: changed === undefined ? undefined : textOf(changed), proofs: proofTextOf(work) })
}

const textOf = (bytes: string): string =>
  Buffer.from(bytes, 'latin1')
    .toString()
    .replace(/^\uFEFF/, '')

function newProof(
  root: string,
  { known, commands }: Pick<CurrentItem, 'known' | 'commands'>,
  { index, bound, started, here: { trees }, exit, signal, missing, tests, touched }: CommandResult,
  { ms, output }: NonNullable<CommandResult['run']>,
  outcome: Proof['outcome'],
  { id, named, isCi, now }: Keeping,
): NewProof {
  const { folder, text } = bound.command
  return {
    time: now.toISOString(),
    ...(id && { work: id }),
    ...known,
    command: index + 1,
    of: commands.length,
    ...(started?.kind === 'run' ? { argv: started.argv } : { shell: text }),
    ...(folder && { in: folder }),
    ...(bound.command.expect.length > 0 && { expect: expectedOf(bound.command) }),
    outcome,
    ...(exit !== undefined && { exit }),
    ...(signal && { signal }),
    ...(missing && { missing: true }),
    ms: Math.round(ms),
    output: output.sha256,
    ...(tests && { tests }),
    ...(touched && { touched }),
    ...(trees?.head && { head: trees.head }),
    ...(trees && { tree: trees.tree, treeAll: trees.treeAll }),
    ...(named.length > 0 && { files: Object.fromEntries(named.map((path) => [path, digestOfNamed(root, path)])) }),
    node: process.versions.node,
    os: `${process.platform} ${process.arch}`,
    ...(isCi && { ci: true }),
  }
}

/** Ticks or opens the box in a line, as `taskItems` counts it, and changes nothing else. Throws Error without one. */
export function withBox(markdown: string, line: number, ticked: boolean): string {
  const start = startOf(markdown, line)
  const [box] = /\[[ xX]\]/.exec(markdown.slice(start)) ?? []
  const at = box ? markdown.indexOf(box, start) : -1
  if (at < 0 || /[\r\n]/.test(markdown.slice(start, at))) throw new Error(`line ${line} has no box`)
  return `${markdown.slice(0, at + 1)}${ticked ? 'x' : ' '}${markdown.slice(at + 2)}`
}

function startOf(markdown: string, line: number): number {
  let number = 1
  if (number === line) return 0
  for (const { index, 0: end } of markdown.matchAll(/\r\n?|\n/g)) {
    number++
    if (number === line) return index + end.length
  }
  throw new Error(`there is no line ${line}`)
}
