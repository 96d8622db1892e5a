import { minuteOf } from '../../blocks/minute'
import { isSameAs } from '../../disk/git-blob'
import { local } from '../../disk/local'
import { isThere } from '../../disk/read'
import { isGoal } from '../../engine/place'
import { attempt, Failure, ifPossible } from '../../failure/failure'
import { standard } from '../../flows/registry'
import { plannedIn } from '../../proof/criteria/provable'
import type { Proof } from '../../proof/criteria/standing'
import { changedName, changeText, followChanges } from '../../proof/standing/changed-criteria'
import { type PlanToday, planToday } from '../../proof/standing/plan-today'
import { commandOn } from '../../work/command-on'
import type { Chain } from '../../work/history/chain'
import { inFolder } from '../../work/history/folder-then'
import { follow, isWhole } from '../../work/history/followed'
import {
  type HistoryLine,
  historyPath,
  isArchiving,
  isSettlement,
  statePath,
  transitionToday,
} from '../../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../work/history/known-criteria'
import { isOfNewerLayout } from '../../work/history/layout'
import { idOf } from '../../work/history/work-id'
import { proofLogOf } from '../../work/proof-log'
import { archivedFiles } from '../../work/state/archived-files'
import { archivedState, claimsOf, endingOf, type Work } from '../../work/work'
import { definitionLost, examine, type Known, placeOfState } from '../examine'
import { type Finding, finding, goBack, type Happened, happened, type LinePlace, notedToday, rules } from '../finding'
import {
  brokenProofs,
  damageOf,
  isRepair,
  keepsProofs,
  missingBeginning,
  type NamedProof,
  namedBy,
} from '../history-rules'
import { type Archived, isKept } from '../kept-files'
import { type Base, type BaseHistory, baseRule, type Met } from './base'
import type { Checking } from './checking'
import { isFinished } from './criteria-rule'
import { endedRounds } from './ended-rounds'
import { followCriteria } from './follow-criteria'
import type { Settlement } from './named-tips'
import { notedOf } from './noted'
import { proofRule, wasProven } from './proof-rule'
import type { ReportedPiece } from './report'
import { standingRules } from './require-rule'
import { type SpellLine, spellLines } from './spell-line'
import { verbRule } from './verb-lines'
import { wordRule } from './word-rule'

export interface CheckedPiece
  extends Pick<ReportedPiece, 'steps' | 'words' | 'isNew' | 'counts' | 'state' | 'title'>,
    Pick<Awaited<ReturnType<typeof proofRule>>, 'ofRounds'> {
  readonly work: Work
  /** The files that its entries archived, where they are now. */
  readonly files: readonly Archived[]
  readonly findings: readonly Finding[]
  /** What happened since the base, and is allowed by default. */
  readonly noted: readonly Happened[]
  /** The steps since the base without a word that was seen, unless they are among the findings. */
  readonly unseen: readonly Happened[]
  readonly past: Met
  /** Whether its whole history could be read. */
  readonly isRead: boolean
  /** The tips of histories that a repair could not continue. */
  readonly others: readonly string[]
  readonly settled: readonly Settlement[]
  readonly today?: PlanToday
  /** Whether it is over without a claim: nothing is asked of it then. */
  readonly isUnclaimed: boolean
  /** Whether an override led to its end. */
  readonly isOverridden: boolean
}

/**
 * Checks one piece of work: its history entry by entry, then its state, its plan and its other files.
 *
 * @param history the base history that it continues
 * @throws Failure `layout-newer` (unreadable): files of a newer version cannot be verified
 */
