import { attempt, exit, Failure } from './failure'
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

/** Something that is not as it should be. */
export interface Finding {
  /** Stable, kebab-case; docs/cli.md has them all. */
  readonly code: string
  /** The file, relative to the root. */
  readonly where: string
  /** What is wrong, a sentence. */
  readonly message: string
  /** What `--fix` does about it, to complete "it"; absent where only a person can. */
  readonly repair?: string
  /** What a person can do. */
  readonly advice?: string
}

/**
 * Looks at everything that `spell` keeps in a root. Reads only, and works where nothing else does.
 *
 * @param root absolute
 * @param env the process's environment, for the settings
 * @param now to tell how old a lock is
 * @returns what was found, the worst first; nothing where all is well
 */
export async function examine(
  root: string,
  workflow: Workflow,
  env: Readonly<Record<string, string | undefined>>,
  now: Date,
): Promise<Finding[]> {
  const history = followedHistory(root, workflow)
  return [
    ...links(root, workflow),
    ...state(root, workflow, history),
    ...chain(root, workflow, history),
    ...steps(root, workflow),
    ...files(root, workflow),
    ...lock(root, now),
    ...backups(root, workflow),
    ...own(root),
    ...(await settings(root, env)),
  ]
}

/** Where it cannot even be read, what is found in the state says so. */
function followedHistory(root: string, workflow: Workflow): Chain | undefined {
  const found = attempt(() => followHistory(root, workflow))
  return found instanceof Failure ? undefined : found
}

const loaded = (root: string, workflow: Workflow): Saved | Failure => attempt(() => loadState(root, workflow))

function links(root: string, workflow: Workflow): Finding[] {
  const ours = [
    statePath(workflow),
    historyPath(workflow),
    ...Object.keys(workflow.probes),
    lockPath,
    `${backupsPath}/x`,
    nextPath,
  ]
  const found = new Map<string, Finding>()
  for (const path of ours) {
    const failure = attempt(() => refuseLinks(root, [path]))
    if (!(failure instanceof Failure) || !failure.code.startsWith('link-')) continue
    const advice = 'Put a folder or a file of its own there.'
    found.set(failure.message, { code: failure.code, where: path, message: failure.message, advice })
  }
  return [...found.values()]
}

function state(root: string, workflow: Workflow, history: Chain | undefined): Finding[] {
  const path = statePath(workflow)
  const saved = loaded(root, workflow)
  if (saved instanceof Failure) {
    if (saved.code === 'history-unreadable') return []
    if (saved.exitCode !== exit.unreadable)
      return [{ code: saved.code, where: path, message: saved.message, advice: saved.fix }]
    const text = attempt(() => readText(root, path))
    const inConflict = typeof text === 'string' && sidesOf(text) !== undefined
    const code = inConflict ? 'state-conflict' : saved.code
    const message = inConflict ? `git has left conflict markers in ${path}.` : saved.message
    return [
      {
        code,
        where: path,
        message,
        repair: inConflict ? 'keeps the side of this branch' : 'finds out where the work stands',
      },
    ]
  }
  if (!areWhole(saved.history.filter(({ digest }) => digest !== undefined))) {
    const message = `${path} has a line of the history that was changed.`
    return [
      {
        code: 'state-line-changed',
        where: path,
        message,
        repair: 'takes the lines from the history, and keeps the file',
      },
    ]
  }
  // A first state, written by hand, is how work may begin.
  if (!saved.byHand || !history || history.lines === 0) return []
  const message = `${path} was changed by hand: the history does not lead there.`
  return [{ code: 'state-by-hand', where: path, message, repair: 'adds a line to the history that says so' }]
}

