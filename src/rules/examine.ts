import { asideCommand } from '../disk/aside-command'
import { leftoversIn } from '../disk/leftovers'
import { refuseLinks } from '../disk/links'
import { asidePath, backupPath, backupsPath, isIgnored, local, lockPath, nextPath } from '../disk/local'
import { holderOf, isAlive, isLeftBehind } from '../disk/lock/holder'
import { foldersIn, hasFile, isFolder, namesIn, readText } from '../disk/read'
import { attempt, attemptAsync, exit, Failure, ifPossible } from '../failure/failure'
import { missingFiles as lacking } from '../flows/missing-files'
import { keptIn } from '../flows/own/kept-name'
import { committedText } from '../git/committed'
import { conflictIn, markerIn } from '../markdown/merge-markers'
import { commandsAtHand } from '../proof/consent/commands-at-hand'
import { type Environment, loadSettings, settingsPath } from '../settings/settings'
import { areWhole, type Chain } from '../work/history/chain'
import { type Followed, followArtifacts, isWhole, markOf } from '../work/history/followed'
import { historyPath, statePath, transitionToday } from '../work/history/history-line'
import { isOfNewerLayout } from '../work/history/layout'
import { repairsPath } from '../work/history/repairs'
import { firstEntryOf } from '../work/history/work-id'
import { brokenBackups, findEditedContext } from '../work/state/edited-context'
import { probeFile } from '../work/state/probe'
import { isRelabelled, olderBy } from '../work/state/relation'
import type { Saved } from '../work/state/state'
import { remainingOf } from '../work/state/unfinished'
import type { Work } from '../work/work'
import { recoverState, recoveryText } from './doctor/recover'
import {
  bringTextsBack,
  type Code,
  type Finding,
  finding,
  intoPlace,
  type Place,
  repairs as repairsOf,
  searchAll,
} from './finding'
import { brokenProofs, damageOf, missingBeginning, type NamedProof, type Telling } from './history-rules'
import { type Archived, keptAsTheyWere } from './kept-files'

/** What is known of a history that was followed already. */
export interface Known extends Followed {
  readonly named: readonly NamedProof[]
}

/** What the rules see. */
interface Sight extends Telling {
  readonly work: Work
  readonly saved: Saved | Failure
  readonly history: Chain | Failure
  readonly artifacts: readonly Archived[]
  readonly known?: Known
  readonly committed?: string
}

/**
 * Examines every file of a piece of work that is not archived, for `spell doctor` and `spell check`. Only reads, and works
 * even if nothing else does. Repeated until no other process has changed anything meanwhile.
 *
 * @param known its history, if it was read already
 */
export async function examine(work: Work, telling: Telling, known?: Known): Promise<Finding[]> {
  const lost = definitionLost(work)
  if (lost) return [lost]
  const blocked = inTheWay(work)
  // If a file has the name of a folder, nothing more can be found.
  if (blocked.some(({ where }) => !where.startsWith(`${local}/`))) return blocked
  const found = await everythingStill(work, telling, known)
  const others = found.filter(({ where }) => !blocked.some((block) => `${block.where}/`.startsWith(`${where}/`)))
  return [...blocked, ...others]
}

/** Without the definition that it goes by, nothing else of a piece of work means anything. */
export function definitionLost(work: Work): Finding | undefined {
  const read = attempt(() => work.saved)
  const isLost = read instanceof Failure && read.code.startsWith('definition-')
  return isLost ? finding('definition-changed', keptIn(work.folder), read.message, read.fix) : undefined
}

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

async function everythingStill(work: Work, telling: Telling, known?: Known): Promise<Finding[]> {
  const { root, flow } = work
  const isAtWork = () => {
    const holder = holderOf(root)
    return holder !== undefined && isAlive(holder, telling.now)
  }
  const before = isAtWork()
  const isKnown = known?.mark === markOf(work)
  const followed = isKnown ? { artifacts: [], ...known } : await followArtifacts(work)
  const { history, mark, artifacts } = followed
  const saved = attempt(() => work.saved)
  // Files of a newer version can be neither examined nor repaired.
  for (const read of [saved, history]) if (isOfNewerLayout(read)) throw read
  const isLost = flow.recovery?.rebuild && saved instanceof Failure
  const committed = isLost ? await committedText(root, statePath(flow), telling.env) : undefined
  const sight: Sight = {
    ...telling,
    work,
    saved,
    history,
    // A check asks for what was handed in with all that was archived.
    artifacts: isWhole(history) ? artifacts : [],
    ...(isKnown && { known }),
    ...(committed !== undefined && { committed }),
  }
  const found: Finding[] = []
  for (const rule of [links, state, lines, proofs, steps, marked, files, written, lock, backups, repairs, own])
    found.push(...(await rule(sight)))
  if (markOf(work) !== mark) return everythingStill(work.reread(), telling)
  return before || isAtWork() ? found.filter(({ code }) => !passing.includes(code)) : found
}