export async function checkPiece(
  checking: Checking,
  history: BaseHistory = { path: '', digests: [] },
): Promise<CheckedPiece> {
  const { work, title, base, request } = checking
  const { flow, isArchived } = work
  const { proofs = [] } = (keepsProofs(work) && ifPossible(() => proofLogOf(work))) || {}
  const lines = lineRules(checking, proofs, history)
  const followed = await follow(work, lines.take)
  const { history: chain } = followed
  const { index: steps, named } = lines.seen
  const end = await (isArchived ? archivedEnd(checking, chain, named) : endAtHand(checking, { ...followed, named }))
  for (const read of [chain, end.state]) if (isOfNewerLayout(read)) throw read

  const state = end.state instanceof Failure ? undefined : end.state
  const today = planToday(work)
  const files = lines.files.end()
  // A plan changed in its archive is reported as that; otherwise compare with what the last entry archived.
  const plan = isArchived && today ? files.find(({ path }) => path === today.file) : undefined
  // Of two sides nobody has chosen one.
  const isMarked = end.findings.some(({ code, where }) => code === 'merge-conflict' && where === today?.file)
  const isAsPut = !plan || isKept(work.root, plan)
  const wrong =
    state === undefined
      ? []
      : lines.criteria.end(state, isAsPut && !isMarked ? today : undefined, isArchived ? steps - 1 : steps)
  const past = lines.met.end()
  const isSince = ({ index }: { index: number }) => index > past.index
  const isUnclaimed = ifPossible(() => endingOf(work)) !== undefined
  const isComplete = state !== undefined && isGoal(flow.definition, state)
  // A box may be ticked without a step.
  const isNew = base ? past.index < steps - 1 || isPlanChanged(work, base, history) : !isArchived
  // What was complete in the base had its verdict then: what has changed since is for its commands to tell.
  const isOnlyArchived = isNew && isComplete && past.index >= lines.seen.lastMove
  const rounds = base ? lines.rounds.end().filter(({ place }) => isSince(place)) : []
  const shown = await proofRule(checking, proofs, { isNew, isComplete, isUnclaimed, isOnlyArchived, rounds }, today)
  // What a changed archive would claim says nothing of what it was.
  const standing = isAsPut ? shown : { ...shown, findings: shown.findings.filter(({ where }) => where !== today?.file) }
  // A damaged history allows no further conclusions.
  const lost = definitionLost(work)
  const isDamaged =
    lost !== undefined || !isWhole(chain) || end.findings.some(({ code }) => code === 'history-begins-midway')
  const { words, unseen } = lines.words.end()
  const isWordAsked = request.requirement === 'word' && isNew
  const happenedThere = [...lines.seen.happened, ...lines.verbs.end(), ...wrong, ...(isWordAsked ? unseen : [])]
  return {
    work,
    files,
    steps,
    noted: [
      ...lines.seen.noted.filter(isSince),
      ...standing.noted,
      ...(isNew ? changedNotes(work, lines.changes, today, proofs) : []),
    ],
    unseen: isWordAsked ? [] : unseen,
    past,
    isRead: !(chain instanceof Failure),
    others: lines.seen.others,
    settled: lines.seen.settled,
    isNew,
    isUnclaimed,
    isOverridden: lines.seen.isOverridden,
    ofRounds: standing.ofRounds,
    ...(words && { words }),
    ...(standing.counts && { counts: standing.counts }),
    findings: [
      ...(lost ? [lost] : end.findings),
      // What a plan shows that is to come back as it was is of no interest.
      ...standing.findings.filter(({ where }) => isAsPut || where !== plan?.path),
      ...(isDamaged ? [] : happenedThere.filter(isSince)),
      ...(state === undefined || isArchived ? [] : standingRules(checking, state, steps)),
    ],
    ...(state !== undefined && { state, title: title(state) }),
    ...(today && { today }),
  }
}

/** What a reviewer should look at, agreed to or not. */
function changedNotes(
  work: Work,
  changes: ReturnType<typeof followChanges>,
  today: PlanToday | undefined,
  proofs: readonly Proof[],
): Happened[] {
  const criteria = today?.criteria ?? ifPossible(() => plannedIn(claimsOf(work))) ?? []
  return changes.end(criteria, proofs).map((change) => {
    const line = change.number === undefined ? undefined : criteria[change.number - 1]?.line
    const place = { where: today?.file ?? statePath(work.flow), ...(line && { line }) }
    return notedToday(place, `${changedName(change)} was ${changeText(change, minuteOf)}.`, 'criteria-changed')
  })
}

function isPlanChanged({ root, flow, isArchived }: Work, base: Base, { path }: BaseHistory): boolean {
  const { plan, folder } = flow
  if (!plan || path === '' || !base.files) return false
  const file = base.files.get(`${path.slice(0, path.lastIndexOf('/'))}${plan.file.slice(folder.length)}`)
  if (file === undefined) return !isArchived && isThere(root, plan.file)
  return !isSameAs(root, plan.file, file)
}

/** The rules that look at every entry of a history, from the oldest on. */
function lineRules(checking: Checking, proofs: Parameters<typeof wasProven>[1], history: BaseHistory) {
  const { work, title, each } = checking
  const { flow } = work
  const path = historyPath(flow)
  const here = inFolder(work.written)
  const spellLine = spellLines(flow)
  const [criteria, verbs] = [followCriteria(checking, proofs, history), verbRule()]
  const [files, met] = [archivedFiles<LinePlace>(work.written), baseRule(history)]
  const changes = followChanges(flow)
  const [rounds, words] = [endedRounds(flow), wordRule(flow, title, commandOn(work, 'undo'))]
  const seen = {
    index: 0,
    named: [] as NamedProof[],
    noted: [] as Happened[],
    happened: [] as Happened[],
    others: [] as string[],
    settled: [] as Settlement[],
    /** Which of the steps is the last that is no archiving, from 0. */
    lastMove: -1,
    isOverridden: false,
  }
  let known: KnownCriteria | undefined

  const take = (then: HistoryLine, number: number) => {
    each?.(then)
    const line = here(then)
    const place = { where: path, line: number, index: seen.index++ }
    const spell = spellLine(line)
    if (!isArchiving(line)) seen.lastMove = place.index
    for (const rule of [verbs, files, met, criteria, rounds]) rule.take(line, place)
    changes.take(line)
    words.take(line, place, met.end().index === place.index)
    if (line.trigger === 'Doctor' && line.other) seen.others.push(line.other)
    // What was lost before a repair was told then.
    if (isRepair(line)) seen.named.length = 0
    const digest = namedBy(line)
    if (digest) seen.named.push({ place, digest })
    if (isSettlement(line) && line.tip)
      seen.settled.push({ place, tip: line.tip, id: idOf(work), path: historyPath(work.written) })
    seen.noted.push(...notedOf(line, place, title))
    const { from, to } = transitionToday(flow.definition, line)
    if (from !== to && isGoal(flow.definition, to)) seen.isOverridden = line.trigger === 'Override' || isRepair(line)
    if (spell && spell.results.length > 0 && !(isFinished(line, spell) && hasResults(line, spell)))
      seen.happened.push(happened(place, ...withoutResults))
    if (line.plan) known = criteriaAfter(known, line.plan)
    if (!flow.plan || !spell || !isGoal(flow.definition, spell.to)) return
    // A workflow of the repository says itself which of its steps ask for proofs.
    if (flow.own && !flow.plan.proving?.completes(line.trigger.toLowerCase(), from)) return
    if (!isAllMet(line)) seen.happened.push(happened(place, ...tooEarly))
    else if (known && !wasProven(known, proofs, line.plan?.proofs)) seen.happened.push(happened(place, ...unproven))
  }
  return { take, criteria, verbs, files, met, rounds, words, changes, seen }
}

