import { lstatSync } from 'node:fs'
import { digestOf, digestOfFile } from '../../disk/digest'
import { disk } from '../../disk/disk'
import { diskFailure, onDisk } from '../../disk/disk-failure'
import { removeLeftovers } from '../../disk/leftovers'
import { refuseLinks } from '../../disk/links'
import { type Listing, listingOf } from '../../disk/listing'
import { backupPath, contentPath, joinPosix, nextPath, nextState } from '../../disk/local'
import { timestampOf } from '../../disk/stamp'
import { exit, Failure } from '../../text/failure'
import type { Change } from '../../workflow/effect'
import type { Workflow } from '../../workflow/flow'
import { chainedEntry } from '../history/entry-digest'
import { type Created, type HistoryLine, historyPath, type Moved, statePath } from '../history/history-line'
import { beginningOf } from '../history/work-id'
import type { Work } from '../work'
import { backUp, backupsOf, keepContext } from './backup'
import { provenanceOf, remembersIn } from './context-digest'
import { complete, type Reverts } from './finish'
import { type State, versionOf } from './state'
import { printState } from './state-document'

/** An atomic change: a new state, its files, and its history entry. */
export interface StateWrite {
  readonly to: string
  readonly trigger: string
  readonly about: Pick<HistoryLine, 'name' | 'row' | 'via' | 'note' | 'about' | 'archive' | 'undoes' | 'other' | 'plan'>
  /** Moves come before creations. */
  readonly changes: readonly Change[]
  /** The state to continue from, if it is not the one that was read. */
  readonly base?: State
}

/** What an entry records of the environment. */
export interface LineSource {
  readonly now: Date
  readonly head: () => string | undefined
  /** Generates the id of a new piece of work: eight random hexadecimal digits. */
  readonly newWork: () => string
  /** How the developer's word for this step is known, and what it agrees to; absent if it takes none. */
  readonly passed?: Pick<HistoryLine, 'word' | 'said' | 'agreed'>
}

/** A piece of work with the state that was read. */
export type WorkAsRead = Pick<Work, 'root' | 'flow' | 'saved'>

/**
 * Commits a step. It takes effect at one moment: when the new state file is renamed into place. Its last entry names
 * every other change, so that the next process can complete the step after a crash; the same entry in history.jsonl,
 * written last, says that it is complete. Needs the lock.
 *
 * @param work all entries of its state must be in the history
 * @param safe what was no link under this lock, see `refuseLinks`
 * @returns the entry
 * @throws Failure if it cannot write, and everything is then as before; `changed-meanwhile` (busy) if the state file is
 *   no longer the one that was read
 */
export async function commit(work: WorkAsRead, step: StateWrite, source: LineSource, safe = new Set<string>()) {
  const { root, saved } = work
  const hasTexts = step.changes.some((change) => change.do === 'move' && change.from.endsWith('.md'))
  const formOf = hasTexts ? (await import('../../disk/form')).formOfFile : undefined
  const listing = listingOf(root)
  const changed = step.changes.flatMap((one) => (one.do === 'move' ? [one.from, one.to] : [one.path]))
  const paths = [...changed, ...(step.about.archive ? [step.about.archive] : [])]
  refuseLinks(root, paths, safe, listing)
  for (const change of step.changes) refuseWhatIsInTheWay(root, change, step.changes, listing)
  const base = step.base ?? saved
  const line = describe(work, step, base.context, source, formOf)
  const texts = step.changes.flatMap((change) => (change.do === 'create' ? [change.text] : []))
  const next = { ...base, current: step.to, history: [...base.history, line] }
  replaceState(work, next, texts, { safe, listing })
  return line
}

/**
 * Commits a new state, with the files of its last entry and the entries that the history lacks. Needs the lock. Who
 * writes a state otherwise makes no step, or finishes one: `withNewest`, `settle`, `bringBack`, and repairs of a broken one.
 *
 * @param texts the contents of the files that the last entry creates, in order
 * @param seen what was no link under this lock, and a listing of the folders as they are
 * @throws Failure as `commit` does
 */