/** Files with the names of our folders, the outermost first, and non-files among ours. */
function inTheWay({ root, flow }: Work): Finding[] {
  const isBlocked = (path: string) => !isFolder(root, path) && attempt(() => hasFile(root, path)) !== false
  const outermost = ['.ai', flow.folder, local].find(isBlocked)
  const inner = [lockPath, nextPath(flow), backupsPath(flow), asidePath].filter(isBlocked)
  const deeper = [lockPath, nextPath(flow)].flatMap((path) =>
    isFolder(root, path) ? foldersIn(root, path).map((name) => `${path}/${name}`) : [],
  )
  const wrong = outermost ? [outermost] : [...inner, ...deeper]
  return wrong.map((path) => {
    const what = isFolder(root, path) ? 'a file' : 'a folder'
    return finding('in-the-way', path, `${path} is in the way: ${what} should be there.`, asideCommand(root, path))
  })
}

function links({ work: { root, flow } }: Sight): Finding[] {
  const ofWork = [statePath(flow), historyPath(flow), ...Object.keys(flow.probes)]
  const found = new Map<string, Finding>()
  for (const path of [...ofWork, lockPath, backupPath(backupsPath(flow), 0), nextPath(flow)]) {
    const { code, message, fix } = attempt(() => refuseLinks(root, [path])) ?? {}
    if (code !== 'link-outside' && code !== 'link-in-the-way') continue
    found.set(`${message}`, finding(code, path, `${message}`, fix))
  }
  return [...found.values()]
}

async function state({ work, env, saved, history, committed, title }: Sight): Promise<Finding[]> {
  const { root, flow } = work
  const path = statePath(flow)
  if (saved instanceof Failure) {
    const { code, message, fix, exitCode, line } = saved
    // An unreadable history has a separate finding.
    if (code === 'history-unreadable' || (history instanceof Failure && history.message === message)) return []
    if (exitCode !== exit.unreadable) return [finding('file-unreadable', path, message, fix)]
    const found = recoverState(work, isWhole(history) ? history.newest : [], committed)
    const [plan] = recoveryText(found)
    // List them before a repair continues without them.
    const missing = await missingFiles(root, found.missing ?? [], env)
    if (code === 'state-removed') return [...missing, finding(code, path, message, undefined, plan)]
    const kind = code === 'merge-conflict' ? code : 'state-unreadable'
    const place = { where: path, ...(line !== undefined && { line }) }
    return [...missing, finding(kind, place, message, undefined, `${plan}, and keeps the file`)]
  }
  if (saved.relation === 'older') return [finding('state-older', path, `${path} is ${olderBy(saved.behind)}.`)]
  if (!areWhole(saved.history))
    return [finding('state-line-changed', path, `A line of the history in ${path} was changed.`)]
  const edited = contextByHand(work, saved)
  if (!saved.byHand) return edited
  // A first state written by hand is a legal start.
  if (!flow.recovery?.rebuild && (history instanceof Failure || history.lines === 0)) return edited
  const otherwise = flow.recovery?.rebuild && repairsOf['context-by-hand']
  const message = movedByHand(work, saved, title)
  return [finding('state-by-hand', placeOfState(work), message, undefined, otherwise), ...edited]
}

function movedByHand({ flow }: Work, saved: Saved, title: Telling['title']): string {
  if (isRelabelled(saved))
    return `${statePath(flow)} was changed by hand: its last line was made by another layout or table.`
  const newest = saved.history.at(-1)
  const led = newest
    ? `its history leads to “${title(transitionToday(flow.definition, newest).to)}”`
    : 'it has lost its lines of the history'
  const said = `The state was changed by hand: it says “${title(saved.current)}”, but ${led}`
  return `${said}, and ${historyPath(flow)} does not lead there.`
}

