import { basename } from 'node:path'
import type { Edge } from '../../cli/edge'
import { freePath } from '../../disk/free-path'
import { leftoversIn, removeLeftovers } from '../../disk/leftovers'
import { asidePath, local } from '../../disk/local'
import { isLeftBehind } from '../../disk/lock/holder'
import { isIgnored } from '../../disk/make-local'
import { hasFile, isThere, readText } from '../../disk/read'
import { replaceFile } from '../../disk/replace-file'
import { setAside } from '../../disk/tidy'
import { committedText } from '../../git/committed'
import type { Git } from '../../git/git'
import { attempt, exit, Failure } from '../../text/failure'
import { areWhole } from '../../work/history/chain'
import { resumedRow } from '../../work/history/effective-steps'
import { follow, isWhole } from '../../work/history/followed'
import { type HistoryLine, historyPath, printLine, statePath } from '../../work/history/history-line'
import { isOfNewerLayout } from '../../work/history/layout'
import { closeRepairs, noteRepair, type Repairs, readRepairs } from '../../work/history/repairs'
import { proofsPath, withNewest } from '../../work/proof-log'
import type { LineSource } from '../../work/state/commit'
import { brokenBackups, findEditedContext, hasContextDigest } from '../../work/state/edited-context'
import { olderBy } from '../../work/state/relation'
import type { Saved } from '../../work/state/state'
import { printState } from '../../work/state/state-document'
import type { Work } from '../../work/work'
import { reconcile, stampOf, withLock, write } from '../../work/writing'
import { brokenProofs, cutOffAt, linesBefore } from '../history-rules'
import { foundAgain, losses, newestLost, placeLeft, recoverState, recoveryText } from './recover'

/**
 * Repairs what `examine` finds in a piece of work, if a program can. Broken files are kept. Each part can be repeated, so the
 * next run completes an interrupted repair.
 *
 * @returns what was done, a sentence each; empty if there was nothing to do
 * @throws Failure if it cannot write, or another process holds the lock for too long
 */
export function repair(meant: Work, ctx: Edge & LineSource, git: Git): Promise<readonly string[]> {
  const { root, flow } = meant
  const { now } = ctx
  // Done by `withLock` below.
  const tidied = [
    ...(isLeftBehind(root, now) ? ['The lock that was left behind is taken away.'] : []),
    ...(isIgnored(root) ? [] : [`${local} is ignored by git again.`]),
  ]
  return withLock(root, 'doctor', { now, wait: ctx.wait }, async () => {
    const done = readRepairs(root, flow)
    const committed = flow.memory.rebuild && (await committedText(git, statePath(flow)))
    const repairing = { work: meant, root, flow, now, done, ...(committed !== undefined && { committed }) }
    const newest = await repairHistory(repairing)
    const older = stateNow(repairing)
    const isOlder = !(older instanceof Failure) && older.relation === 'older'
    // Before the state is replaced: what it says is then gone.
    repairProofs(repairing, newestLost(repairing, older))
    const resumed = isOlder ? [resume(repairing, older, newest)] : []
    repairState(repairing, newest)
    // Garbage at the end of a history is noticed only together with a state.
    if (endsInGarbage(repairing)) beginAnew(repairing)

    repairProofs(repairing, (await brokenProofs(workNow(repairing), git))?.message)

    const repaired = done.said.length > 0
    const work = workNow(repairing)
    const before = work.saved
    // Only older states have a context, and the history does not lead to them.
    const found = (repaired || isOlder) && flow.memory.rebuild !== undefined
    const { byHand, edited } = await reconcile(work, now, found ? { note: foundAgain, isFound: true } : undefined)
    if (byHand && !found) done.said.push('The history says now that the state was changed by hand.')
    for (const { path } of edited)
      done.said.push(`The history says now that ${path} was edited while a step was stopped half-way.`)
    if (!byHand && !repaired && (before.unlogged.length > 0 || before.tail?.fragment || before.archiving)) {
      done.said.push('What had been begun is finished.')
    } else if (!byHand && !repaired && leftoversIn(root, flow).length > 0) {
      done.said.push('What a step had left that never came to be is removed.')
    }
    setBackupsAside(repairing, freePath(root, `${asidePath}/backups-${stampOf(now)}`))
    removeLeftovers(root, flow)
    // One entry reports all of it.
    const row = repaired ? 'adopted' : isOlder ? resumedRow : undefined
    if (row) {
      const settled = workNow(repairing)
      const note = [...resumed, ...(repaired ? done.said : [])].join(' ')
      const about = { row, note, ...(done.other && { other: done.other }) }
      await write(settled, { to: settled.saved.current, trigger: 'Doctor', about, changes: [] }, ctx)
    }
    closeRepairs(root, flow)
    return [...resumed, ...done.said, ...tidied]
  })
}