function chain(root: string, workflow: Workflow, history: Chain | undefined): Finding[] {
  const path = historyPath(workflow)
  const text = history?.broken === undefined ? undefined : attempt(() => readText(root, path))
  if (typeof text === 'string' && sidesOf(text)) {
    const message = `git has left conflict markers in ${path}.`
    return [
      {
        code: 'history-conflict',
        where: path,
        message,
        repair: 'keeps the lines of this branch, and names the last one of the other',
      },
    ]
  }
  const anew = 'keeps the file beside the work, and begins a new history that names it'
  const found: Finding[] = []
  if (history?.broken !== undefined) {
    found.push({
      code: 'history-line-broken',
      where: path,
      message: `${path} line ${history.broken} is not a line of the history.`,
      repair: anew,
    })
  }
  if (history?.unchained !== undefined) {
    found.push({
      code: 'history-chain-broken',
      where: path,
      message: `${path} line ${history.unchained} does not follow the line before: one of them was changed, or one is missing.`,
      repair: anew,
    })
  }
  if (history?.illegal !== undefined && history.unchained === undefined && history.broken === undefined) {
    const advice = 'spell history'
    found.push({
      code: 'history-walk-illegal',
      where: path,
      message: `${path} line ${history.illegal} tells of a step that the workflow does not have.`,
      advice,
    })
  }
  const saved = loaded(root, workflow)
  const unreadable = saved instanceof Failure && saved.code === 'history-unreadable'
  if (unreadable && found.length === 0)
    found.push({ code: saved.code, where: path, message: saved.message, repair: anew })
  if (history?.torn && !unreadable) {
    found.push({
      code: 'history-torn',
      where: path,
      message: `The last line of ${path} was cut off.`,
      repair: 'completes it from the state, or sets it aside',
    })
  }
  return found
}

/** What a spell that was stopped has left; the next one would do the same. */
function steps(root: string, workflow: Workflow): Finding[] {
  const saved = loaded(root, workflow)
  if (saved instanceof Failure || saved.byHand) return []
  const newest = saved.unlogged.at(-1)
  if (newest && remainingOf(root, workflow, newest).length > 0) {
    return [
      {
        code: 'step-unfinished',
        where: workflow.folder,
        message: 'A step was stopped half-way.',
        repair: 'finishes it, as the next spell would',
      },
    ]
  }
  if (newest && !saved.tail?.fragment) {
    return [
      {
        code: 'history-behind',
        where: historyPath(workflow),
        message: 'The state has lines that the history lacks.',
        repair: 'adds them to the history',
      },
    ]
  }
  return newest || leftoversIn(root).length === 0
    ? []
    : [
        {
          code: 'leftovers',
          where: nextPath,
          message: 'A step that never came to be has left files.',
          repair: 'removes them',
        },
      ]
}

function files(root: string, workflow: Workflow): Finding[] {
  const saved = loaded(root, workflow)
  const probe = attempt(() => probeFiles(root, workflow.probes))
  if (probe instanceof Failure)
    return [{ code: probe.code, where: workflow.folder, message: probe.message, advice: probe.fix }]
  if (saved instanceof Failure || saved.unlogged.length > 0) return []
  return missingFiles(workflow, saved.current, probe).map((where) => ({
    code: 'file-missing',
    where,
    message: `${where} is missing where the work stands now.`,
    advice: `git restore ${where}   # or write it again`,
  }))
}

function lock(root: string, now: Date): Finding[] {
  const found = holderOf(root)
  if (!found || isAlive(found, now)) return []
  const who = found.holder ? ` of spell ${found.holder.act} (process ${found.holder.pid})` : ''
  return [
    {
      code: 'lock-stale',
      where: lockPath,
      message: `The lock${who} was left behind.`,
      repair: 'takes it away, as the next spell would',
    },
  ]
}

function backups(root: string, workflow: Workflow): Finding[] {
  const names = attempt(() => namesIn(root, backupsPath))
  if (names instanceof Failure) return []
  return names
    .map((name) => `${backupsPath}/${name}`)
    .filter((path) => !(backupPath(backupNumber(path)) === path && readBackup(root, workflow, backupNumber(path))))
    .map((where) => ({
      code: 'backup-unreadable',
      where,
      message: `${where} cannot be read as a state.`,
      repair: 'sets it aside',
    }))
}

function own(root: string): Finding[] {
  if (!isThere(root, local) || isThere(root, `${local}/.gitignore`)) return []
  return [
    {
      code: 'local-not-ignored',
      where: local,
      message: `${local} is for this copy alone and is not ignored by git.`,
      repair: 'writes its .gitignore',
    },
  ]
}

async function settings(root: string, env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  try {
    await loadSettings(root, env)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [{ code: error.code, where: settingsPath, message: error.message, advice: error.fix }]
  }
}
