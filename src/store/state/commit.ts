import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { exit, Failure } from '../../failure/failure'
import type { Change, Workflow } from '../../workflows/workflow'
import { digestOf, digestOfFile } from '../disk/digest'
import { disk } from '../disk/disk'
import { diskFailure, onDisk } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { removeLeftovers } from '../disk/leftovers'
import { refuseLinks } from '../disk/links'
import { backupNumber, backupPath, contentPath, nextPath, nextState } from '../disk/local'
import { timestampOf } from '../disk/stamp'
import { standingSteps } from '../history/effective-steps'
import type { Created, HistoryLine, Moved } from '../history/history-line'
import { historyPath, statePath } from '../history/paths'
import { seal } from '../history/seal'
import { backupsOf } from './backup'
import { provenanceOf } from './context-seal'
import { remembersIn } from './context-text'
import { complete } from './finish'
import { printState, type Saved, type State, versionOf } from './state'

/** What is to become true as a whole: a new state, the files that go with it, and the line that tells of it. */
export interface StateWrite {
  readonly to: string
  /** The spell, or the verb. */
  readonly trigger: string
  /** What the line says beyond that. */
  readonly about: Pick<HistoryLine, 'row' | 'via' | 'note' | 'about' | 'archive' | 'undoes' | 'other' | 'plan'>
  /** Moves are made before creations. */
  readonly changes: readonly Change[]
  /** What the new state goes on from, where that is not what was read. */
  readonly base?: State
}

/** What a line says of the world. */
export interface LineSource {
  readonly now: Date
  /** The commit that git stands at. */
  readonly head: () => string | undefined
  /** An id for a piece of work that begins, eight random hexadecimal digits. */
  readonly newWork: () => string
}

/** How many steps can be taken back. */
const maxBackups = 10

/**
 * Makes a step. Up to one moment nothing has happened, and from then on everything has: that moment is when the new state
 * file gets its name. Its last line names every other change, so that whoever comes after a crash can make those that are
 * left; the same line in history.jsonl, written last of all, says that none is. Needs the lock.
 *
 * @param root absolute
 * @param saved what was read, with nothing unlogged
 * @returns the line
 * @throws Failure where the disk refuses, and everything is as it was; `changed-meanwhile` (busy) where the state file is
 *   no longer the one that was read
 */
export async function commit(
  root: string,
  workflow: Workflow,
  saved: Saved,
  step: StateWrite,
  source: LineSource,
): Promise<HistoryLine> {
  refuseLinks(root, [...step.changes.flatMap(pathsOf), ...(step.about.archive ? [step.about.archive] : [])])
  for (const change of step.changes) refuseWhatIsInTheWay(root, change, step.changes)
  const base = step.base ?? saved
  const line = await describe(root, workflow, saved, step, base.context, source)
  const texts = step.changes.flatMap((change) => (change.do === 'create' ? [change.text] : []))
  replaceState(root, workflow, saved, { ...base, current: step.to, history: [...base.history, line] }, texts)
  return line
}

/**
 * Makes a new state true, with the files that its last line names and the lines that the history lacks. Needs the lock.
 *
 * @param saved what was read
 * @param texts the contents of the files that the last line creates, in its order
 * @throws Failure as `commit`
 */
export function replaceState(
  root: string,
  workflow: Workflow,
  saved: Saved,
  next: State,
  texts: readonly string[] = [],
): void {
  const path = statePath(workflow)
  const folder = backupsOf(root, workflow, next.history)
  const backup = backupPath(folder, saved.history.at(-1)?.number ?? 0)
  refuseLinks(root, [path, historyPath(workflow), nextState(workflow), backup])
  const back: (() => void)[] = []
  try {
    const text = printState(next, workflow)
    prepare(root, workflow, next, text, texts)
    disk.makeFolder(joinPosix(root, workflow.folder))
    if (saved.version !== '') backUp(root, workflow, folder, backup, [...saved.history, ...next.history.slice(-1)])
    if (remembersIn(workflow, next.context))
      keepSealed(root, backupPath(folder, next.history.at(-1)?.number ?? 0), text)
    if (versionOf(root, workflow) !== saved.version) {
      throw new Failure(exit.busy, 'changed-meanwhile', `${path} has been changed meanwhile.`, 'spell lumos')
    }
    disk.replace(joinPosix(root, nextState(workflow)), joinPosix(root, path))
    back.push(() =>
      saved.version === ''
        ? disk.remove(joinPosix(root, path))
        : disk.replace(joinPosix(root, backup), joinPosix(root, path)),
    )
    disk.sync(joinPosix(root, workflow.folder))
    complete(root, workflow, next.history, back)
    removeLeftovers(root, workflow)
  } catch (error) {
    const failure = diskFailure('write', path, error)
    throw takeBack(back) ? failure : halfDone(failure)
  }
}