/** @returns the place of the state's name in the state file; without a line if that is unknown */
export function placeOfState({ root, flow }: Work): Place {
  const where = statePath(flow)
  const lines = (ifPossible(() => readText(root, where)) ?? '').split('\n')
  const index = lines.findIndex((line) => line.includes('"current_state"'))
  return { where, ...(index >= 0 && { line: index + 1 }) }
}

function contextByHand({ root, flow }: Work, saved: Saved): Finding[] {
  const path = statePath(flow)
  const edited = findEditedContext(root, flow, saved)
  if (!edited) return []
  const { keys, sealed } = edited
  const which = keys.length > 0 ? `: ${keys.join(', ')}` : ''
  const message = `The context in ${path} was changed by hand${which}.`
  const otherwise = repairsOf[flow.recovery?.rebuild ? 'state-unreadable' : 'state-by-hand']
  return [finding('context-by-hand', path, message, undefined, sealed ? undefined : otherwise)]
}

async function lines({ work, saved, history, known, ...telling }: Sight): Promise<Finding[]> {
  const path = historyPath(work.flow)
  const isUnreadable = saved instanceof Failure && saved.code === 'history-unreadable'
  if (history instanceof Failure) {
    if (isUnreadable) return [finding(saved.code as Code, path, saved.message)]
    const code = ['not-a-file', 'too-large'].includes(history.code) ? 'history-unreadable' : 'file-unreadable'
    return [finding(code, path, history.message, code === 'file-unreadable' ? history.fix : undefined)]
  }
  const damage = damageOf(work, history, telling)
  if (!isWhole(history)) return damage
  if (isUnreadable) return [finding('history-unreadable', path, saved.message)]
  const torn = history.torn ? [finding('history-torn', path, `The last line of ${path} was cut off.`)] : []
  // A first state written by hand is a legal start; a check asks how the work began.
  const mayLack = known !== undefined || firstEntryOf(work)?.previous !== undefined
  return [...damage, ...(mayLack ? await missingBeginning(work, telling) : []), ...torn]
}

async function proofs({ work, saved, known, env }: Sight): Promise<Finding[]> {
  const broken = saved instanceof Failure && !known ? undefined : await brokenProofs(work, { env }, known?.named)
  return broken ? [broken] : []
}

/** What an interrupted spell has left. */
function steps({ work: { root, flow }, saved }: Sight): Finding[] {
  if (saved instanceof Failure || saved.byHand) return []
  const newest = saved.unlogged.at(-1)
  if (saved.archiving || saved.isNext || (newest && remainingOf(root, flow, newest).length > 0))
    return [finding('step-unfinished', flow.folder, 'A step was stopped half-way.')]
  if (newest) {
    const lost = saved.unlogged.length
    const which = lost === 1 ? 'the last line that the state has' : `the last ${lost} lines that the state has`
    const path = historyPath(flow)
    const message = `${path} lacks ${which}: a spell was stopped, or they were taken out.`
    return saved.tail?.fragment ? [] : [finding('history-behind', path, message)]
  }
  const { length = 0 } = ifPossible(() => leftoversIn(root, flow)) ?? []
  return length === 0 ? [] : [finding('leftovers', nextPath(flow), 'A step that never came to be has left files.')]
}

async function files({ work, env, saved, artifacts }: Sight): Promise<Finding[]> {
  const { root, flow } = work
  const unreadable: Finding[] = []
  const probe: Record<string, true | undefined> = {}
  for (const [path, need] of Object.entries(flow.probes)) {
    const there = attempt(() => {
      probeFile(root, path, need)
      return hasFile(root, path)
    })
    if (there instanceof Failure) unreadable.push(finding('file-unreadable', path, there.message, there.fix))
    // A file that cannot be read is not missing.
    probe[path] = there === false ? undefined : true
  }
  if (saved instanceof Failure || saved.unlogged.length > 0 || saved.relation === 'older') return unreadable
  // A context changed by hand proves nothing about files.
  const context = flow.recovery?.buildsOn && !findEditedContext(root, flow, saved) ? saved.context : {}
  const missing = await missingFiles(root, lacking(flow, saved.current, probe, context), env)
  const handed = await handedIn(root, artifacts, env)
  return [...unreadable, ...missing, ...handed.filter(({ where }) => !missing.some((file) => file.where === where))]
}

