import type { CastContext } from '../../cast/cast'
import { attempt, exit, Failure } from '../../failure/failure'
import { freePath } from '../../store/disk/free-path'
import { leftoversIn, removeLeftovers } from '../../store/disk/leftovers'
import { asidePath, backupNumber, backupPath, backupsPath, isIgnored, local, lockPath } from '../../store/disk/local'
import { setAside } from '../../store/disk/move-aside'
import { hasFile, isThere, namesIn, readText } from '../../store/disk/read'
import { replaceFile } from '../../store/disk/replace-file'
import { areWhole } from '../../store/history/chain'
import { type HistoryLine, parseLine } from '../../store/history/history-line'
import { isOfNewerLayout } from '../../store/history/layout'
import { historyPath, statePath } from '../../store/history/paths'
import { closeRepairs, noteRepair, type Repairs, readRepairs } from '../../store/history/repairs'
import { textsOf } from '../../store/history/text-lines'
import { holderOf, isAlive } from '../../store/lock/holder'
import { readBackup } from '../../store/state/backup'
import { isInConflict, type Sides, sidesOf } from '../../store/state/conflict'
import { findEditedContext, isSealedState } from '../../store/state/edited-context'
import { loadState, printState, type Saved } from '../../store/state/state'
import { commit, settle, stampOf, withLock } from '../../store/writing'
import type { Workflow } from '../../workflows/workflow'
import { follow } from './followed'
import { type Recovered, recoverState } from './recover'

/**
 * Repairs what `examine` finds and a program can repair. What is broken is kept; each part can be done again, so that a
 * repair that is stopped is repaired by the next.
 *
 * @returns what was done, a sentence each; nothing where nothing had to be
 * @throws Failure where the disk refuses, or somebody else is at work for too long
 */
export function repair(workflow: Workflow, ctx: CastContext): Promise<readonly string[]> {
  const { root, now } = ctx
  // Whoever takes the lock does these on the way.
  const tidied = [
    ...(isLeftBehind(root, now) ? ['The lock that was left behind is taken away.'] : []),
    ...(isIgnored(root) ? [] : [`${local} is ignored by git again.`]),
  ]
  return withLock(root, 'doctor', now, ctx.wait, async () => {
    const done = readRepairs(root, workflow)
    const newest = await repairHistory(root, workflow, now, done)
    repairState(root, workflow, now, newest, done)
    // Whether a history ends in garbage is seen only beside a state.
    if (endsInGarbage(root, workflow)) beginAnew(root, workflow, now, done)

    const repaired = done.said.length > 0
    const before = loadState(root, workflow)
    // Of a context there are older states only, to which the history does not lead.
    const found = repaired && workflow.rebuild !== undefined
    const adoption = found ? { note: 'The state was found again.', isFound: true } : undefined
    const byHand = await settle(root, workflow, before, now, adoption)
    if (byHand && !found) done.said.push('The history says now that the state was changed by hand.')
    else if (!repaired && (before.unlogged.length > 0 || before.tail?.fragment)) {
      done.said.push('What had been begun is finished.')
    } else if (!repaired && leftoversIn(root, workflow).length > 0) {
      done.said.push('What a step had left that never came to be is removed.')
    }
    setBackupsAside(root, workflow, freePath(root, `${asidePath}/backups-${stampOf(now)}`), done)
    removeLeftovers(root, workflow)
    if (repaired) await adopt(root, workflow, ctx, done)
    closeRepairs(root, workflow)
    return [...done.said, ...tidied]
  })
}

function isLeftBehind(root: string, now: Date): boolean {
  const holder = holderOf(root)
  return holder ? !isAlive(holder, now) : isThere(root, lockPath)
}

/** Where a broken file is kept: with the work, so that it is found, put away with it, and not lost by git. */
const placeFor = (root: string, workflow: Workflow, now: Date, path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = `${workflow.folder}/broken-${stampOf(now)}`
  return isThere(root, `${folder}/${name}`) ? `${freePath(root, folder)}/${name}` : `${folder}/${name}`
}

/** One line that tells of all of it. */
async function adopt(root: string, workflow: Workflow, ctx: CastContext, { said, other }: Repairs): Promise<void> {
  const saved = loadState(root, workflow)
  const head = ctx.head()
  await commit(root, workflow, saved, {
    to: saved.current,
    trigger: 'Doctor',
    now: ctx.now,
    about: { row: 'adopted', note: said.join(' '), ...(other && { other }), ...(head && { head }) },
    changes: [],
  })
}

/** @returns the last lines of the history, now that it can be trusted */
async function repairHistory(
  root: string,
  workflow: Workflow,
  now: Date,
  done: Repairs,
): Promise<readonly HistoryLine[]> {
  const path = historyPath(workflow)
  const { history: found } = await follow(root, workflow)
  // That there is no permission, or that the disk does not answer, says nothing of the file.
  if (found instanceof Failure && !['not-a-file', 'too-large'].includes(found.code)) throw found
  const damaged = found instanceof Failure || found.broken !== undefined || found.unchained !== undefined
  if (!damaged && !endsInGarbage(root, workflow)) return found.newest

  const sides = sidesIn(root, path)
  if (sides) {
    const kept = placeFor(root, workflow, now, path)
    noteRepair(root, workflow, done, `This branch's history was kept; ${kept} has both.`, lastDigest(sides.theirs))
    replaceFile(root, path, sides.ours, kept)
    // What is left may be damaged in another way.
    const { history: ours } = await follow(root, workflow)
    if (ours instanceof Failure) throw ours
    if (ours.broken === undefined && ours.unchained === undefined) return ours.newest
  }
  done.other ??= found instanceof Failure ? undefined : found.newest.at(-1)?.digest
  beginAnew(root, workflow, now, done)
  return []
}

