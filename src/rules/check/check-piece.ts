import type { TitleOf } from '../../cli/title'
import { hasDigest } from '../../disk/digest'
import { local } from '../../disk/local'
import { readText } from '../../disk/read'
import { isGoal } from '../../engine/place'
import { attempt, attemptAsync, Failure } from '../../failure/failure'
import { standard } from '../../flows/registry'
import type { Environment } from '../../settings/settings'
import { type Chain, followHistory } from '../../work/history/chain'
import { inFolder } from '../../work/history/folder-then'
import { type HistoryLine, isArchiving, isSettlement, transitionToday } from '../../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../work/history/known-criteria'
import { isOfNewerLayout } from '../../work/history/layout'
import { historyPath, statePath } from '../../work/history/paths'
import { archivedFiles } from '../../work/state/archived-files'
import { isRelabelled } from '../../work/state/relation'
import { loadState, parseState, type Saved } from '../../work/state/state'
import { isRepair, namedBy } from '../doctor/broken-proofs'
import { examine } from '../doctor/doctor'
import type { Finding } from '../doctor/finding'
import { markOf } from '../doctor/followed'
import type { Archived } from './archives-rule'
import { type Base, type BaseHistory, baseRule, type Met } from './base'
import { beginningRule, damageOf } from './chain-rule'
import { isFinished, type PlanToday } from './criteria-rule'
import { followCriteria } from './follow-criteria'
import { type Leap, leapRule } from './leap-rule'
import type { Settlement } from './named-tips'
import { approverOf, notedOf } from './noted'
import type { Piece } from './pieces'
import { planToday } from './plan-today'
import type { NamedProof, ProvenCommit } from './proof-asked'
import { proofRule, proofsOfPiece, wasProven } from './proof-rule'
import type { Approvals } from './report'
import { standingRules } from './require-rule'
import { placeOfState, type RuleContext } from './rule-context'
import {
  type Happened,
  type LinePlace,
  type Noted,
  type Place,
  type Rule,
  rules,
  type Violation,
  violation,
} from './rules'
import { type SpellLine, spellLines } from './spell-line'
import { verbRule } from './verb-lines'

/** One piece of work, and the input of its check. */
export interface PieceToCheck {
  /** Absolute. */
  readonly root: string
  readonly env: Environment
  readonly now: Date
  readonly titleOf: TitleOf
  readonly piece: Piece
  readonly base?: Base
  /** The paths of all histories in the checkout. */
  readonly histories: readonly string[]
  readonly proven: ProvenCommit
  /** Called with every entry of its history, so that another reader need not read it again. */
  readonly each?: ((line: HistoryLine) => void) | undefined
}

/** The result for one piece of work. */
export interface CheckedPiece {
  readonly piece: Piece
  /** The files that its entries archived, where they are now. */
  readonly files: readonly Archived[]
  readonly findings: readonly Violation[]
  /** Since the base. */
  readonly noted: readonly Noted[]
  readonly steps: number
  /** The approvals that were not taken back. */
  readonly approvals?: Approvals
  /** Whether it has changed since the base; without a base, whether it is not archived. */
  readonly isNew: boolean
  /** Its state, or its final one; absent if that cannot be read. */
  readonly state?: string
  readonly title?: string
  /** What was found of the base, and the tips of histories that a repair could not continue. */
  readonly past: Met
  /** Whether its whole history could be read. */
  readonly isWhole: boolean
  readonly others: readonly string[]
  /** The merges that were settled. */
  readonly settled: readonly Settlement[]
  /** The place of the state in its file. */
  readonly place: Place
  /** A state that was set by hand and adopted, if no restart followed. */
  readonly leap?: Leap
  /** What its plan says today. */
  readonly today?: PlanToday
}

/**
 * Checks one piece of work: its history entry by entry, then its state, its plan and its other files.
 *
 * @param history the base history that it continues
 * @throws Failure `layout-newer` (unreadable): files of a newer version cannot be verified
 */