/** The work under repair, and what was done so far. */
export interface Repairing extends Pick<Work, 'root' | 'flow'> {
  readonly work: Work
  readonly now: Date
  readonly done: Repairs
  /** The state in HEAD, for a workflow that depends on its context. */
  readonly committed?: string
}

/** The piece of work as it is after what was done so far. */
const workNow = ({ work }: Repairing): Work => work.reread()
const stateNow = (repairing: Repairing): Saved | Failure => attempt(() => workNow(repairing).saved)

/** Where a broken file is kept: with the work, so that it is found and archived with it, and committed. */
function placeFor({ root, flow, now }: Repairing, path: string): string {
  const folder = `${flow.folder}/broken-${stampOf(now)}`
  const name = basename(path)
  return isThere(root, `${folder}/${name}`) ? `${freePath(root, folder)}/${name}` : `${folder}/${name}`
}

/** Replaces a file, keeps what there was, and notes it before. @param rest of the sentence, given the place of what is kept */
function replaceNoted(repairing: Repairing, path: string, text: string, said: string, rest = asItWas): void {
  const { root, flow, done } = repairing
  const kept = placeFor(repairing, path)
  noteRepair(root, flow, done, said + rest(kept))
  replaceFile(root, path, text, kept)
}

const asItWas = (kept: string): string => `; ${kept} has what there was.`

/** @returns the last entries of the history, which can be trusted now */
async function repairHistory(repairing: Repairing): Promise<readonly HistoryLine[]> {
  const { done } = repairing
  const { history: found } = await follow(workNow(repairing))
  // A missing permission or a disk error says nothing about the file.
  if (found instanceof Failure && !['not-a-file', 'too-large'].includes(found.code)) throw found
  if (isWhole(found) && !endsInGarbage(repairing)) {
    repairBeginning(repairing)
    return found.newest
  }

  done.other ??= found instanceof Failure ? undefined : found.newest.at(-1)?.digest
  beginAnew(repairing)
  return []
}

/** Restores the entries missing before the first one from the state, if that has all of them. */
function repairBeginning(repairing: Repairing): void {
  const { root, flow } = repairing
  const first = cutOffAt(workNow(repairing))
  const saved = stateNow(repairing)
  const before = first && !(saved instanceof Failure) ? linesBefore(flow, first, saved.history) : []
  if (before.length === 0) return
  const path = historyPath(flow)
  const text = before.map((line) => `${printLine(line)}\n`).join('') + (readText(root, path) ?? '')
  replaceNoted(repairing, path, text, 'The first lines of the history were taken from the state')
}

const beginAnew = (repairing: Repairing): void =>
  replaceNoted(repairing, historyPath(repairing.flow), '', 'The history was damaged and begins again')

function endsInGarbage(repairing: Repairing): boolean {
  const saved = stateNow(repairing)
  return saved instanceof Failure && saved.code === 'history-unreadable'
}

/** Lets work whose state is older than its history, which is whole, go on where that ends. The older file is kept. */
function resume(repairing: Repairing, saved: Saved, newest: readonly HistoryLine[]): string {
  const { root, flow, now } = repairing
  const path = statePath(flow)
  // An older state is a valid one to follow the history from, as one in a commit is.
  const found = recoverState(workNow(repairing), newest, readText(root, path))
  const as = (context: Saved['context']) => ({ ...found.state, context, rest: saved.rest })
  const contexts = flow.memory.rebuild ? [] : [found.state.context, saved.context]
  const state = contexts.map(as).find((way) => hasContextDigest(flow, way)) ?? as(found.state.context)
  const kept = `${freePath(root, `${asidePath}/older-${stampOf(now)}`)}/state.json`
  replaceFile(root, path, printState(state, flow), kept)
  return `${path} was ${olderBy(saved.behind)}; the work goes on where the history ends.${losses(found)}`
}

