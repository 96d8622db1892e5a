import { isAbsolute } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import type { CastContext } from '../../cast/cast'
import { exit, Failure } from '../../failure/failure'
import { makeLocal } from '../../store/disk/local'
import { readText } from '../../store/disk/read'
import { removeEmpty } from '../../store/disk/tidy'
import { withLock } from '../../store/lock/lock'
import { nearest } from '../../workflows/nearest'
import type { Adapter, Adapters } from './pieces/adapter'
import { applyPlan } from './pieces/apply'
import type { Hook, Look, Piece } from './pieces/piece'
import { type Kept, type Planned, type Purpose, planFiles } from './pieces/plan'
import {
  type Choices,
  type Filed,
  type Installed,
  localRecordPath,
  parseRecord,
  printRecord,
  recordPath,
} from './pieces/record'

/** What putting in, refreshing and taking out depend on. */
export interface InstallContext extends Pick<CastContext, 'root' | 'now' | 'wait'> {
  readonly look: Look
  /** Of the program. */
  readonly version: string
  readonly adapters: Adapters
}

/** What is, or would be, done to one file. */
export interface Act {
  readonly do: 'create' | 'change' | 'remove' | 'rename'
  readonly path: string
  /** For `rename`. */
  readonly to?: string
}

export interface Report {
  readonly acts: readonly Act[]
  /** What stayed as it is, with the difference to what would be there now. */
  readonly kept: readonly { readonly path: string; readonly why: string; readonly diff?: string }[]
  /** The commands after which what was put in counts. */
  readonly commands: readonly (readonly string[])[]
}

/** @returns what was put in before, both what the team has in common and what is in this copy alone */
export function readInstalled(root: string): Installed | undefined {
  const [shared, own] = [recordPath, localRecordPath].map((path) => {
    const text = readText(root, path)
    return text === undefined ? undefined : parseRecord(text, path)
  })
  const newest = shared ?? own
  return newest && { ...newest, files: [...(shared?.files ?? []), ...(own?.files ?? [])] }
}

/**
 * Proposes what to put in: what is recorded, else what the repository shows.
 *
 * @returns the proposal, and among which managers somebody has to choose
 */
export function propose({ look, adapters }: InstallContext, installed: Installed | undefined) {
  const managers = look.hooksFolder ? adapters.managers.filter((manager) => manager.detect(look)) : []
  const agents = adapters.agents.filter((agent) => agent.detect(look)).map(({ name }) => name)
  const choices: Choices = installed?.choices ?? {
    agents,
    guard: managers[0]?.name ?? 'none',
    trailer: false,
    prepare: false,
  }
  return { choices, managers }
}

/** What is to be true. */
export interface Wanted {
  /** Undefined takes everything out. */
  readonly choices: Choices | undefined
  /** Whether what somebody took out by hand comes back. */
  readonly purpose: Purpose
  /** Only what lies in git's own folder, for a fresh clone. */
  readonly onlyHere?: boolean
}

/**
 * Puts into a repository what was chosen, and takes out what is not wanted any more.
 *
 * @param dry whether only to say what would be done
 * @throws Failure `unknown-agent`, `unknown-guard` (usage), or where the disk refuses
 */
export async function install(ground: InstallContext, wanted: Wanted, dry: boolean): Promise<Report> {
  const plan = planFor(ground, wanted)
  const report = {
    acts: plan.files.flatMap(actsOf),
    kept: plan.files.flatMap(({ kept }) => kept.map(explain)),
    commands: plan.commands,
  }
  const isNothing = report.acts.length === 0 && isDeepStrictEqual(plan.installed, recordOf(plan, wanted, ground))
  if (dry || isNothing) return report
  await withLock(ground.root, 'init', ground.now, ground.wait, async () => {
    makeLocal(ground.root)
    // Whoever had the lock before may have changed everything.
    carryOut(ground, wanted, planFor(ground, wanted))
  })
  return report
}

type Plan = ReturnType<typeof planFor>

