import { attempt, exit, Failure } from './failure'
import { type Finding, finding } from './finding'
import { readBackup } from './store/backup'
import { areWhole, type Chain, followHistory } from './store/chain'
import { sidesOf } from './store/conflict'
import { leftoversIn } from './store/leftovers'
import { refuseLinks } from './store/links'
import { backupNumber, backupPath, backupsPath, local, lockPath, nextPath } from './store/local'
import { holderOf, isAlive } from './store/lock'
import { probeFiles } from './store/probe'
import { isThere, namesIn, readText } from './store/read'
import { loadSettings, settingsPath } from './store/settings'
import { historyPath, loadState, type Saved, statePath } from './store/state'
import { remainingOf } from './store/unfinished'
import { missingFiles } from './workflows/missing-files'
import type { Workflow } from './workflows/workflow'

/** What several checks look at. */
interface Sight {
  readonly root: string
  readonly workflow: Workflow
  readonly saved: Saved | Failure
  /** Absent where it cannot even be read. */
  readonly history: Chain | undefined
}

/**
 * Looks at everything that `spell` keeps in a root. Reads only, and works where nothing else does.
 *
 * @param root absolute
 * @param env the process's environment, for the settings
 * @param now to tell how old a lock is
 * @returns what was found; nothing where all is well
 */
export async function examine(
  root: string,
  workflow: Workflow,
  env: Readonly<Record<string, string | undefined>>,
  now: Date,
): Promise<Finding[]> {
  const followed = attempt(() => followHistory(root, workflow))
  const history = followed instanceof Failure ? undefined : followed
  const sight = { root, workflow, saved: attempt(() => loadState(root, workflow)), history }
  return [
    ...links(sight),
    ...state(sight),
    ...lines(sight),
    ...steps(sight),
    ...files(sight),
    ...lock(root, now),
    ...backups(sight),
    ...own(root),
    ...(await settings(root, env)),
  ]
}

function links({ root, workflow }: Sight): Finding[] {
  const { probes } = workflow
  const ours = [statePath(workflow), historyPath(workflow), ...Object.keys(probes), lockPath, backupPath(0), nextPath]
  const found = new Map<string, Finding>()
  for (const path of ours) {
    const failure = attempt(() => refuseLinks(root, [path]))
    if (!(failure instanceof Failure) || (failure.code !== 'link-outside' && failure.code !== 'link-in-the-way'))
      continue
    found.set(failure.message, finding(failure.code, path, failure.message, 'Put a folder or a file of its own there.'))
  }
  return [...found.values()]
}

function state({ root, workflow, saved, history }: Sight): Finding[] {
  const path = statePath(workflow)
  if (saved instanceof Failure) {
    const { code, message, fix, exitCode } = saved
    if (code === 'history-unreadable') return []
    if (exitCode !== exit.unreadable) return [finding('file-unreadable', path, message, fix)]
    if (isInConflict(root, path)) return [finding('state-conflict', path, `git has left conflict markers in ${path}.`)]
    return [finding(code === 'state-removed' ? code : 'state-unreadable', path, message)]
  }
  if (!areWhole(saved.history.filter(({ digest }) => digest !== undefined))) {
    return [finding('state-line-changed', path, `A line of the history in ${path} was changed.`)]
  }
  // A first state, written by hand, is how work may begin.
  if (!saved.byHand || !history?.lines) return []
  return [finding('state-by-hand', path, `${path} was changed by hand: the history does not lead there.`)]
}

function lines({ root, workflow, saved, history }: Sight): Finding[] {
  const path = historyPath(workflow)
  const { broken, unchained, illegal, torn } = history ?? {}
  if (broken !== undefined && isInConflict(root, path)) {
    return [finding('history-conflict', path, `git has left conflict markers in ${path}.`)]
  }
  const damage = [
    broken !== undefined &&
      finding('history-line-broken', path, `${path} line ${broken} is not a line of the history.`),
    unchained !== undefined &&
      finding(
        'history-chain-broken',
        path,
        `${path} line ${unchained} was changed, or a line before it, or one is missing.`,
      ),
  ].filter((found) => found !== false)
  if (damage.length > 0) return damage
  if (saved instanceof Failure && saved.code === 'history-unreadable') {
    return [finding('history-unreadable', path, saved.message)]
  }
  return [
    illegal !== undefined &&
      finding(
        'history-walk-illegal',
        path,
        `${path} line ${illegal} tells of a step that the workflow does not have.`,
        'spell history',
      ),
    torn && finding('history-torn', path, `The last line of ${path} was cut off.`),
  ].filter((found) => found !== false && found !== undefined)
}

const isInConflict = (root: string, path: string): boolean => {
  const text = attempt(() => readText(root, path))
  return typeof text === 'string' && sidesOf(text) !== undefined
}

/** What a spell that was stopped has left. */
function steps({ root, workflow, saved }: Sight): Finding[] {
  if (saved instanceof Failure || saved.byHand) return []
  const newest = saved.unlogged.at(-1)
  if (newest && remainingOf(root, workflow, newest).length > 0) {
    return [finding('step-unfinished', workflow.folder, 'A step was stopped half-way.')]
  }
  if (newest) {
    const behind = finding('history-behind', historyPath(workflow), 'The state has lines that the history lacks.')
    return saved.tail?.fragment ? [] : [behind]
  }
  const left = finding('leftovers', nextPath, 'A step that never came to be has left files.')
  return leftoversIn(root).length === 0 ? [] : [left]
}

function files({ root, workflow, saved }: Sight): Finding[] {
  const probe = attempt(() => probeFiles(root, workflow.probes))
  if (probe instanceof Failure) return [finding('file-unreadable', workflow.folder, probe.message, probe.fix)]
  if (saved instanceof Failure || saved.unlogged.length > 0) return []
  return missingFiles(workflow, saved.current, probe).map((path) =>
    finding(
      'file-missing',
      path,
      `${path} is missing where the work stands now.`,
      `git restore ${path}   # or write it again`,
    ),
  )
}

function lock(root: string, now: Date): Finding[] {
  const found = holderOf(root)
  if (found ? isAlive(found, now) : !isThere(root, lockPath)) return []
  const who = found?.holder ? ` of spell ${found.holder.act} (process ${found.holder.pid})` : ''
  return [finding('lock-stale', lockPath, `The lock${who} was left behind.`)]
}

function backups({ root, workflow }: Sight): Finding[] {
  const names = attempt(() => namesIn(root, backupsPath))
  if (names instanceof Failure) return []
  return names
    .map((name) => `${backupsPath}/${name}`)
    .filter((path) => !(backupPath(backupNumber(path)) === path && readBackup(root, workflow, backupNumber(path))))
    .map((path) => finding('backup-unreadable', path, `${path} cannot be read as a state.`))
}

function own(root: string): Finding[] {
  if (!isThere(root, local) || isThere(root, `${local}/.gitignore`)) return []
  return [finding('local-not-ignored', local, `${local} is for this copy alone, and git does not ignore it.`)]
}

async function settings(root: string, env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  try {
    await loadSettings(root, env)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [finding('settings-wrong', settingsPath, error.message, error.fix)]
  }
}
