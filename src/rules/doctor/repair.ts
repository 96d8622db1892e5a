import { basename } from 'node:path'
import type { CastContext } from '../../cast/context'
import { freePath } from '../../disk/free-path'
import { leftoversIn, removeLeftovers } from '../../disk/leftovers'
import { asidePath, isIgnored, local } from '../../disk/local'
import { isLeftBehind } from '../../disk/lock/holder'
import { setAside } from '../../disk/move-aside'
import { hasFile, isThere, readText } from '../../disk/read'
import { replaceFile } from '../../disk/replace-file'
import { isState } from '../../engine/place'
import { attempt, exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { committedText } from '../../git/committed'
import { areWhole } from '../../work/history/chain'
import { resumedRow } from '../../work/history/effective-steps'
import { type HistoryLine, printLine, transitionToday } from '../../work/history/history-line'
import { isOfNewerLayout } from '../../work/history/layout'
import { historyPath, statePath } from '../../work/history/paths'
import { closeRepairs, noteRepair, type Repairs, readRepairs } from '../../work/history/repairs'
import { proofsPath } from '../../work/proof-log'
import { commit } from '../../work/state/commit'
import { brokenBackups, findEditedContext } from '../../work/state/edited-context'
import { linesAfter } from '../../work/state/relation'
import { loadState, printState, type Saved } from '../../work/state/state'
import { settle, stampOf, withLock } from '../../work/writing'
import { brokenProofs, soundProofs } from './broken-proofs'
import { follow, isWhole } from './followed'
import { cutOffAt, linesBefore } from './missing-beginning'
import { inWords, recoverState } from './recover'
import { resume } from './resume'

/** The note in the history for a recovered state that it does not lead to. */
export const foundAgain = 'The state was found again.'

/**
 * Repairs what `examine` finds, if a program can. Broken files are kept. Each part can be repeated, so the next run
 * completes an interrupted repair.
 *
 * @returns what was done, a sentence each; empty if there was nothing to do
 * @throws Failure if it cannot write, or another process holds the lock for too long
 */
export function repair(workflow: Workflow, ctx: CastContext): Promise<readonly string[]> {
  const { root, now } = ctx
  // Done by `withLock` below.
  const tidied = [
    ...(isLeftBehind(root, now) ? ['The lock that was left behind is taken away.'] : []),
    ...(isIgnored(root) ? [] : [`${local} is ignored by git again.`]),
  ]
  return withLock(root, 'doctor', now, ctx.wait, async () => {
    const done = readRepairs(root, workflow)
    const committed = workflow.recovery?.rebuild && (await committedText(root, statePath(workflow), ctx.env))
    const repairing = { root, workflow, now, done, ...(committed !== undefined && { committed }) }
    const newest = await repairHistory(repairing)
    const older = attempt(() => loadState(root, workflow))
    const isOlder = !(older instanceof Failure) && older.relation === 'older'
    const resumed = isOlder ? [resume(root, workflow, older, newest, now)] : []
    repairState(repairing, newest)
    // Garbage at the end of a history is noticed only together with a state.
    if (endsInGarbage(repairing)) beginAnew(repairing)

    repairProofs(repairing)

    const repaired = done.said.length > 0
    const before = loadState(root, workflow)
    // Only older states have a context, and the history does not lead to them.
    const found = (repaired || isOlder) && workflow.recovery?.rebuild !== undefined
    const adoption = found ? { note: foundAgain, isFound: true } : undefined
    const { byHand, edited } = await settle(root, workflow, before, now, adoption)
    if (byHand && !found) done.said.push('The history says now that the state was changed by hand.')
    for (const { path } of edited)
      done.said.push(`The history says now that ${path} was edited while a step was stopped half-way.`)
    if (!byHand && !repaired && (before.unlogged.length > 0 || before.tail?.fragment || before.archiving)) {
      done.said.push('What had been begun is finished.')
    } else if (!byHand && !repaired && leftoversIn(root, workflow).length > 0) {
      done.said.push('What a step had left that never came to be is removed.')
    }
    setBackupsAside(repairing, freePath(root, `${asidePath}/backups-${stampOf(now)}`))
    removeLeftovers(root, workflow)
    if (repaired) await record(repairing, 'adopted', [...resumed, ...done.said], ctx)
    else if (isOlder) await record(repairing, resumedRow, resumed, ctx)
    closeRepairs(root, workflow)
    return [...resumed, ...done.said, ...tidied]
  })
}

/** The work under repair, and what was done so far. */
interface Repairing {
  readonly root: string
  readonly workflow: Workflow
  readonly now: Date
  readonly done: Repairs
  /** The state in HEAD, for a workflow that depends on its context. */
  readonly committed?: string
}

/** Where a broken file is kept: with the work, so that it is found and archived with it, and committed. */
function placeFor({ root, workflow, now }: Repairing, path: string): string {
  const folder = `${workflow.folder}/broken-${stampOf(now)}`
  const name = basename(path)
  return isThere(root, `${folder}/${name}`) ? `${freePath(root, folder)}/${name}` : `${folder}/${name}`
}

/** Writes one entry that reports all of it. */
async function record(
  { root, workflow, done: { other } }: Repairing,
  row: string,
  said: readonly string[],
  ctx: CastContext,
): Promise<void> {
  const saved = loadState(root, workflow)
  const about = { row, note: said.join(' '), ...(other && { other }) }
  await commit(root, workflow, saved, { to: saved.current, trigger: 'Doctor', about, changes: [] }, ctx)
}

/** @returns the last entries of the history, which can be trusted now */
async function repairHistory(repairing: Repairing): Promise<readonly HistoryLine[]> {
  const { root, workflow, done } = repairing
  const { history: found } = await follow(root, workflow)
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
  const { root, workflow, done } = repairing
  const first = cutOffAt(root, workflow)
  const saved = attempt(() => loadState(root, workflow))
  const before = first && !(saved instanceof Failure) ? linesBefore(workflow, first, saved.history) : []
  if (before.length === 0) return
  const path = historyPath(workflow)
  const kept = placeFor(repairing, path)
  noteRepair(
    root,
    workflow,
    done,
    `The first lines of the history were taken from the state; ${kept} has what there was.`,
  )
  const text = before.map((line) => `${printLine(line)}\n`).join('') + (readText(root, path) ?? '')
  replaceFile(root, path, text, kept)
}

function beginAnew(repairing: Repairing): void {
  const { root, workflow, done } = repairing
  const path = historyPath(workflow)
  const kept = placeFor(repairing, path)
  noteRepair(root, workflow, done, `The history was damaged and begins anew; ${kept} has what there was.`)
  replaceFile(root, path, '', kept)
}

function endsInGarbage({ root, workflow }: Repairing): boolean {
  const saved = attempt(() => loadState(root, workflow))
  return saved instanceof Failure && saved.code === 'history-unreadable'
}

function repairState(repairing: Repairing, newest: readonly HistoryLine[]): void {
  const { root, workflow, done } = repairing
  const path = statePath(workflow)
  const saved = attempt(() => loadState(root, workflow))
  if (saved instanceof Failure) {
    if (saved.exitCode !== exit.unreadable || isOfNewerLayout(saved)) throw saved
    takeRecovered(repairing, newest)
  } else if (areWhole(saved.history)) {
    repairByHand(repairing, saved, newest)
  } else if (workflow.recovery?.rebuild && newest.length === 0) {
    // Without a trusted entry, the context is unknown.
    takeRecovered(repairing, newest)
  } else {
    const kept = placeFor(repairing, path)
    noteRepair(root, workflow, done, `The lines of the state were taken from the history; ${kept} has what there was.`)
    replaceFile(root, path, printState({ ...saved, history: newest }, workflow), kept)
    repairByHand(repairing, loadState(root, workflow), newest)
  }
}

/** Restores what the last step left, if that was changed by hand. */
function repairByHand(repairing: Repairing, saved: Saved, newest: readonly HistoryLine[]): void {
  const { root, workflow, done } = repairing
  const edited = findEditedContext(root, workflow, saved)
  const isStray = saved.byHand && workflow.recovery?.rebuild !== undefined
  // In other workflows the history will record the manual change.
  if (!isStray && !(edited && (edited.sealed || workflow.recovery?.rebuild))) return
  const current = isStray ? placeLeft(workflow, saved) : saved.current
  const context = edited ? edited.sealed : saved.context
  const parts = [...(isStray ? ['state'] : []), ...(edited ? ['context'] : [])]
  const which = edited && edited.keys.length > 0 ? ` (${edited.keys.join(', ')})` : ''
  const said = `The ${parts.join(' and the ')} had been changed by hand${which}.`
  if (current === undefined || context === undefined) {
    takeRecovered(repairing, newest, said)
    return
  }
  const path = statePath(workflow)
  const kept = placeFor(repairing, path)
  const again = parts.length > 1 ? 'They are again those' : 'It is again the one'
  noteRepair(root, workflow, done, `${said} ${again} that the last step left; ${kept} has the file as it was.`)
  replaceFile(root, path, printState({ ...saved, current, context }, workflow), kept)
}

/** @returns the target of a state's last entry, if that continues the history */
function placeLeft({ definition }: Workflow, { tail, history }: Saved): string | undefined {
  const last = history.at(-1)
  const missing = linesAfter(tail, history)
  if (!last || !missing?.every(({ digest }) => digest !== undefined)) return undefined
  const { to } = transitionToday(definition, last)
  return isState(definition, to) ? to : undefined
}

/** Installs the recovered state. */
function takeRecovered(repairing: Repairing, newest: readonly HistoryLine[], why = ''): void {
  const { root, workflow, done, committed } = repairing
  const [path, history] = [statePath(workflow), historyPath(workflow)]
  const kept = placeFor(repairing, path)
  const found = recoverState(root, workflow, newest, committed)
  const had = isThere(root, path)
  const said = `${why} ${inWords(found)[1]}`.trim()
  noteRepair(root, workflow, done, had ? `${said} ${kept} has the file as it was.` : said)
  // Something that is no file is moved before the new state is written: without a history, a missing state would go
  // unnoticed.
  if (had && !isThere(root, history) && attempt(() => hasFile(root, path)) instanceof Failure) {
    replaceFile(root, history, '', kept.replace(/[^/]+$/, basename(history)))
  }
  replaceFile(root, path, printState(found.state, workflow), kept)
}

/** The proofs from the first broken one on do not count; the file is kept. */
function repairProofs(repairing: Repairing): void {
  const { root, workflow, done } = repairing
  const saved = loadState(root, workflow)
  const broken = brokenProofs(root, workflow, saved)
  if (broken === undefined) return
  const path = proofsPath(workflow)
  const sound = soundProofs(root, workflow, saved)
  if (sound === readText(root, path)) noteRepair(root, workflow, done, broken.message)
  else {
    const kept = placeFor(repairing, path)
    noteRepair(root, workflow, done, `${broken.message} ${kept} has what there was.`)
    replaceFile(root, path, sound, kept)
  }
}

function setBackupsAside({ root, workflow, done }: Repairing, aside: string): void {
  const broken = brokenBackups(root, workflow)
  if (broken.length === 0) return
  setAside(root, broken, aside)
  done.said.push(`Backups that could not be read are in ${aside}.`)
}
