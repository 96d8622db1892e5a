import { asideCommand } from '../disk/aside-command'
import { asidePath, backupsPath, local, lockPath, nextPath } from '../disk/local'
import { holderOf, isAlive, isLeftBehind } from '../disk/lock/holder'
import { isIgnored } from '../disk/make-local'
import { foldersIn, hasFile, isFolder, readText } from '../disk/read'
import { committedText } from '../git/committed'
import { currentCommands } from '../proof/consent/current-commands'
import { attempt, Failure, ifPossible } from '../text/failure'
import type { Chain } from '../work/history/chain'
import { type Followed, followArtifacts, isWhole, markOf } from '../work/history/followed'
import { statePath } from '../work/history/history-line'
import { isOfNewerLayout } from '../work/history/layout'
import { repairsPath } from '../work/history/repairs'
import { findEditedContext } from '../work/state/edited-context'
import type { Saved } from '../work/state/state'
import type { Work } from '../work/work'
import { definitionPath } from '../workflows/own/stored-name'
import { findFileFaults, findLinks, findMergeMarkers, type KeptFile } from './file-rules'
import { type Code, type Finding, finding } from './finding'
import { findLineDamage, findProofDamage, type NamedProof, type RuleContext } from './history-rules'
import { findBrokenBackups, findStateFaults, findUnfinishedSteps } from './state-rules'

/** What is known of a history that was followed already. */
export interface KnownHistory extends Followed {
  readonly named: readonly NamedProof[]
}

/** What the rules see. */
export interface Evidence extends RuleContext {
  readonly work: Work
  readonly saved: Saved | Failure
  readonly history: Chain | Failure
  readonly artifacts: readonly KeptFile[]
  readonly known?: KnownHistory
  readonly committed?: string
}

/**
 * Examines every file of a piece of work that is not archived, for `spell doctor` and `spell check`. Only reads, and works
 * even if nothing else does. Repeated until no other process has changed anything meanwhile.
 *
 * @param known its history, if it was read already
 */
export async function examine(work: Work, telling: RuleContext, known?: KnownHistory): Promise<Finding[]> {
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
  return isLost ? finding('definition-changed', definitionPath(work.folder), read.message, read.fix) : undefined
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

/** In the order in which their findings are told. */
const rules: readonly ((evidence: Evidence) => readonly Finding[] | Promise<readonly Finding[]>)[] = [
  findLinks,
  findStateFaults,
  findLineDamage,
  findProofDamage,
  findUnfinishedSteps,
  findMergeMarkers,
  findFileFaults,
  findNotUnderstood,
  findDeadLock,
  findBrokenBackups,
  findStoppedRepair,
  findLocalNotIgnored,
]

async function everythingStill(work: Work, telling: RuleContext, known?: KnownHistory): Promise<Finding[]> {
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
  const isLost = flow.memory.rebuild && saved instanceof Failure
  const committed = isLost ? await committedText(telling.git, statePath(flow)) : undefined
  const sight: Evidence = {
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
  for (const rule of rules) found.push(...(await rule(sight)))
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

/** What is meant to be a criterion, a command or a name, and is none; what the settings ask for is theirs. */
async function findNotUnderstood({ work, saved }: Evidence): Promise<Finding[]> {
  // A context changed by hand has no form that one can rely on.
  if (saved instanceof Failure || findEditedContext(work.root, work.flow, saved)) return []
  const { file = '', faultIn } = work.flow.effects.naming ?? {}
  const named = await faultIn?.(ifPossible(() => readText(work.root, file)) ?? '')
  const misnamed = named ? [{ ...named, place: `${file}:${named.line}`, example: named.fix }] : []
  const { faults } = ifPossible(() => currentCommands(work, { always: [] })) ?? { faults: [] }
  return [...faults, ...misnamed].map(({ place, message, fix, example = fix }) => {
    const [, where = statePath(work.flow), line] = /^(.*):(\d+)$/.exec(place) ?? []
    const at = line === undefined ? where : { where, line: Number(line) }
    return finding('plan-not-understood', at, line === undefined ? `${place}: ${message}` : message, example)
  })
}

/** The lock of a process that is no more. */
function findDeadLock({ work: { root }, now }: Evidence): Finding[] {
  if (!isLeftBehind(root, now)) return []
  const holder = holderOf(root)?.holder
  const who = holder ? ` of spell ${holder.act} (process ${holder.pid})` : ''
  return [finding('lock-stale', lockPath, `The lock${who} was left behind.`)]
}

/** A repair that was interrupted. */
function findStoppedRepair({ work: { root, flow } }: Evidence): Finding[] {
  if (attempt(() => hasFile(root, repairsPath(flow))) !== true) return []
  return [finding('repair-unfinished', repairsPath(flow), 'A repair was stopped before the history recorded it.')]
}

/** What belongs to one working copy, and would be committed. */
function findLocalNotIgnored({ work: { root } }: Evidence): Finding[] {
  if (isIgnored(root)) return []
  return [finding('local-not-ignored', local, `${local} is for this copy alone, and git does not ignore it.`)]
}
