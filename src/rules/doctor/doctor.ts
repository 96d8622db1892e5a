import { basename } from 'node:path'
import { leftoversIn } from '../../disk/leftovers'
import { refuseLinks } from '../../disk/links'
import { asidePath, backupPath, backupsPath, isIgnored, local, lockPath, nextPath } from '../../disk/local'
import { holderOf, isAlive, isLeftBehind } from '../../disk/lock/holder'
import { foldersIn, hasFile, isFolder, namesIn } from '../../disk/read'
import { attempt, attemptAsync, exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { missingFiles } from '../../flows/missing-files'
import { committedText } from '../../git/committed'
import { type Environment, loadSettings, settingsPath } from '../../settings/settings'
import { areWhole, type Chain } from '../../work/history/chain'
import type { HistoryLine } from '../../work/history/history-line'
import { isOfNewerLayout } from '../../work/history/layout'
import { historyPath, statePath } from '../../work/history/paths'
import { repairsPath } from '../../work/history/repairs'
import { proofsPath } from '../../work/proof-log'
import { brokenBackups, findEditedContext } from '../../work/state/edited-context'
import { isRelabelled, olderBy } from '../../work/state/relation'
import { loadState, type Saved, seeStill, versionOf } from '../../work/state/state'
import { remainingOf } from '../../work/state/unfinished'
import { bringTextBack, type ChangedArchive, changedArchives, quoted } from './archived-texts'
import { brokenProofs } from './broken-proofs'
import { atLine, type Code, type Finding, finding, repairs as repairsOf } from './finding'
import { type Followed, follow, isWhole, markOf } from './followed'
import { handedIn } from './handed-in'
import { bringBeginningBack, cutOffAt, linesBefore } from './missing-beginning'
import { inWords, recoverState } from './recover'

/** What several checks need. */
interface Sight {
  readonly root: string
  readonly workflow: Workflow
  readonly now: Date
  readonly saved: Saved | Failure
  readonly history: Chain | Failure
  /** The state in HEAD, if the current one cannot be read. */
  readonly committed?: string
  /** Artifacts that were changed. */
  readonly artifacts: readonly Finding[]
  /** The first entry of a history whose beginning is missing, and a command that restores it from git. */
  readonly cutOff?: { readonly first: HistoryLine; readonly advice: string }
}

/** What to examine. */
export interface Examined {
  /** Absolute. */
  readonly root: string
  readonly workflow: Workflow
  /** The process's environment, for the settings and for git. */
  readonly env: Environment
  /** To compute the age of a lock. */
  readonly now: Date
}

/**
 * Examines every file of a piece of work. Only reads, and works even if nothing else does.
 *
 * @param known the history, if it was read already
 * @returns the findings; none if all is well
 */
export async function examine(examined: Examined, known?: Followed): Promise<Finding[]> {
  const { root, workflow, env } = examined
  const blocked = inTheWay(root, workflow)
  // If a file has the name of a folder, nothing more can be found.
  if (blocked.some(({ where }) => !where.startsWith(`${local}/`))) return blocked
  const followed = known?.mark === markOf(root, workflow) ? known : await follow(root, workflow)
  const archived = await archives(examined, await changedArchives(root, workflow))
  const found = [...(await everythingStill(examined, followed)), ...archived]
  const others = found.filter(({ where }) => !blocked.some((block) => `${block.where}/`.startsWith(`${where}/`)))
  return [...blocked, ...others, ...(await settings(root, env))]
}

const checks = [links, state, lines, proofs, steps, files, lock, backups, repairs, own]

/** Findings that are normal while another process is in the middle of a step. */
const passing: readonly Code[] = [
  'history-torn',
  'history-behind',
  'step-unfinished',
  'repair-unfinished',
  'leftovers',
  'file-missing',
  'artifact-changed',
  'lock-stale',
]

/** Repeats the examination until no other process has changed anything meanwhile. */
async function everythingStill(examined: Examined, known?: Followed): Promise<Finding[]> {
  const { root, workflow, env, now } = examined
  const { history, mark, artifacts } = known?.mark === markOf(root, workflow) ? known : await follow(root, workflow)
  const isLost = workflow.recovery?.rebuild && attempt(() => loadState(root, workflow)) instanceof Failure
  const committed = isLost ? await committedText(root, statePath(workflow), env) : undefined
  const first = isWhole(history) ? cutOffAt(root, workflow) : undefined
  const beside = {
    history,
    artifacts: isWhole(history) ? await handedIn(root, artifacts ?? [], env) : [],
    ...(committed !== undefined && { committed }),
    ...(first && { cutOff: { first, advice: await bringBeginningBack(root, workflow, first, env) } }),
  }
  const look = () => everything(root, workflow, now, beside)
  const found = attempt(() => versionOf(root, workflow)) instanceof Failure ? look() : seeStill(root, workflow, look)
  return markOf(root, workflow) === mark ? found : everythingStill(examined)
}

function everything(
  root: string,
  workflow: Workflow,
  now: Date,
  beside: Omit<Sight, 'root' | 'workflow' | 'now' | 'saved'>,
): Finding[] {
  const isAtWork = () => {
    const holder = holderOf(root)
    return holder !== undefined && isAlive(holder, now)
  }
  const before = isAtWork()
  const saved = attempt(() => loadState(root, workflow))
  // Files of a newer version can be neither examined nor repaired.
  for (const found of [saved, beside.history]) if (isOfNewerLayout(found)) throw found
  const sight = { root, workflow, now, saved, ...beside }
  const found = checks.flatMap((check) => check(sight))
  return before || isAtWork() ? found.filter(({ code }) => !passing.includes(code)) : found
}

/** Files with the names of our folders, the outermost first, and non-files among ours. */
function inTheWay(root: string, workflow: Workflow): Finding[] {
  const isBlocked = (path: string) => !isFolder(root, path) && attempt(() => hasFile(root, path)) !== false
  const outermost = ['.ai', workflow.folder, local].find(isBlocked)
  const inner = [lockPath, nextPath(workflow), backupsPath(workflow), asidePath].filter(isBlocked)
  const deeper = [lockPath, nextPath(workflow)].flatMap((path) =>
    isFolder(root, path) ? foldersIn(root, path).map((name) => `${path}/${name}`) : [],
  )
  const wrong = outermost ? [outermost] : [...inner, ...deeper]
  return wrong.map((path) => {
    const what = isFolder(root, path) ? 'a file' : 'a folder'
    // Moves it to the root, out of our folders.
    const move = `mv ${path} ${basename(path)}-was-in-the-way`
    return finding('in-the-way', path, `${path} is in the way: ${what} should be there.`, move)
  })
}

function links({ root, workflow }: Pick<Sight, 'root' | 'workflow'>): Finding[] {
  const ofWork = [statePath(workflow), historyPath(workflow), ...Object.keys(workflow.probes)]
  const found = new Map<string, Finding>()
  for (const path of [...ofWork, lockPath, backupPath(backupsPath(workflow), 0), nextPath(workflow)]) {
    const { code, message, fix } = attempt(() => refuseLinks(root, [path])) ?? {}
    if (code !== 'link-outside' && code !== 'link-in-the-way') continue
    found.set(`${message}`, finding(code, path, `${message}`, fix))
  }
  return [...found.values()]
}

function state({ root, workflow, saved, history, committed }: Sight): Finding[] {
  const path = statePath(workflow)
  if (saved instanceof Failure) {
    const { code, message, fix, exitCode, line } = saved
    // An unreadable history has a separate finding.
    if (code === 'history-unreadable' || (history instanceof Failure && history.message === message)) return []
    if (exitCode !== exit.unreadable) return [finding('file-unreadable', path, message, fix)]
    const found = recoverState(root, workflow, isWhole(history) ? history.newest : [], committed)
    const [plan] = inWords(found)
    // List them before a repair continues without them.
    const missing = (found.missing ?? []).map(missingFile)
    if (code === 'state-removed') return [...missing, finding(code, path, message, undefined, plan)]
    const kind = code === 'merge-conflict' ? code : 'state-unreadable'
    const lost = finding(kind, path, message, undefined, `${plan}, and keeps the file`)
    return [...missing, atLine(line, lost)]
  }
  if (saved.relation === 'older') return [finding('state-older', path, `${path} is ${olderBy(saved.behind)}.`)]
  if (!areWhole(saved.history)) {
    return [finding('state-line-changed', path, `A line of the history in ${path} was changed.`)]
  }
  const edited = contextByHand(root, workflow, saved)
  if (!saved.byHand) return edited
  // A first state written by hand is a legal start.
  if (!workflow.recovery?.rebuild && (history instanceof Failure || history.lines === 0)) return edited
  const said = isRelabelled(saved)
    ? 'its last line was made by another layout or table.'
    : 'the history does not lead there.'
  const otherwise = workflow.recovery?.rebuild && repairsOf['context-by-hand']
  return [finding('state-by-hand', path, `${path} was changed by hand: ${said}`, undefined, otherwise), ...edited]
}

/** @returns the manual changes of a workflow's context, if any. Throws Failure if a backup cannot be read */
export function contextByHand(root: string, workflow: Workflow, saved: Saved): Finding[] {
  const path = statePath(workflow)
  const edited = findEditedContext(root, workflow, saved)
  if (!edited) return []
  const { keys, sealed } = edited
  const which = keys.length > 0 ? `: ${keys.join(', ')}` : ''
  const message = `The context in ${path} was changed by hand${which}.`
  const otherwise = repairsOf[workflow.recovery?.rebuild ? 'state-unreadable' : 'state-by-hand']
  return [finding('context-by-hand', path, message, undefined, sealed ? undefined : otherwise)]
}

function lines({ workflow, saved, history, cutOff }: Sight): Finding[] {
  const path = historyPath(workflow)
  if (history instanceof Failure && !(saved instanceof Failure && saved.code === 'history-unreadable')) {
    const code = ['not-a-file', 'too-large'].includes(history.code) ? 'history-unreadable' : 'file-unreadable'
    const advice = code === 'file-unreadable' ? history.fix : undefined
    return [finding(code, path, history.message, advice)]
  }
  const { broken, unchained, illegal, torn } = history instanceof Failure ? ({} as Partial<Chain>) : history
  const found: Finding[] = []
  const tell = (code: Code, what: string, advice?: string, line?: number) =>
    found.push(atLine(line, finding(code, path, what, advice)))
  if (broken !== undefined)
    tell('history-line-broken', `${path} line ${broken} is not a line of the history.`, undefined, broken)
  if (unchained !== undefined) {
    const what = `${path} line ${unchained} was changed, or a line before it, or one is missing.`
    tell('history-chain-broken', what, undefined, unchained)
  }
  if (found.length > 0) return found
  if (saved instanceof Failure && saved.code === 'history-unreadable') tell('history-unreadable', saved.message)
  if (found.length > 0) return found
  if (illegal !== undefined) {
    const what = `${path} line ${illegal} tells of a step that the workflow does not have.`
    tell('history-walk-illegal', what, 'spell history', illegal)
  }
  if (cutOff) {
    const before = saved instanceof Failure ? [] : linesBefore(workflow, cutOff.first, saved.history)
    const said = `The first lines of ${path} are missing.`
    const back = 'takes them from the state, and keeps the file'
    if (before.length > 0) found.push(finding('history-begins-midway', path, said, undefined, back))
    else tell('history-begins-midway', said, cutOff.advice)
  }
  if (torn) tell('history-torn', `The last line of ${path} was cut off.`)
  return found
}

function proofs({ root, workflow, saved }: Sight): Finding[] {
  if (saved instanceof Failure) return []
  const broken = attempt(() => brokenProofs(root, workflow, saved))
  if (broken instanceof Failure) return [finding('file-unreadable', proofsPath(workflow), broken.message, broken.fix)]
  return broken ? [atLine(broken.line, finding('proof-broken', proofsPath(workflow), broken.message))] : []
}

/** What an interrupted spell has left. */
function steps({ root, workflow, saved }: Sight): Finding[] {
  if (saved instanceof Failure || saved.byHand) return []
  const newest = saved.unlogged.at(-1)
  if (saved.archiving || saved.isNext)
    return [finding('step-unfinished', workflow.folder, 'A step was stopped half-way.')]
  if (newest && remainingOf(root, workflow, newest).length > 0) {
    return [finding('step-unfinished', workflow.folder, 'A step was stopped half-way.')]
  }
  if (newest) {
    const behind = finding('history-behind', historyPath(workflow), 'The state has lines that the history lacks.')
    return saved.tail?.fragment ? [] : [behind]
  }
  const names = attempt(() => leftoversIn(root, workflow))
  if (names instanceof Failure || names.length === 0) return []
  return [finding('leftovers', nextPath(workflow), 'A step that never came to be has left files.')]
}

function files({ root, workflow, saved, artifacts }: Sight): Finding[] {
  const unreadable: Finding[] = []
  const probe: Record<string, true | undefined> = {}
  for (const path of Object.keys(workflow.probes)) {
    const there = attempt(() => hasFile(root, path))
    if (there instanceof Failure) unreadable.push(finding('file-unreadable', path, there.message, there.fix))
    // A file that cannot be read is not missing.
    probe[path] = there === false ? undefined : true
  }
  if (saved instanceof Failure || saved.unlogged.length > 0 || saved.relation === 'older') return unreadable
  // A context changed by hand proves nothing about files.
  const known = workflow.recovery?.buildsOn && !findEditedContext(root, workflow, saved) ? saved.context : {}
  const missing = missingFiles(workflow, saved.current, probe, known).map(missingFile)
  const handed = artifacts.filter(({ where }) => !missing.some((file) => file.where === where))
  return [...unreadable, ...missing, ...handed]
}

const missingFile = (path: string): Finding => {
  const message = `${path} is missing, and the current state needs it.`
  return finding('file-missing', path, message, `git restore ${path}   # or write it again`)
}

function lock({ root, now }: Sight): Finding[] {
  if (!isLeftBehind(root, now)) return []
  const holder = holderOf(root)?.holder
  const who = holder ? ` of spell ${holder.act} (process ${holder.pid})` : ''
  return [finding('lock-stale', lockPath, `The lock${who} was left behind.`)]
}

function backups({ root, workflow }: Sight): Finding[] {
  if (attempt(() => namesIn(root, backupsPath(workflow))) instanceof Failure) return []
  return brokenBackups(root, workflow).map((path) =>
    finding('backup-unreadable', path, `${path} cannot be read as a state, or was changed by hand.`),
  )
}

function repairs({ root, workflow }: Sight): Finding[] {
  if (attempt(() => hasFile(root, repairsPath(workflow))) !== true) return []
  return [finding('repair-unfinished', repairsPath(workflow), 'A repair was stopped before the history recorded it.')]
}

function own({ root }: Sight): Finding[] {
  if (isIgnored(root)) return []
  return [finding('local-not-ignored', local, `${local} is for this copy alone, and git does not ignore it.`)]
}

/** Archived texts that were changed: a merge may have applied edits from another path to them. */
async function archives({ root, env }: Examined, changed: readonly ChangedArchive[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { path, digest } of changed.flatMap(({ texts }) => texts)) {
    const advice = (await bringTextBack(root, path, digest, env)) ?? `git log --oneline -- ${quoted(path)}`
    found.push(finding('archived-file-changed', path, `${path} was changed after it was archived.`, advice))
  }
  return found
}

async function settings(root: string, env: Environment): Promise<Finding[]> {
  const found = await attemptAsync(() => loadSettings(root, env))
  if (!(found instanceof Failure)) return []
  return [atLine(found.line, finding('settings-wrong', settingsPath, found.message, found.fix))]
}