export async function checkPiece(asked: PieceToCheck, history: BaseHistory | undefined): Promise<CheckedPiece> {
  const { root, titleOf, piece, base } = asked
  const { workflow, isArchived } = piece
  const path = historyPath(workflow)
  const title = (state: string) => titleOf(workflow, state)
  const beside: RuleContext = { root, workflow, title, ...(base && { base }) }
  const spellLine = spellLines(workflow)
  const criteria = followCriteria(asked, history)
  const verbs = verbRule()
  const files = archivedFiles<LinePlace>(piece.written)
  const leaps = leapRule(beside)
  const met = baseRule(history ?? { digests: [] })
  const noted: Noted[] = []
  const named: NamedProof[] = []
  const happened: Happened[] = []
  const approvers = new Map<string, keyof Approvals>()
  const others: string[] = []
  const settled: Settlement[] = []
  let steps = 0
  const found = attempt(() => proofsOfPiece(root, piece))
  const log = found instanceof Failure ? { proofs: [] } : found
  let known: KnownCriteria | undefined
  const here = inFolder(piece.written)
  const take = (then: HistoryLine, number: number) => {
    asked.each?.(then)
    const line = here(then)
    const place = { where: path, line: number, index: steps++ }
    const spell = spellLine(line)
    for (const rule of [verbs, leaps, files, met]) rule.take(line, place)
    if (line.trigger === 'Doctor' && line.other) others.push(line.other)
    // What was lost before a repair was told then.
    if (isRepair(line)) named.length = 0
    const digest = namedBy(line)
    if (digest) named.push({ place, digest })
    if (isSettlement(line) && line.tip)
      settled.push({ place, tip: line.tip, id: piece.id, path: historyPath(piece.written) })
    noted.push(...notedOf(line, place, title))
    const approver = approverOf(line)
    if (approver) approvers.set(line.digest ?? `${number}`, approver)
    if (line.undoes) approvers.delete(line.undoes)
    if (spell && spell.results.length > 0 && !(isFinished(line, spell) && hasResults(line, spell)))
      happened.push(withoutResults(place))
    if (line.plan) known = criteriaAfter(known, line.plan)
    if (workflow.plan && spell?.to === workflow.definition.goal) {
      if (!isAllMet(line)) happened.push(tooEarly(place))
      else if (known && !wasProven(known, log.proofs, line.plan?.proofs)) happened.push(unproven(place))
    }
    return criteria.take(line, place)
  }

  const mark = markOf(root, workflow)
  const whole = await attemptAsync(() => followHistory(root, workflow, path, take))
  const chain = whole instanceof Failure ? [] : [...beginningRule(beside, piece), ...damageOf(beside, path, whole)]
  const end = isArchived ? archivedEnd(beside, whole) : await endAtHand(asked, beside, whole, mark)
  for (const failure of [whole, end.saved]) if (isOfNewerLayout(failure)) throw failure
  const damaged = whole instanceof Failure || chain.some(({ rule }) => rule !== 'history-walk-illegal')

  const state = end.saved instanceof Failure ? undefined : end.saved.current
  const today = await planToday(root, piece)
  // A plan changed in its archive is reported as that; otherwise compare with what the last entry archived.
  const put = files.end()
  const plan = isArchived && today ? put.find(({ path }) => path === today.file) : undefined
  const isAsPut = !plan || (await hasDigest(root, plan.path, plan.digest))
  const wrong =
    state === undefined ? [] : criteria.end(state, isAsPut ? today : undefined, isArchived ? steps - 1 : steps)
  const past = met.end()
  const isNew = (place: { index: number }) => place.index > past.index
  const told = noted.filter(isNew)
  const leap = leaps.end()
  const isGoalNow = state !== undefined && isGoal(workflow.definition, state)
  const isComplete = isGoalNow && (!isArchived || !base || past.index < steps - 1)
  const proofs = await proofRule({ ...asked, isComplete, named })
  return {
    piece,
    files: put,
    steps,
    ...(approvers.size > 0 && { approvals: counted([...approvers.values()]) }),
    noted: [...told, ...proofs.noted],
    past,
    isWhole: !(whole instanceof Failure),
    others,
    settled,
    place: placeOfState(beside),
    isNew: base ? past.index < steps - 1 : !isArchived,
    findings: [
      ...end.findings,
      ...chain,
      // A damaged history allows no further conclusions.
      ...proofs.findings,
      ...(damaged ? [] : [...happened, ...verbs.end(), ...wrong].filter(isNew).map(withoutIndex)),
      ...(state === undefined || isArchived ? [] : standingRules(beside, state, steps)),
    ],
    ...(state !== undefined && { state, title: title(state) }),
    ...(leap && { leap }),
    ...(today && { today }),
  }
}

const counted = (approvers: readonly (keyof Approvals)[]): Approvals => {
  const of = (kind: keyof Approvals) => approvers.filter((approver) => approver === kind).length
  return { terminal: of('terminal'), relayed: of('relayed'), unattended: of('unattended') }
}

/** The final state of a piece of work, and the findings about it. */
interface End {
  readonly saved: Pick<Saved, 'current'> | Failure
  readonly findings: readonly Violation[]
}

/** The doctor's findings for current work; both read the same history. */
async function endAtHand(asked: PieceToCheck, beside: RuleContext, whole: Chain | Failure, mark: string): Promise<End> {
  const { root, env, now, piece } = asked
  const saved = attempt(() => loadState(root, piece.workflow))
  const known = whole instanceof Failure ? undefined : { history: whole, mark }
  const found = await examine({ root, workflow: piece.workflow, env, now }, known)
  const findings = found.flatMap((finding) => asViolation(beside, finding, saved))
  const newest = known?.history.newest.at(-1)
  if (saved instanceof Failure || saved.relation !== 'older' || !newest) return { saved, findings }
  // The work is where its history ends; only the file is older.
  return { saved: { current: transitionToday(beside.workflow.definition, newest).to }, findings }
}

