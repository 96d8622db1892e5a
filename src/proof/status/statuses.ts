import { shortDigest } from '../../disk/digest'
import { readBytes } from '../../disk/read'
import { ifPossible } from '../../text/failure'
import { type HistoryLine, parseTransition } from '../../work/history/history-line'
import { standingCriteria } from '../../work/known'
import { faultText, proofLogOf, proofsPath } from '../../work/proof-log'
import type { Work } from '../../work/work'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import { asksForProofs, type ProofSettings, type ProofsNow, proofsNow } from '../../workflow/criteria/proofs-now'
import { type Identity, isOfFilesAlone, type Proof } from '../../workflow/criteria/status'
import type { Workflow } from '../../workflow/flow'
import { saidOf } from './said-criterion'

/** The working tree as it is now: its id, or that there is no git. */
export interface TreeNow {
  readonly treeAll: string | undefined
}

/** What the proofs show, with those of the present task. */
interface Standings extends ProofsNow {
  readonly ofTask: readonly Proof[]
  /** What each criterion is known by. */
  readonly known: readonly Identity[]
}

/**
 * @param tree absent if freshness is not asked
 * @returns undefined if there is nothing to prove
 * @throws Failure if the proofs cannot be read
 */
export function standingsOf(
  work: Work,
  criteria: readonly PlannedCriterion[],
  settings: Pick<ProofSettings, 'always' | 'required'>,
  tree?: TreeNow,
): Standings | undefined {
  if (!asksForProofs(criteria, settings)) return undefined
  const { root, flow, saved } = work
  const { proofs, fault } = proofLogOf(work)
  const isAsSeen = (proof: Proof) => !isOfFilesAlone(proof) || haveSame(root, proof.files)
  const isFresh = tree && freshIn(root, tree)
  const all = standingCriteria(criteria, settings.always, { proofs, isFresh, isAsSeen: isFresh ?? isAsSeen })
  const known = all.flatMap((each) => (each.isAlways ? [] : [each.known]))
  const now = proofsNow(all, settings.required, tree !== undefined)
  const ofTask = sinceTask(flow, saved.history, proofs)
  const broken = fault && `${proofsPath(flow)}:${fault.line} ${faultText[fault.because]}`
  return {
    ...now,
    ...(broken && { broken, lack: now.lack && `${broken}, so ${now.lack}` }),
    commands: known.map(({ commands }) => commands),
    said: criteria.map(saidOf),
    last: proofs.at(-1)?.digest,
    hasRun: ofTask.length > 0,
    ofTask,
    known,
  }
}

/** The proofs after the one that the step named which has begun the present task; none outside a task. */
function sinceTask(
  { states: { stages = {} } }: Workflow,
  history: readonly HistoryLine[],
  proofs: readonly Proof[],
): readonly Proof[] {
  const isTask = (state: string) => stages[state] === 'task'
  const began = history.findLast((line) => {
    const { from, to } = parseTransition(line)
    return isTask(to) && !isTask(from)
  })
  if (!began) return []
  return proofs.slice(proofs.findIndex(({ digest }) => digest === began.plan?.proofs) + 1)
}

/** @returns whether a proof is of what lies there now */
export const freshIn =
  (root: string, { treeAll }: TreeNow) =>
  (proof: Proof): boolean =>
    (isOfFilesAlone(proof) || proof.treeAll === treeAll) && haveSame(root, proof.files)

/** Whether the files that a proof names are as they were. */
const haveSame = (root: string, files: Proof['files'] = {}): boolean =>
  Object.entries(files).every(([path, digest]) => digestOfNamed(root, path) === digest)

/** @returns what a file is known by in proofs; `gone` if there is none that can be read */
export const digestOfNamed = (root: string, path: string): string =>
  digestOfContent(ifPossible(() => readBytes(root, path)))

/** The same of a content, by whatever clone: git may set its line endings. */
export const digestOfContent = (bytes: Buffer | undefined): string =>
  bytes === undefined ? 'gone' : shortDigest(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))