/** The final state of a piece of work, and the findings about it. */
interface End {
  readonly state: string | Failure
  readonly findings: readonly Finding[]
}

async function endAtHand(checking: Checking, known: Known): Promise<End> {
  const { work } = checking
  const saved = attempt(() => work.saved)
  const found = await examine(work, checking, known)
  const findings = found.filter(({ code, where }) => isRule(code) && !`${where}/`.startsWith(`${local}/`))
  if (saved instanceof Failure) return { state: saved, findings }
  const newest = known.history instanceof Failure ? undefined : known.history.newest.at(-1)
  // The work is where its history ends, if only the file is older.
  const isOlder = saved.relation === 'older' && newest
  return { state: isOlder ? transitionToday(work.flow.definition, newest).to : saved.current, findings }
}

const isRule = (code: string): boolean => Object.hasOwn(rules, code)

/** An archive keeps the final state. */
async function archivedEnd(checking: Checking, chain: Chain | Failure, named: readonly NamedProof[]): Promise<End> {
  const { work, title } = checking
  const { definition } = work.flow
  const saved = attempt(() => archivedState(work))
  const unreadable = ({ message }: Failure) =>
    finding('archived-file-changed', work.folder, message, `git log --oneline -- ${work.folder}`)
  const last = chain instanceof Failure ? undefined : chain.newest.at(-1)
  if (chain instanceof Failure || !last) {
    const state = saved instanceof Failure ? saved : saved.current
    return { state, findings: chain instanceof Failure ? [unreadable(chain)] : [] }
  }
  const broken = await brokenProofs(work, checking, named)
  const damage = [
    ...damageOf(work, chain, checking),
    ...(await missingBeginning(work, checking)),
    ...(broken ? [broken] : []),
  ]
  const { to } = transitionToday(definition, last)
  const told = (found?: Finding): End => ({ state: to, findings: [...(found ? [found] : []), ...damage] })
  // An undo sets aside what was begun and undone under the name of the work that comes back.
  const isUndone = last.trigger === 'Undo' && to === definition.initial
  const isOver = isArchiving(last) || isUndone || isGoal(definition, to)
  if (definition.name !== standard && !isOver) {
    const message = `Only work that is over is archived, but the state of this is “${title(to)}”: it was moved there by hand.`
    return told(finding('archived-early', placeOfState(work), message, goBack()))
  }
  if (saved instanceof Failure) return told(unreadable(saved))
  if (saved.current === to && saved.history.at(-1)?.digest === last.digest) return told()
  const message = `The state was changed by hand: it says “${title(saved.current)}”, but its history ends at “${title(to)}”.`
  return told(finding('state-by-hand', placeOfState(work), message, goBack()))
}

/** The SHA-256 of an empty file. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** No spell archives empty results, but an entry written by hand may say so. */
const hasResults = ({ moved = [] }: HistoryLine, { results }: SpellLine): boolean =>
  moved.every(({ from, digest }) => digest !== emptyDigest || !results.includes(from))

const isAllMet = ({ plan }: HistoryLine): boolean =>
  plan?.open === 0 && plan.criteria > 0 && !String(plan.ticked ?? '').includes('-')

const withoutResults = [
  'results-missing',
  'This step says that something was finished, but it archived no results, or empty ones.',
  'git log --oneline -- .ai   # restore .ai from the commit before this step, then cast it again',
] as const

const unproven = [
  'completed-early',
  'This step completed the work, but not every criterion with a command was proven then.',
  'spell prove   # then go on with what is open',
] as const

const tooEarly = [
  'completed-early',
  'This step completed the work, but the plan had open criteria then, or none at all.',
  'spell finite   # and go on with what is open',
] as const