export function replaceState(
  { root, flow: workflow, saved }: WorkAsRead,
  next: State,
  texts: readonly string[] = [],
  { safe, listing = listingOf(root) }: { readonly safe?: Set<string>; readonly listing?: Listing } = {},
): void {
  const path = statePath(workflow)
  const folder = backupsOf(root, workflow, next.history)
  const backup = backupPath(folder, saved.history.at(-1)?.number ?? 0)
  refuseLinks(root, [path, historyPath(workflow), nextState(workflow), backup], safe, listing)
  const back: Reverts = []
  try {
    // An undo takes no run back.
    const text = printState({ ...next, proof: saved.proof }, workflow)
    const prepared = prepare(root, workflow, next, text, texts, listing)
    const names = listing.namesIn(folder)
    if (saved.version === '') disk.makeFolder(joinPosix(root, workflow.folder))
    else backUp(root, workflow, folder, names, backup, [...saved.history, ...next.history.slice(-1)])
    if (remembersIn(workflow, next.context))
      keepContext(root, backupPath(folder, next.history.at(-1)?.number ?? 0), text)
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
    complete(root, workflow, next.history, back, { tail: saved.tail })
    removeLeftovers(root, workflow, prepared)
  } catch (error) {
    const failure = diskFailure('write', path, error)
    throw takeBack(back) ? failure : halfDone(failure)
  }
}

/** Detects a conflict before anything is written. */
function refuseWhatIsInTheWay(root: string, change: Change, changes: readonly Change[], listing: Listing): void {
  const [act, path, to] = change.do === 'move' ? ['move', change.from, change.to] : ['write', change.path, change.path]
  const leaves = changes.some((other) => other.do === 'move' && other.from === to)
  const isTaken = () => {
    const kind = listing.kindOf(to)
    return kind === 'unknown' ? lstatSync(joinPosix(root, to), { throwIfNoEntry: false }) : kind
  }
  onDisk(act, path, () => {
    if (!leaves && isTaken()) throw Object.assign(new Error(), { code: 'EEXIST' })
  })
}

function describe(
  { root, flow: workflow, saved }: WorkAsRead,
  step: StateWrite,
  context: State['context'],
  { now, head, newWork, passed }: LineSource,
  formOf?: (root: string, path: string) => string | undefined,
): HistoryLine {
  const moved: Moved[] = []
  const created: Created[] = []
  for (const change of step.changes) {
    if (change.do === 'create') {
      created.push({ path: change.path, digest: change.digest ?? digestOf(change.text) })
    } else {
      const digest = digestOfFile(root, change.from)
      const form = digest && formOf?.(root, change.from)
      moved.push({ from: change.from, to: change.to, ...(digest && { digest }), ...(form && { form }) })
    }
  }
  const commitId = head()
  const said = {
    timestamp: timestampOf(now),
    transition: `${saved.current} → ${step.to}`,
    trigger: step.trigger,
    ...(saved.history.length === 0 && { work: newWork(), ...(workflow.name !== undefined && { name: workflow.name }) }),
    ...(isRenamed(root, workflow, saved.history) && { name: workflow.name }),
    ...passed,
    ...step.about,
    ...(commitId && { head: commitId }),
    ...(created.length > 0 && { created }),
    ...(moved.length > 0 && { moved }),
    ...provenanceOf(workflow, context),
  }
  return chainedEntry(said, saved.history.at(-1))
}

/** Whether the folder was renamed since the history has said how it is called. */
function isRenamed(root: string, workflow: Workflow, lines: readonly HistoryLine[]): boolean {
  if (workflow.name === undefined || lines.length === 0) return false
  const last = lines.findLast(({ name }) => name !== undefined) ?? beginningOf(root, workflow, lines)
  return last?.name !== undefined && last.name !== workflow.name
}

/** Writes everything that needs disk space before the commit. Returns the names of the files besides the new state. */
function prepare(
  root: string,
  workflow: Workflow,
  next: State,
  text: string,
  texts: readonly string[],
  listing: Listing,
): readonly string[] {
  const leftovers = listing.namesIn(nextPath(workflow))
  if (leftovers) removeLeftovers(root, workflow, leftovers)
  else disk.makeFolder(joinPosix(root, nextPath(workflow)))
  const written = new Set<string>()
  for (const [index, created] of texts.entries()) {
    const { digest = '' } = next.history.at(-1)?.created?.[index] ?? {}
    // Two files may have the same text; what was left over is removed.
    if (!written.has(digest)) disk.write(joinPosix(root, contentPath(workflow, digest)), created)
    written.add(digest)
  }
  disk.write(joinPosix(root, nextState(workflow)), text)
  // After a power loss the new state must not exist without them.
  if (texts.length > 0) disk.sync(joinPosix(root, nextPath(workflow)))
  return [...written]
}

/** @returns whether everything is as before */
export function takeBack(back: Reverts): boolean {
  try {
    while (back.length > 0) back.pop()?.()
    return true
  } catch {
    return false
  }
}

/** No write succeeds any more. The step is recorded, and the next spell completes it. */
export const halfDone = ({ exitCode, code, message, fix }: Failure): Failure =>
  new Failure(exitCode, code, `${message} The step is half done; the next spell finishes it.`, fix)