function repairState(repairing: Repairing, newest: readonly HistoryLine[]): void {
  const { flow } = repairing
  const saved = stateNow(repairing)
  if (saved instanceof Failure) {
    if (saved.exitCode !== exit.unreadable || isOfNewerLayout(saved)) throw saved
    takeRecovered(repairing, newest)
  } else if (areWhole(saved.history)) {
    repairByHand(repairing, saved, newest)
  } else if (flow.memory.rebuild && newest.length === 0) {
    // Without a trusted entry, the context is unknown.
    takeRecovered(repairing, newest)
  } else {
    const text = printState({ ...saved, history: newest }, flow)
    replaceNoted(repairing, statePath(flow), text, 'The lines of the state were taken from the history')
    repairByHand(repairing, workNow(repairing).saved, newest)
  }
}

/** Restores what the last step left, if that was changed by hand. */
function repairByHand(repairing: Repairing, saved: Saved, newest: readonly HistoryLine[]): void {
  const { root, flow } = repairing
  const edited = findEditedContext(root, flow, saved)
  const isStray = saved.byHand && flow.memory.rebuild !== undefined
  // In other workflows the history will record the manual change.
  if (!isStray && !(edited && (edited.recorded || flow.memory.rebuild))) return
  const current = isStray ? placeLeft(flow, saved) : saved.current
  const context = edited ? edited.recorded : saved.context
  const parts = [...(isStray ? ['state'] : []), ...(edited ? ['context'] : [])]
  const which = edited && edited.keys.length > 0 ? ` (${edited.keys.join(', ')})` : ''
  const said = `The ${parts.join(' and the ')} had been changed by hand${which}.`
  if (current === undefined || context === undefined) {
    takeRecovered(repairing, newest, said)
    return
  }
  const again = parts.length > 1 ? 'They are again those' : 'It is again the one'
  const text = printState({ ...saved, current, context }, flow)
  replaceNoted(repairing, statePath(flow), text, `${said} ${again} that the last step left`)
}

/** Installs the recovered state. */
function takeRecovered(repairing: Repairing, newest: readonly HistoryLine[], why = ''): void {
  const { root, flow, committed } = repairing
  const [path, history] = [statePath(flow), historyPath(flow)]
  const found = recoverState(workNow(repairing), newest, committed)
  const had = isThere(root, path)
  const said = `${why} ${recoveryText(found)[1]}`.trim()
  // Something that is no file is moved before the new state is written: without a history, a missing state would go
  // unnoticed.
  if (had && !isThere(root, history) && attempt(() => hasFile(root, path)) instanceof Failure) {
    replaceFile(root, history, '', placeFor(repairing, history))
  }
  const text = printState(found.state, flow)
  replaceNoted(repairing, path, text, said, (kept) => (had ? ` ${kept} has the file as it was.` : ''))
}

/** Of a log in which one run is wrong none counts, as it may be a failure after a pass: each criterion needs a new run. */
function repairProofs(repairing: Repairing, because: string | undefined): void {
  if (because === undefined) return
  const { root, flow, done } = repairing
  const said = `${because} Each criterion needs a new run`
  const text = attempt(() => readText(root, proofsPath(flow)))
  if (text === undefined || text === '') noteRepair(root, flow, done, `${said}.`)
  else replaceNoted(repairing, proofsPath(flow), '', said)
  const work = workNow(repairing)
  if (!(attempt(() => work.saved) instanceof Failure)) withNewest(work, undefined)
}

function setBackupsAside({ root, flow, done }: Repairing, aside: string): void {
  const broken = brokenBackups(root, flow)
  if (broken.length === 0) return
  setAside(root, broken, aside)
  done.said.push(`Backups that could not be read are in ${aside}.`)
}
