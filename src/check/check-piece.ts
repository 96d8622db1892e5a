import { local } from '../disk/local'
import { isThere } from '../disk/read'
import { isGoal } from '../engine/place'
import { isSameAs } from '../git/blob'
import { changedName, changeText, type followChanges } from '../proof/status/changed-criteria'
import { type PlanToday, planToday } from '../proof/status/plan-today'
import { attempt, Failure, ifPossible } from '../text/failure'
import { minuteOf } from '../text/time'
import type { Chain } from '../work/history/chain'
import { follow, isWhole } from '../work/history/followed'
import { isArchiving, statePath, transitionToday } from '../work/history/history-line'
import { isOfNewerLayout } from '../work/history/layout'
import { proofLogOf } from '../work/proof-log'
import { archivedState, claimsOf, endingOf, type Work } from '../work/work'
import { plannedIn } from '../workflow/criteria/provable'
import type { Proof } from '../workflow/criteria/status'
import { standard } from '../workflows/registry'
import type { Base, BaseHistory, SharedHistory } from './base'
import { goBack } from './bring-back'
import type { Settlement } from './check'
import { definitionLost, examine, type KnownHistory } from './examine'
import { isKept, type KeptFile } from './file-rules'
import { type Finding, finding, notedToday, type PastFinding, rules } from './finding'
import { brokenProofs, damageOf, keepsProofs, missingBeginning, type NamedProof } from './history-rules'
import { lineRules } from './line-rules'
import { proofRule } from './proof-rule'
import type { ReportedPiece } from './report'
import type { Checking } from './request'
import { placeOfState, stateRules } from './state-rules'

export interface CheckedPiece
  extends Pick<ReportedPiece, 'steps' | 'words' | 'isNew' | 'counts' | 'state' | 'title'>,
    Pick<Awaited<ReturnType<typeof proofRule>>, 'ofRounds'> {
  readonly work: Work
  /** The files that its entries archived, where they are now. */
  readonly files: readonly KeptFile[]
  readonly findings: readonly Finding[]
  /** What happened since the base, and is allowed by default. */
  readonly noted: readonly PastFinding[]
  /** The steps since the base without a word that was seen, unless they are among the findings. */
  readonly unseen: readonly PastFinding[]
  readonly past: SharedHistory
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
  const { steps, named, noted, others, settled, lastMove, isOverridden } = lines.entries.end()
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
  const isOnlyArchived = isNew && isComplete && past.index >= lastMove
  const rounds = base ? lines.rounds.end().filter(({ place }) => isSince(place)) : []
  const shown = await proofRule(checking, proofs, { isNew, isComplete, isUnclaimed, isOnlyArchived, rounds }, today)
  // What a changed archive would claim says nothing of what it was.
  const judged = isAsPut ? shown : { ...shown, findings: shown.findings.filter(({ where }) => where !== today?.file) }
  // A damaged history allows no further conclusions.
  const lost = definitionLost(work)
  const isDamaged =
    lost !== undefined || !isWhole(chain) || end.findings.some(({ code }) => code === 'history-begins-midway')
  const { words, unseen } = lines.words.end()
  const isWordAsked = request.requirement === 'word' && isNew
  const happenedThere = [...lines.finished.end(), ...lines.verbs.end(), ...wrong, ...(isWordAsked ? unseen : [])]
  return {
    work,
    files,
    steps,
    noted: [
      ...noted.filter(isSince),
      ...judged.noted,
      ...(isNew ? changedNotes(work, lines.changes, today, proofs) : []),
    ],
    unseen: isWordAsked ? [] : unseen,
    past,
    isRead: !(chain instanceof Failure),
    others,
    settled,
    isNew,
    isUnclaimed,
    isOverridden,
    ofRounds: judged.ofRounds,
    ...(words && { words }),
    ...(judged.counts && { counts: judged.counts }),
    findings: [
      ...(lost ? [lost] : end.findings),
      ...judged.findings,
      ...(isDamaged ? [] : happenedThere.filter(isSince)),
      ...(state === undefined || isArchived ? [] : stateRules(checking, state, steps)),
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
): PastFinding[] {
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

/** The final state of a piece of work, and the findings about it. */
interface End {
  readonly state: string | Failure
  readonly findings: readonly Finding[]
}

async function endAtHand(checking: Checking, known: KnownHistory): Promise<End> {
  const { work } = checking
  const saved = attempt(() => work.saved)
  const found = await examine(work, checking, known)
  const findings = found.filter(({ code, where }) => Object.hasOwn(rules, code) && !`${where}/`.startsWith(`${local}/`))
  if (saved instanceof Failure) return { state: saved, findings }
  const newest = known.history instanceof Failure ? undefined : known.history.newest.at(-1)
  // The work is where its history ends, if only the file is older.
  const isOlder = saved.relation === 'older' && newest
  return { state: isOlder ? transitionToday(work.flow.definition, newest).to : saved.current, findings }
}

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
  const broken = await brokenProofs(work, checking.git, named)
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