const pathsOf = (change: Change): string[] => (change.do === 'move' ? [change.from, change.to] : [change.path])

/** What can be seen beforehand must not fail half-way. */
function refuseWhatIsInTheWay(root: string, change: Change, changes: readonly Change[]): void {
  const [act, path, to] = change.do === 'move' ? ['move', change.from, change.to] : ['write', change.path, change.path]
  const leaves = changes.some((other) => other.do === 'move' && other.from === to)
  onDisk(act, path, () => {
    if (!leaves && lstatSync(joinPosix(root, to), { throwIfNoEntry: false })) {
      throw Object.assign(new Error(), { code: 'EEXIST' })
    }
  })
}

async function describe(
  root: string,
  workflow: Workflow,
  saved: Saved,
  step: StateWrite,
  context: State['context'],
  { now, head, newWork }: LineSource,
): Promise<HistoryLine> {
  const moved: Moved[] = []
  const created: Created[] = []
  for (const change of step.changes) {
    if (change.do === 'create') {
      created.push({ path: change.path, digest: change.digest ?? (await digestOf(change.text)) })
    } else {
      const digest = await digestOfFile(root, change.from)
      moved.push({ from: change.from, to: change.to, ...(digest && { digest }) })
    }
  }
  const commitId = head()
  const said = {
    timestamp: timestampOf(now),
    transition: `${saved.current} → ${step.to}`,
    trigger: step.trigger,
    ...(saved.history.length === 0 && { work: newWork() }),
    ...step.about,
    ...(commitId && { head: commitId }),
    ...(created.length > 0 && { created }),
    ...(moved.length > 0 && { moved }),
    ...(await provenanceOf(workflow, context)),
  }
  return seal(said, saved.history.at(-1))
}

/** Everything that needs space is written before it counts. */
function prepare(root: string, workflow: Workflow, next: State, text: string, texts: readonly string[]): void {
  removeLeftovers(root, workflow)
  disk.makeFolder(joinPosix(root, nextPath(workflow)))
  for (const [index, created] of texts.entries()) {
    const content = joinPosix(root, contentPath(workflow, next.history.at(-1)?.created?.[index]?.digest ?? ''))
    if (!existsSync(content)) disk.write(content, created)
  }
  disk.write(joinPosix(root, nextState(workflow)), text)
  // The new state must not survive a power loss without them.
  if (texts.length > 0) disk.sync(joinPosix(root, nextPath(workflow)))
}

/**
 * Keeps the state as it is, and as it was before the last few steps.
 *
 * @param lines the history, with the line that is about to be written
 */
function backUp(root: string, workflow: Workflow, ofWork: string, backup: string, lines: readonly HistoryLine[]): void {
  const folder = joinPosix(root, ofWork)
  if (!existsSync(folder)) disk.makeFolder(folder)
  const number = backupNumber(backup)
  // A step back needs all of those that are left; so does going on from where it led.
  const isBack = lines.at(-1)?.undoes !== undefined
  const steps = standingSteps(lines).slice(0, maxBackups)
  const needed = new Set(steps.map((step) => (step.number ?? 0) - 1))
  for (const name of readdirSync(folder)) {
    // The same number, or a higher one, is of a past that has been left.
    const other = backupNumber(name)
    if (!(other < number && (isBack || needed.has(other)))) disk.remove(joinPosix(folder, name))
  }
  disk.linkOrCopy(joinPosix(root, statePath(workflow)), joinPosix(root, backup), joinPosix(root, `${backup}.part`))
}

/** Keeps a copy of what the new state remembers, from which a repair takes it back if that is changed by hand. */
export function keepSealed(root: string, path: string, text: string): void {
  const copy = joinPosix(root, path)
  disk.makeFolder(dirname(copy))
  if (existsSync(copy)) disk.remove(copy)
  disk.writeUnsynced(copy, text)
}

/** @returns whether everything is as it was before */
export function takeBack(back: (() => void)[]): boolean {
  try {
    while (back.length > 0) back.pop()?.()
    return true
  } catch {
    return false
  }
}

/** The disk refuses everything now. What was begun is known, and the next spell ends it. */
export const halfDone = ({ exitCode, code, message, fix }: Failure): Failure =>
  new Failure(exitCode, code, `${message} The step is half done; the next spell finishes it.`, fix)