function planFor({ root, look, adapters, version }: InstallContext, { choices, purpose, onlyHere }: Wanted) {
  const installed = readInstalled(root)
  const past = installed?.files ?? []
  const isMeant = ({ path }: { path: string }) => !onlyHere || isAbsolute(path)
  const chosen = choices ? chosenOf(adapters, choices) : []
  const hooks: readonly Hook[] = choices?.trailer ? ['pre-commit', 'prepare-commit-msg'] : ['pre-commit']
  const pieces = chosen.flatMap((adapter) => adapter.pieces(look, hooks))
  if (choices?.prepare) pieces.push(preparePiece)
  return {
    installed,
    files: planFiles(look, pieces.filter(isMeant), past.filter(isMeant), version, purpose),
    /** What is recorded, and is none of this plan's business. */
    others: past.filter((filed) => !isMeant(filed)),
    commands: chosen.flatMap((adapter) => [adapter.activate?.(look, hooks) ?? []]).filter(({ length }) => length > 0),
  }
}

function carryOut(ground: InstallContext, wanted: Wanted, plan: Plan): void {
  const { root } = ground
  const past = plan.installed?.files ?? []
  const after = recordOf(plan, wanted, ground)
  const isIn = (files: readonly Filed[], { path }: Filed) => files.some((filed) => filed.path === path)
  // Noted before anything is done, so that what was begun can be finished or taken out.
  if (after)
    writeRecord(root, { ...after, files: [...after.files, ...past.filter((filed) => !isIn(after.files, filed))] })
  const done = plan.files.flatMap((file) => applyPlan(root, file) ?? [])
  const gone = past.filter((filed) => !isIn([...done, ...plan.others], filed))
  // The innermost first, whichever file it was made for: one that still has a folder in it is not empty.
  const folders = gone.flatMap((filed) => filed.folders ?? []).sort((one, other) => other.length - one.length)
  removeEmpty(root, folders)
  writeRecord(root, after && { ...after, files: [...plan.others, ...done] })
}

const recordOf = ({ files, others }: Plan, { choices }: Wanted, { version }: InstallContext): Installed | undefined =>
  choices && { version, choices, files: [...others, ...files.flatMap(({ filed }) => filed ?? [])] }

/** What lies in git's own folder is recorded in this copy alone. */
function writeRecord(root: string, record: Installed | undefined): void {
  const own = record?.files.filter(({ path }) => isAbsolute(path)) ?? []
  const shared = record?.files.filter(({ path }) => !isAbsolute(path)) ?? []
  put(recordPath, record && { ...record, files: shared })
  put(localRecordPath, record && own.length > 0 ? { ...record, files: own } : undefined)

  function put(path: string, installed: Installed | undefined) {
    const before = readText(root, path)
    const text = installed && printRecord(installed)
    if (text !== before) applyPlan(root, { path, before, after: text, kept: [] })
  }
}

/** The packages of a fresh clone bring the hooks with them. */
const preparePiece: Piece = {
  do: 'keys',
  path: 'package.json',
  keys: [{ at: ['scripts', 'prepare'], value: 'spell init --hooks', chain: true }],
}

function chosenOf({ agents, managers }: Adapters, { agents: names, guard }: Choices): Adapter[] {
  const manager = managers.find(({ name }) => name === guard)
  if (!manager && guard !== 'none') throw unknown('guard', guard, managers)
  const chosen = names.map((name) => {
    const agent = agents.find((one) => one.name === name)
    if (!agent) throw unknown('agent', name, agents)
    return agent
  })
  return [...(manager ? [manager] : []), ...chosen]
}

function unknown(what: 'agent' | 'guard', name: string, known: readonly Adapter[]): Failure {
  const names = [...known.map((adapter) => adapter.name), 'none']
  const message = `"${name}" is not one of ${names.join(', ')}.`
  const flag = what === 'agent' ? 'agents' : what
  return new Failure(exit.usage, `unknown-${what}`, message, `spell init --${flag} ${nearest(name, names)[0]}`)
}

function actsOf({ path, before, after, chain, back }: Planned): Act[] {
  const acts: Act[] = []
  if (chain) acts.push({ do: 'rename', path, to: chain })
  if (before === undefined && after !== undefined) acts.push({ do: 'create', path })
  if (before !== undefined && after === undefined) acts.push({ do: 'remove', path })
  if (before !== undefined && after !== undefined && before !== after) acts.push({ do: 'change', path })
  if (back) acts.push({ do: 'rename', path: back, to: path })
  return acts
}

function explain(kept: Kept): Report['kept'][number] {
  const { path } = kept
  if (kept.kept === 'refused') return { path, why: kept.why }
  const why = kept.kept === 'edited' ? 'It was changed since, and stays.' : 'Something else is there, and stays.'
  return { path, why, diff: createTwoFilesPatch('as it is', 'as spell would have it', kept.there, kept.ours) }
}
