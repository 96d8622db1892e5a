import type { TitleOf } from '../../cli/title'
import { attempt, attemptAsync, Failure } from '../../failure/failure'
import { hasDigest } from '../../store/disk/digest'
import { local } from '../../store/disk/local'
import { readText } from '../../store/disk/read'
import { type Chain, followHistory } from '../../store/history/chain'
import { type HistoryLine, transitionToday } from '../../store/history/history-line'
import { isOfNewerLayout } from '../../store/history/layout'
import { historyPath, statePath } from '../../store/history/paths'
import type { Environment } from '../../store/settings/settings'
import type { archivedFiles } from '../../store/state/archived-files'
import { isRelabelled, loadState, parseState, type Saved } from '../../store/state/state'
import { standard } from '../../workflows/registry'
import { examine } from '../doctor/doctor'
import type { Finding } from '../doctor/finding'
import { markOf } from '../doctor/followed'
import { isSettlement } from '../doctor/side-work'
import { type Base, type BaseHistory, baseRule, type Met } from './base'
import { beginningRule, damageOf } from './chain-rule'
import { isFinished, type PlanToday } from './criteria-rule'
import { followCriteria } from './follow-criteria'
import { type Leap, leapRule } from './leap-rule'
import { notedOf } from './noted'
import { linkOf, type Piece } from './pieces'
import { planToday } from './plan-today'
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

/** One piece of work, and what its check needs beside it. */
export interface PieceToCheck {
  /** Absolute. */
  readonly root: string
  readonly env: Environment
  readonly now: Date
  readonly titleOf: TitleOf
  readonly piece: Piece
  /** Follows its files, and perhaps those of the work before it. */
  readonly files: ReturnType<typeof archivedFiles<LinePlace>>
  readonly base?: Base
  /** Every history at hand, where it lies. */
  readonly histories: readonly string[]
}

/** What a check has found of one piece of work. */
export interface CheckedPiece extends Pick<PieceToCheck, 'piece' | 'files'> {
  readonly findings: readonly Violation[]
  /** Since the base. */
  readonly noted: readonly Noted[]
  readonly steps: number
  /** Whether something has happened to it since the base; without one, whether it is at hand. */
  readonly isNew: boolean
  /** Where it stands, or how it has ended; absent if that cannot be read. */
  readonly state?: string
  readonly title?: string
  /** What was met of the base, and the tips of histories that a repair could not go on with. */
  readonly past: Met
  /** Whether its history could be read to its end. */
  readonly isWhole: boolean
  readonly others: readonly string[]
  /** The sides of merges that were kept: the last digest of each. */
  readonly settled: readonly { readonly place: LinePlace; readonly other: string }[]
  /** Where its state says so. */
  readonly place: Place
  /** A state set by hand that was taken over, and that nothing has begun anew since. */
  readonly leap?: Leap
  /** What its plan says. */
  readonly today?: PlanToday
}

/**
 * Checks one piece of work: its history line by line, then its state, its plan and what it lies beside.
 *
 * @param history that of the base which it goes on from
 * @throws Failure `layout-newer` (unreadable): of what a newer version has written this one proves nothing
 */
export async function checkPiece(asked: PieceToCheck, history: BaseHistory | undefined): Promise<CheckedPiece> {
  const { root, env, titleOf, piece, files, base } = asked
  const { workflow, isArchived } = piece
  const path = historyPath(workflow)
  const title = (state: string) => titleOf(workflow, state)
  const beside: RuleContext = { root, workflow, title, ...(base && { base }) }
  const spellLine = spellLines(workflow)
  const criteria = followCriteria(asked, history)
  const verbs = verbRule()
  const leaps = leapRule(beside)
  const met = baseRule(history ?? { digests: [] })
  const noted: Noted[] = []
  const happened: Happened[] = []
  const others: string[] = []
  const settled: { place: LinePlace; other: string }[] = []
  let steps = 0
  const take = (line: HistoryLine, number: number) => {
    const place = { where: path, line: number, index: steps++ }
    const spell = spellLine(line)
    for (const rule of [verbs, leaps, files, met]) rule.take(line, place)
    if (line.trigger === 'Doctor' && line.other) others.push(line.other)
    if (isSettlement(line) && line.other) settled.push({ place, other: line.other })
    noted.push(...notedOf(line, place, title))
    if (spell && spell.results.length > 0 && !(isFinished(line, spell) && hasResults(line, spell)))
      happened.push(withoutResults(place))
    if (workflow.plan && spell?.to === workflow.definition.goal && !isAllMet(line)) happened.push(tooEarly(place))
    return criteria.take(line, place)
  }

  const mark = markOf(root, workflow)
  const whole = await attemptAsync(() => followHistory(root, workflow, path, take))
  const link = linkOf(piece)
  const chain =
    whole instanceof Failure ? [] : [...beginningRule(beside, piece, link), ...damageOf(beside, path, whole)]
  const end = isArchived ? archivedEnd(beside, whole) : await endAtHand(asked, beside, whole, mark)
  for (const failure of [whole, end.saved]) if (isOfNewerLayout(failure)) throw failure
  const damaged = whole instanceof Failure || chain.some(({ rule }) => rule !== 'history-walk-illegal')

  const state = end.saved instanceof Failure ? undefined : end.saved.current
  const today = await planToday(root, piece, env)
  // One that was changed in its archive is told of as that; before, it was what its last line has put away.
  const put = isArchived && today ? files.end().find(({ path }) => path === today.file) : undefined
  const isAsPut = !put || (await hasDigest(root, put.path, put.digest))
  const wrong =
    state === undefined ? [] : criteria.end(state, isAsPut ? today : undefined, isArchived ? steps - 1 : steps)
  const past = met.end()
  const isNew = (place: { index: number }) => place.index > past.index
  const told = noted.filter(isNew)
  const leap = leaps.end()
  const isInConflict = end.findings.some(({ rule }) => rule === 'merge-conflict')
  return {
    piece,
    files,
    steps,
    noted: told,
    past,
    isWhole: !(whole instanceof Failure),
    others,
    settled,
    place: placeOfState(beside),
    isNew: base ? past.index < steps - 1 : !isArchived,
    findings: [
      ...end.findings,
      ...(isInConflict ? [] : chain),
      // Of a history that is not whole nothing more can be said.
      ...(damaged ? [] : [...happened, ...verbs.end(), ...wrong].filter(isNew).map(withoutIndex)),
      ...(state === undefined || isArchived ? [] : standingRules(beside, state, steps)),
    ],
    ...(state !== undefined && { state, title: title(state) }),
    ...(leap && { leap }),
    ...(today && { today }),
  }
}