/** Only what is in conflict is read as a whole. */
function sidesIn(root: string, path: string): Sides | undefined {
  const text = attempt(() => (isInConflict(textsOf(root, path)) ? readText(root, path) : undefined))
  return typeof text === 'string' ? sidesOf(text) : undefined
}

function beginAnew(root: string, workflow: Workflow, now: Date, done: Repairs): void {
  const path = historyPath(workflow)
  const kept = placeFor(root, workflow, now, path)
  noteRepair(root, workflow, done, `The history was damaged and begins anew; ${kept} has what there was.`)
  replaceFile(root, path, '', kept)
}

function endsInGarbage(root: string, workflow: Workflow): boolean {
  const saved = attempt(() => loadState(root, workflow))
  return saved instanceof Failure && saved.code === 'history-unreadable'
}

const lastDigest = (text: string): string | undefined =>
  text
    .split('\n')
    .flatMap((line) => parseLine(line) ?? [])
    .at(-1)?.digest

function repairState(root: string, workflow: Workflow, now: Date, newest: readonly HistoryLine[], done: Repairs): void {
  const path = statePath(workflow)
  const kept = placeFor(root, workflow, now, path)
  const saved = attempt(() => loadState(root, workflow))
  if (saved instanceof Failure) {
    if (saved.exitCode !== exit.unreadable || isOfNewerLayout(saved)) throw saved
    takeRecovered(root, workflow, newest, kept, done)
  } else if (areWhole(saved.history.filter(({ digest }) => digest !== undefined))) {
    repairContext(root, workflow, saved, newest, kept, done)
  } else if (workflow.rebuild && newest.length === 0) {
    // Without a line that can be believed nothing says what was remembered.
    takeRecovered(root, workflow, newest, kept, done)
  } else {
    noteRepair(root, workflow, done, `The lines of the state were taken from the history; ${kept} has what there was.`)
    replaceFile(root, path, printState({ ...saved, history: newest }, workflow), kept)
    repairContext(root, workflow, loadState(root, workflow), newest, placeFor(root, workflow, now, path), done)
  }
}

/** Takes back what the last step has left, if that was changed by hand. */
function repairContext(
  root: string,
  workflow: Workflow,
  saved: Saved,
  newest: readonly HistoryLine[],
  kept: string,
  done: Repairs,
): void {
  const edited = findEditedContext(root, workflow, saved)
  if (!edited) return
  const { sealed: context, keys } = edited
  // The history will say that it was changed by hand.
  if (!context && !workflow.rebuild) return
  const what = keys.length > 0 ? ` (${keys.join(', ')})` : ''
  const said = `The context had been changed by hand${what}.`
  if (context) {
    const restored = `${said} It is again the one that the last step left; ${kept} has the file as it was.`
    noteRepair(root, workflow, done, restored)
    replaceFile(root, statePath(workflow), printState({ ...saved, context }, workflow), kept)
  } else takeRecovered(root, workflow, newest, kept, done, said)
}

/** Takes the state that can be found out from everything else. */
function takeRecovered(
  root: string,
  workflow: Workflow,
  newest: readonly HistoryLine[],
  kept: string,
  done: Repairs,
  why = '',
): void {
  const path = statePath(workflow)
  const found = recoverState(root, workflow, newest)
  const had = isThere(root, path)
  const said = `${why} ${sentenceOf(found)}`.trim()
  noteRepair(root, workflow, done, had ? `${said} ${kept} has the file as it was.` : said, found.other)
  // What is no file goes before the new one comes: only with a history can it be seen that a state is missing.
  if (had && !isThere(root, historyPath(workflow)) && attempt(() => hasFile(root, path)) instanceof Failure) {
    const aside = kept.replace(/[^/]+$/, historyPath(workflow).slice(workflow.folder.length + 1))
    replaceFile(root, historyPath(workflow), '', aside)
  }
  replaceFile(root, path, printState(found.state, workflow), kept)
}

function sentenceOf({ from, because }: Recovered): string {
  if (from === 'branch') return 'Of the state the side of this branch was kept.'
  if (from === 'history') return 'The state is the one that the history ends with.'
  if (from === 'backup') return 'The state is that of the newest backup.'
  return because
    ? `The state is the one that ${because} implies.`
    : 'There are no files, so the work is at its very start.'
}

function setBackupsAside(root: string, workflow: Workflow, aside: string, done: Repairs): void {
  const broken = namesIn(root, backupsPath(workflow)).filter((name) => {
    const number = backupNumber(name)
    const state = readBackup(root, workflow, number)
    const isWhole = state !== undefined && isSealedState(workflow, state)
    return backupPath(workflow, number) !== `${backupsPath(workflow)}/${name}` || !isWhole
  })
  if (broken.length === 0) return
  setAside(
    root,
    broken.map((name) => `${backupsPath(workflow)}/${name}`),
    aside,
  )
  done.said.push(`Backups that could not be read are in ${aside}.`)
}
