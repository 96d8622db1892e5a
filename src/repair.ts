import type { Edge } from './cast'
import { attempt, exit, Failure } from './failure'
import { readBackup } from './store/backup'
import { areWhole, followHistory } from './store/chain'
import { sidesOf } from './store/conflict'
import { freePath } from './store/free-path'
import { removeLeftovers } from './store/leftovers'
import { endsOf, parseLine } from './store/line'
import { asidePath, backupNumber, backupPath, backupsPath } from './store/local'
import { probeFiles } from './store/probe'
import { isThere, namesIn, readText } from './store/read'
import { replaceFile } from './store/replace-file'
import { setAside } from './store/set-aside'
import { historyPath, loadState, parseState, printState, type State, statePath } from './store/state'
import { commit, settle, stampOf, withLock } from './store/writing'
import type { Workflow } from './workflows/workflow'

/** What was done, a sentence each, and the last digest of a history that could not be kept. */
interface Done {
  readonly said: string[]
  other?: string | undefined
}

/**
 * Repairs what `examine` finds and a program can repair. What is broken is kept; each part can be done again, so that a
 * repair that is stopped is repaired by the next.
 *
 * @returns what was done, a sentence each; nothing where nothing had to be
 * @throws Failure where the disk refuses, or somebody else is at work for too long
 */
export function repair(workflow: Workflow, edge: Edge): Promise<readonly string[]> {
  const { root, now } = edge
  return withLock(root, 'doctor', now, edge.wait, async () => {
    const done: Done = { said: [] }
    const kept = freePath(root, `${workflow.folder}/broken-${stampOf(now)}`)
    repairHistory(root, workflow, `${kept}/history.jsonl`, done)
    repairState(root, workflow, `${kept}/state.json`, done)

    const repaired = done.said.length > 0

    const before = loadState(root, workflow)
    const byHand = await settle(root, workflow, before, now)
    if (byHand) done.said.push('The history says now that the state was changed by hand.')
    else if (!repaired && (before.unlogged.length > 0 || before.tail?.fragment)) {
      done.said.push('What had been begun is finished.')
    }
    setBackupsAside(root, workflow, freePath(root, `${asidePath}/backups-${stampOf(now)}`), done)
    removeLeftovers(root)
    if (repaired) await adopt(root, workflow, edge, done)
    return done.said
  })
}

/** One line that tells of all of it. */
async function adopt(root: string, workflow: Workflow, edge: Edge, { said, other }: Done): Promise<void> {
  const saved = loadState(root, workflow)
  const head = edge.head()
  await commit(root, workflow, saved, {
    to: saved.current,
    trigger: 'Doctor',
    now: edge.now,
    about: { row: 'adopted', note: said.join(' '), ...(other && { other }), ...(head && { head }) },
    changes: [],
  })
}

function repairHistory(root: string, workflow: Workflow, kept: string, done: Done): void {
  const path = historyPath(workflow)
  const found = attempt(() => followHistory(root, workflow))
  const damaged = found instanceof Failure || found.broken !== undefined || found.unchained !== undefined
  if (!damaged && !endsInGarbage(root, workflow)) return

  const text = attempt(() => readText(root, path))
  const sides = typeof text === 'string' ? sidesOf(text) : undefined
  if (sides) {
    replaceFile(root, path, sides.ours, kept)
    done.other = lastDigest(sides.theirs)
    done.said.push(`This branch's history was kept; ${kept} has both.`)
    // What is left may be damaged in another way.
    const ours = followHistory(root, workflow)
    if (ours.broken === undefined && ours.unchained === undefined) return
  }
  const again = sides ? freePath(root, kept) : kept
  replaceFile(root, path, '', again)
  done.other ??= found instanceof Failure ? undefined : found.newest.at(-1)?.digest
  done.said.push(`The history was damaged and begins anew; ${again} has what there was.`)
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

function repairState(root: string, workflow: Workflow, kept: string, done: Done): void {
  const path = statePath(workflow)
  const saved = attempt(() => loadState(root, workflow))
  if (!(saved instanceof Failure)) {
    if (areWhole(saved.history.filter(({ digest }) => digest !== undefined))) return
    const history = [...followHistory(root, workflow).newest]
    replaceFile(root, path, printState({ ...saved, history }), kept)
    done.said.push(`The lines of the state were taken from the history; ${kept} has what there was.`)
    return
  }
  if (saved.exitCode !== exit.unreadable) throw saved
  const { state, said, other } = findState(root, workflow)
  const had = isThere(root, path)
  replaceFile(root, path, printState(state), kept)
  done.said.push(had ? `${said} ${kept} has the file as it was.` : said)
  done.other ??= other
}

/** Where the work stands, from the best of what is there. */
function findState(root: string, workflow: Workflow): { state: State; said: string; other?: string | undefined } {
  const sides = sidesOfState(root, workflow)
  if (sides) return { ...sides, said: 'Of the state the side of this branch was kept.' }

  const { newest, lines } = followHistory(root, workflow)
  const last = newest.at(-1)
  const backups = validBackups(root, workflow)
  if (last && lines > 0 && workflow.definition.states.includes(endsOf(last).to)) {
    const same = backups.find(({ history }) => history.at(-1)?.digest === last.digest)
    const { context = {}, rest = {} } = same ?? {}
    return {
      state: { current: endsOf(last).to, context, rest, history: newest },
      said: 'The state is the one that the history ends with.',
    }
  }
  const [backup] = backups
  if (backup) return { state: backup, said: 'The state is that of the newest backup.' }

  const { state, because } = workflow.impliedBy(probeFiles(root, workflow.probes))
  return {
    state: { current: state, context: {}, history: [], rest: {} },
    said: because
      ? `The state is the one that ${because} implies.`
      : 'There are no files, so the work is at its very start.',
  }
}

/** This branch's side of a state with conflict markers, where that is a state, and the last digest of the other. */
function sidesOfState(root: string, workflow: Workflow): { state: State; other: string | undefined } | undefined {
  const text = attempt(() => readText(root, statePath(workflow)))
  const sides = typeof text === 'string' ? sidesOf(text) : undefined
  if (!sides) return undefined
  const state = attempt(() => parseState(sides.ours, workflow))
  const theirs = attempt(() => parseState(sides.theirs, workflow))
  const other = theirs instanceof Failure ? undefined : theirs.history.at(-1)?.digest
  return state instanceof Failure ? undefined : { state, other }
}

/** The newest first. */
const validBackups = (root: string, workflow: Workflow): State[] =>
  namesIn(root, backupsPath)
    .map(backupNumber)
    .sort((a, b) => b - a)
    .flatMap((number) => readBackup(root, workflow, number) ?? [])

function setBackupsAside(root: string, workflow: Workflow, aside: string, done: Done): void {
  const broken = namesIn(root, backupsPath).filter((name) => {
    const number = backupNumber(name)
    return backupPath(number) !== `${backupsPath}/${name}` || !readBackup(root, workflow, number)
  })
  if (broken.length === 0) return
  setAside(
    root,
    broken.map((name) => `${backupsPath}/${name}`),
    aside,
  )
  done.said.push(`Backups that could not be read are in ${aside}.`)
}
