import { hash } from 'node:crypto'
import { readBytes } from '../../disk/read'
import { attempt, Failure } from '../../failure/failure'
import type { ProofSettings, Workflow } from '../../flows/flow'
import { type HistoryLine, parseTransition } from '../../work/history/history-line'
import { faultText, proofLogOf, proofsPath } from '../../work/proof-log'
import type { Work } from '../../work/work'
import type { PlannedCriterion } from '../criteria/criterion'
import { always, type Proof } from '../criteria/proof'
import { asksForProofs, type ProofsNow, proofsNow } from '../criteria/proofs-now'
import { type Identity, identitiesOf, type Standing, standingOf } from '../criteria/standing'

export { readCriterion, reportsOf } from '../criteria/criterion'

/** Hexadecimal digits by which criteria, commands and files are known. */
const digits = 16

export const shortDigest = (content: string | Uint8Array): string => hash('sha256', content).slice(0, digits)

/** @returns what each criterion and its commands are known by in proofs */
export const knownIn = (criteria: readonly PlannedCriterion[]): Identity[] =>
  identitiesOf(criteria).map(({ criterion, commands }) => ({
    criterion: shortDigest(criterion),
    commands: commands && shortDigest(commands),
  }))

/** @returns where each criterion is, by its proofs; freshness is not asked */
export function standingsBy(criteria: readonly PlannedCriterion[], proofs: readonly Proof[]): Standing[] {
  const known = knownIn(criteria)
  return criteria.map((criterion, index) =>
    standingOf(criterion, known[index] ?? { criterion: '', commands: '' }, proofs),
  )
}

/** A command of the settings as a criterion that is ticked. */
export const alwaysAsked = (text: string): PlannedCriterion => ({
  text,
  line: 0,
  ticked: true,
  commands: [{ kind: 'run', text, line: 0, folder: '', withinMs: undefined, expect: [] }],
  redFirst: false,
  byDeveloper: false,
  faults: [],
})

/** What is known by in proofs, of commands that the settings ask for. */
export const knownAlways = (text: string): Identity => ({
  criterion: always,
  commands: knownIn([alwaysAsked(text)])[0]?.commands ?? '',
})

/** The working tree as it is now: its id, or that there is no git. */
export interface TreeNow {
  readonly treeAll: string | undefined
}

/** What the proofs show, with those of the present task. */
export interface Standings extends ProofsNow {
  readonly ofTask: readonly Proof[]
  /** What each criterion is known by. */
  readonly known: readonly Identity[]
}

/**
 * @param criteria of its plan, in their order
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
  const isFresh = tree && freshIn(root, tree)
  const known = knownIn(criteria)
  const found = criteria.map((criterion, index) =>
    standingOf(criterion, known[index] ?? { criterion: '', commands: '' }, proofs, isFresh),
  )
  const asked = settings.always.map((text) => ({
    text,
    standing: standingOf(alwaysAsked(text), knownAlways(text), proofs, isFresh),
  }))
  const now = proofsNow(criteria, found, asked, settings.required)
  const broken = fault && now.lack !== '' && `${proofsPath(flow)}:${fault.line} ${faultText[fault.because]}, so `
  return {
    ...now,
    ...(broken && { lack: `${broken}${now.lack}` }),
    commands: known.map(({ commands }) => commands),
    last: proofs.at(-1)?.digest,
    ofTask: sinceTask(flow, saved.history, proofs),
    known,
  }
}

/** The proofs after the one that the step named which has begun the present task; none outside a task. */
function sinceTask(
  { stages = {} }: Workflow,
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

/**
 * @param root absolute
 * @returns whether a proof is of what lies there now
 */
export const freshIn =
  (root: string, { treeAll }: TreeNow) =>
  (proof: Proof): boolean =>
    proof.treeAll === treeAll && haveSame(root, proof.files)

/** Whether the files that no tree has are as they were. */
const haveSame = (root: string, files: Proof['files'] = {}): boolean =>
  Object.entries(files).every(([path, digest]) => digestOfNamed(root, path) === digest)

/** @returns what a file is known by in proofs; `gone` if there is none that can be read */
export function digestOfNamed(root: string, path: string): string {
  const bytes = attempt(() => readBytes(root, path))
  return bytes === undefined || bytes instanceof Failure ? 'gone' : shortDigest(bytes)
}