/** An archive keeps the final state. */
function archivedEnd(beside: RuleContext, whole: Chain | Failure): End {
  const { root, workflow, title } = beside
  const path = statePath(workflow)
  const saved = attempt(() => parseState(readText(root, path) ?? '', workflow, true))
  const last = whole instanceof Failure ? undefined : whole.newest.at(-1)
  if (!last) return { saved, findings: whole instanceof Failure ? [unreadable(beside, whole)] : [] }
  const { to } = transitionToday(workflow.definition, last)
  // An undo sets aside what was begun and undone under the name of the work that comes back.
  const isUndone = last.trigger === 'Undo' && to === workflow.definition.initial
  const isOver = isArchiving(last) || isUndone || isGoal(workflow.definition, to)
  if (workflow.definition.name !== standard && !isOver) {
    const message = `Only work that is over is archived, but the state of this is “${title(to)}”: it was moved there by hand.`
    const fix = 'git log --oneline -- .ai   # go back to before it'
    return { saved: { current: to }, findings: [violation('archived-early', placeOfState(beside), message, fix)] }
  }
  if (saved instanceof Failure) return { saved: { current: to }, findings: [unreadable(beside, saved)] }
  if (saved.current === to && saved.history.at(-1)?.digest === last.digest)
    return { saved: { current: to }, findings: [] }
  const message = `The state was changed by hand: it says “${title(saved.current)}”, but its history ends at “${title(to)}”.`
  const fix = 'git log --oneline -- .ai   # go back to before it'
  return { saved: { current: to }, findings: [violation('state-by-hand', placeOfState(beside), message, fix)] }
}

const unreadable = ({ workflow }: RuleContext, { message }: Failure): Violation =>
  violation('archived-file-changed', { where: workflow.folder }, message, `git log --oneline -- ${workflow.folder}`)

/** Findings of the doctor about the history itself, which the check reports for every history, with later events. */
const ownWords: readonly string[] = [
  'proof-broken',
  'history-line-broken',
  'history-chain-broken',
  'history-walk-illegal',
  'history-begins-midway',
  'archived-file-changed',
  'artifact-changed',
]

/** @returns undefined for what concerns only this working copy */
function asViolation(
  beside: RuleContext,
  { code, where, line, message, repair, advice }: Finding,
  saved: Saved | Failure,
): Violation[] {
  if (!isRule(code) || ownWords.includes(code) || `${where}/`.startsWith(`${local}/`)) return []
  const fix = repair ? 'spell doctor --fix' : (advice ?? 'spell doctor')
  const newest = saved instanceof Failure ? undefined : saved.history.at(-1)
  if (code === 'state-by-hand' && !(saved instanceof Failure) && !isRelabelled(saved)) {
    const led = newest
      ? `its history leads to “${beside.title(transitionToday(beside.workflow.definition, newest).to)}”`
      : 'it has lost its lines of the history'
    const said = `The state was changed by hand: it says “${beside.title(saved.current)}”, but ${led}`
    const message = `${said}, and ${historyPath(beside.workflow)} does not lead there.`
    return [violation(code, placeOfState(beside), message, fix)]
  }
  if (code === 'history-behind' && !(saved instanceof Failure)) {
    const lost = saved.unlogged.length
    const lines = lost === 1 ? 'the last line that the state has' : `the last ${lost} lines that the state has`
    const message = `${where} lacks ${lines}: a spell was stopped, or they were taken out.`
    return [violation(code, { where }, message, fix)]
  }
  return [violation(code, { where, ...(line !== undefined && { line }) }, message, fix)]
}

const isRule = (code: string): code is Rule => Object.hasOwn(rules, code)

const withoutIndex = ({ index: _, ...violation }: Happened): Violation => violation

/** The SHA-256 of an empty file. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** No spell archives empty results, but an entry written by hand may say so. */
const hasResults = ({ moved = [] }: HistoryLine, { results }: SpellLine): boolean =>
  moved.every(({ from, digest }) => digest !== emptyDigest || !results.includes(from))

const withoutResults = (place: LinePlace): Happened =>
  violation(
    'results-missing',
    place,
    'This step says that something was finished, but it archived no results, or empty ones.',
    'git log --oneline -- .ai   # restore .ai from the commit before this step, then cast it again',
  )

const isAllMet = ({ plan }: HistoryLine): boolean =>
  plan?.open === 0 && plan.criteria > 0 && !String(plan.ticked ?? '').includes('-')

const unproven = (place: LinePlace): Happened =>
  violation(
    'completed-early',
    place,
    'This step completed the work, but not every criterion with a command was proven then.',
    'spell prove   # then go on with what is open',
  )

const tooEarly = (place: LinePlace): Happened =>
  violation(
    'completed-early',
    place,
    'This step completed the work, but the plan had open criteria then, or none at all.',
    'spell finite   # and go on with what is open',
  )