/** Where a piece of work stands, and what is wrong with that. */
interface End {
  readonly saved: Pick<Saved, 'current'> | Failure
  readonly findings: readonly Violation[]
}

/** What the doctor says of work at hand; he follows the same history. */
async function endAtHand(asked: PieceToCheck, beside: RuleContext, whole: Chain | Failure, mark: string): Promise<End> {
  const { root, env, now, piece } = asked
  const saved = attempt(() => loadState(root, piece.workflow))
  const known = whole instanceof Failure ? undefined : { history: whole, mark }
  const found = await examine({ root, workflow: piece.workflow, env, now, titleOf: asked.titleOf }, known)
  return { saved, findings: found.flatMap((finding) => asViolation(beside, finding, saved)) }
}

/** An archive keeps the state in which the work has ended. */
function archivedEnd(beside: RuleContext, whole: Chain | Failure): End {
  const { root, workflow, title } = beside
  const path = statePath(workflow)
  const saved = attempt(() => parseState(readText(root, path) ?? '', workflow, true))
  const last = whole instanceof Failure ? undefined : whole.newest.at(-1)
  if (!last) return { saved, findings: whole instanceof Failure ? [unreadable(beside, whole)] : [] }
  const { to } = transitionToday(workflow.definition, last)
  if (workflow.definition.name !== standard && to !== workflow.definition.goal) {
    const message = `Only work that is over is archived, but the state of this is “${title(to)}”: it was moved there by hand.`
    const fix = 'git log --oneline -- .ai   # go back to before it'
    return { saved: { current: to }, findings: [violation('archived-early', placeOfState(beside), message, fix)] }
  }
  if (saved instanceof Failure) {
    // The first line of the work after it tells whether one of 0.1.0 is as it was.
    return { saved: { current: to }, findings: last.layout === undefined ? [] : [unreadable(beside, saved)] }
  }
  if (last.layout === undefined || (saved.current === to && saved.history.at(-1)?.digest === last.digest))
    return { saved: { current: to }, findings: [] }
  const message = `The state was changed by hand: it says “${title(saved.current)}”, but its history ends at “${title(to)}”.`
  const fix = 'git log --oneline -- .ai   # go back to before it'
  return { saved: { current: to }, findings: [violation('state-by-hand', placeOfState(beside), message, fix)] }
}

const unreadable = ({ workflow }: RuleContext, { message }: Failure): Violation =>
  violation('archived-file-changed', { where: workflow.folder }, message, `git log --oneline -- ${workflow.folder}`)

/** What the doctor says of the history for itself is said here of each history, with what has happened to it. */
const ownWords: readonly string[] = [
  'history-line-broken',
  'history-chain-broken',
  'history-walk-illegal',
  'history-begins-midway',
  'archived-file-changed',
  'artifact-changed',
]

/** @returns nothing of what belongs to one copy alone */
function asViolation(
  beside: RuleContext,
  { code, where, message, repair, advice }: Finding,
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
  // Settings, states and histories are told of with their line.
  const line = /\bline (\d+)/.exec(message)?.[1]
  return [violation(code, { where, ...(line && { line: Number(line) }) }, message, fix)]
}

const isRule = (code: string): code is Rule => Object.hasOwn(rules, code)

const withoutIndex = ({ index: _, ...violation }: Happened): Violation => violation

/** The SHA-256 of nothing. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

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

const tooEarly = (place: LinePlace): Happened =>
  violation(
    'completed-early',
    place,
    'This step completed the work, but the plan had open criteria then, or none at all.',
    'spell finite   # and go on with what is open',
  )