/** What is meant to be a criterion, a command or a name, and is none; what the settings ask for is theirs. */
async function written({ work, saved }: Sight): Promise<Finding[]> {
  // A context changed by hand has no form that one can rely on.
  if (saved instanceof Failure || findEditedContext(work.root, work.flow, saved)) return []
  const { file = '', faultIn } = work.flow.effects?.naming ?? {}
  const named = await faultIn?.(ifPossible(() => readText(work.root, file)) ?? '')
  const misnamed = named ? [{ ...named, place: `${file}:${named.line}`, example: named.fix }] : []
  const { faults } = ifPossible(() => commandsAtHand(work, { always: [] })) ?? { faults: [] }
  return [...faults, ...misnamed].map(({ place, message, fix, example = fix }) => {
    const [, where = statePath(work.flow), line] = /^(.*):(\d+)$/.exec(place) ?? []
    const at = line === undefined ? where : { where, line: Number(line) }
    return finding('plan-not-understood', at, line === undefined ? `${place}: ${message}` : message, example)
  })
}

/** A file that a merge was committed in as git left it: nobody has chosen what it says. */
function marked({ work: { root, flow } }: Sight): Finding[] {
  return Object.keys({ ...flow.probes, ...flow.files?.guides }).flatMap((path) => {
    const text = ifPossible(() => readText(root, path)) ?? ''
    // Results have what programs print, such as a line of these signs.
    const isPrinted = flow.probes[path] === 'content' && !text.includes('<<<<<<< ')
    const line = isPrinted ? undefined : markerIn(text)
    if (line === undefined) return []
    const fix = `Choose between the two sides in ${path}, and take the lines of the markers out.`
    return [finding('merge-conflict', { where: path, line }, conflictIn(path), fix, '')]
  })
}

const missingFiles = (root: string, paths: readonly string[], env: Environment): Promise<Finding[]> =>
  Promise.all(
    paths.map(async (path) => {
      const isKnown = (await committedText(root, path, env)) !== undefined
      const fix = isKnown
        ? `${intoPlace(root, [path], `git restore --source=HEAD -- ${path}`)}   # or write it again`
        : 'spell lumos   # git does not have it: write it again'
      return finding('file-missing', path, `${path} is missing, and the current state needs it.`, fix)
    }),
  )

/** Artifacts that were changed after they were handed in. */
async function handedIn(root: string, artifacts: readonly Archived[], env: Environment): Promise<readonly Finding[]> {
  const { changed, missing } = await keptAsTheyWere(root, artifacts, env)
  const found = [...changed]
  for (const { path, digest } of missing) {
    const fix = (await bringTextsBack(root, [{ path, digest }], env)) ?? searchAll(path)
    found.push(finding('file-missing', path, `${path} was handed in, and is gone.`, fix))
  }
  return found
}

function lock({ work: { root }, now }: Sight): Finding[] {
  if (!isLeftBehind(root, now)) return []
  const holder = holderOf(root)?.holder
  const who = holder ? ` of spell ${holder.act} (process ${holder.pid})` : ''
  return [finding('lock-stale', lockPath, `The lock${who} was left behind.`)]
}

function backups({ work: { root, flow } }: Sight): Finding[] {
  if (attempt(() => namesIn(root, backupsPath(flow))) instanceof Failure) return []
  return brokenBackups(root, flow).map((path) =>
    finding('backup-unreadable', path, `${path} cannot be read as a state, or was changed by hand.`),
  )
}

function repairs({ work: { root, flow } }: Sight): Finding[] {
  if (attempt(() => hasFile(root, repairsPath(flow))) !== true) return []
  return [finding('repair-unfinished', repairsPath(flow), 'A repair was stopped before the history recorded it.')]
}

function own({ work: { root } }: Sight): Finding[] {
  if (isIgnored(root)) return []
  return [finding('local-not-ignored', local, `${local} is for this copy alone, and git does not ignore it.`)]
}

/** Checks that the settings have no mistake. */
export async function settingsRight(root: string, env: Environment): Promise<Finding[]> {
  const found = await attemptAsync(() => loadSettings(root, env))
  if (!(found instanceof Failure)) return []
  const { line, message, fix } = found
  return [finding('settings-wrong', { where: settingsPath, ...(line !== undefined && { line }) }, message, fix)]
}
