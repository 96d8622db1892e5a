import { basename, isAbsolute } from 'node:path'
import type { Edge } from '../cli/edge'
import { local } from '../disk/local'
import { withLock } from '../disk/lock/lock'
import { isThere, namesIn } from '../disk/read'
import { removeBareLocal, removeEmpty } from '../disk/tidy'
import { attempt, Failure } from '../text/failure'
import { anyAgent } from './agents/agents'
import { changesIn, foldersOf } from './pieces/apply'
import type { Adapters, Site } from './pieces/piece'
import { planFiles } from './pieces/plan'
import { type Planned, refusal } from './pieces/planned'
import {
  type Choices,
  type Filed,
  type Installed,
  localRecordPath,
  readInstalled,
  recordPath,
  recordsOf,
} from './pieces/record'
import { type InstallReport, reportOf } from './report'
import { type HookRequest, hooksHere, unlessOthersUseIt } from './shared-hooks'
import { asRunNow, refuseRename, wantedIn } from './wanted'

export interface InstallContext extends Omit<Edge, 'env'> {
  readonly look: Site
  readonly version: string
  readonly adapters: Adapters
  /** Why git does not work in this repository. */
  readonly refusedByGit?: Failure
}

/** Proposes the recorded choices, otherwise those that suit the repository, and the hook managers to choose from. */
export function propose({ look, adapters }: InstallContext, installed: Installed | undefined) {
  const managers = look.hooksFolder ? adapters.managers.filter((manager) => manager.detect(look)) : []
  const agents = adapters.agents.filter((agent) => agent.detect(look)).map(({ name }) => name)
  const choices: Choices = (installed?.choices && asRunNow(look, adapters, installed.choices)) ?? {
    agents: agents.length > 0 ? agents : [anyAgent],
    guard: managers[0]?.name ?? 'none',
    ...(look.package !== undefined && { package: look.package }),
  }
  return { choices, managers }
}

/**
 * Previews an installation, with what makes it impossible. Writes nothing.
 *
 * @throws Failure `unknown-agent`, `unknown-guard` (usage)
 */
export function foresee(
  ground: InstallContext,
  wanted: HookRequest,
): InstallReport & { readonly refused: readonly Planned[] } {
  const plan = planFor(ground, wanted)
  return { ...reportOf(plan), refused: plan.files.filter(({ refused }) => refused) }
}

/**
 * Installs what was chosen, and removes what is no longer wanted: everything, or nothing.
 *
 * @throws Failure `unknown-agent`, `unknown-guard`, `outside-repository`, `guard-of-husky` (usage), or the obstacle, also if it is a
 *   `dry` preview
 */
export async function install(
  ground: InstallContext,
  wanted: HookRequest & { readonly choices: Choices },
  dry: boolean,
): Promise<InstallReport> {
  const planned = () => {
    const plan = planFor(ground, wanted)
    refuse(plan)
    return { plan, report: withRecord(plan, recordsOf(ground.look, recordOf(plan, wanted.choices, ground))) }
  }
  const { report } = planned()
  if (report.acts.length === 0) return report
  refuseRecords(ground)
  if (dry) return report
  return locked(ground, () => {
    // The previous holder of the lock may have changed anything.
    const now = planned()
    putIn(ground, wanted.choices, now.plan)
    return now.report
  })
}

/** Reports a plan with the record, which the repository gets or loses, too. */
const withRecord = (plan: Plan, records: readonly Planned[]): InstallReport =>
  reportOf({ ...plan, files: [...plan.files, ...records.filter(({ path }) => path === recordPath)] })

/** Removes what can be removed, and records the rest; in the report, a file that could not be removed has a `code`. */
export async function takeOut(ground: InstallContext, dry: boolean): Promise<InstallReport> {
  const wanted: HookRequest = { choices: undefined, purpose: 'update' }
  refuseRecords(ground)
  if (dry) return withRecord(planFor(ground, wanted), recordsOf(ground.look, undefined))
  return locked(ground, () => {
    const plan = planFor(ground, wanted)
    const files = plan.files.map((file) => takeOutOf(ground.root, file, plan.past))
    const stays = files.flatMap(({ filed }) => filed ?? [])
    const left = withFolders(ground.root, stays, plan.past)
    const record = left.length > 0 ? { version: ground.version, files: left } : undefined
    removeFolders(ground.root, plan.past, left)
    const records = changesIn(ground.root)
    const changes = recordsOf(ground.look, record)
    try {
      records.make(changes)
    } catch (error) {
      records.takeBack()
      throw error
    }
    return withRecord({ ...plan, files }, changes)
  })
}

function takeOutOf(root: string, planned: Planned, past: readonly Filed[]): Planned {
  const changes = changesIn(root)
  const refused = attempt(() => changes.make([planned]))
  if (!(refused instanceof Failure)) return planned
  changes.takeBack()
  const filed = past.find(({ path }) => path === planned.path)
  return refusal(refused, planned.path, filed)
}

type Plan = ReturnType<typeof planFor>

function planFor({ root, look, adapters, version }: InstallContext, wanted: HookRequest) {
  const { choices, purpose, onlyHere, only } = wanted
  if (choices) refuseRename(look, choices)
  const installed = readInstalled(root)
  const known = installed?.files ?? []
  const past = choices ? known : [...known, ...hooksHere(look, known)]
  const isMeant = ({ path }: { path: string }) => (!onlyHere || isAbsolute(path)) && (only?.includes(path) ?? true)
  const { chosen, pieces, owners } = wantedIn(look, adapters, choices)
  const files = planFiles(look, pieces.filter(isMeant), past.filter(isMeant), version, purpose)
  return {
    installed,
    past,
    files: files.map((file) => {
      const isWanted = pieces.some(({ path }) => path === file.path)
      const filed = past.find(({ path }) => path === file.path)
      return unlessOthersUseIt(look, wanted, file, isWanted, filed)
    }),
    owners,
    /** Recorded files that this plan does not touch. */
    others: past.filter((filed) => !isMeant(filed)),
    commands: chosen.flatMap((adapter) => [adapter.activate?.(look) ?? []]).filter(({ length }) => length > 0),
  }
}

function refuse({ files }: Plan): void {
  const failures = files.flatMap(({ refused }) => refused ?? [])
  const [first] = failures
  if (!first) return
  const messages = [...new Set(failures.map(({ message }) => message))]
  if (messages.length === 1) throw first
  const message = `Nothing was written: ${messages.length} things are in the way.`
  throw new Failure(first.exitCode, first.code, message, first.fix, { details: messages })
}

function putIn(ground: InstallContext, choices: Choices, plan: Plan): void {
  const { root, look } = ground
  const { past } = plan
  const after = recordOf(plan, choices, ground)
  const changes = changesIn(root)
  try {
    // Recorded before any change, so that an interrupted run can be completed or reverted.
    const gone = past.filter((filed) => !isIn(after.files, filed))
    changes.make(recordsOf(look, { ...after, files: [...after.files, ...gone] }))
    const done = changes.make(plan.files)
    const files = withFolders(root, [...plan.others, ...done], past)
    changes.make(recordsOf(look, { ...after, files }))
    removeFolders(root, past, files)
  } catch (error) {
    if (changes.takeBack() || !(error instanceof Failure)) throw error
    const message = `${error.message} What was begun could not be taken back.`
    throw new Failure(error.exitCode, error.code, message, 'spell uninstall', { cause: error })
  }
}

/** A file remembers the folders that were created for others and still contain it. */
const withFolders = (root: string, files: readonly Filed[], past: readonly Filed[]): Filed[] =>
  files.map((filed) => {
    const others = past.filter((other) => !isIn(files, other)).flatMap(({ folders = [] }) => folders)
    const folders = foldersOf(root, { ...filed, folders: [...new Set([...(filed.folders ?? []), ...others])] })
    return folders.length > 0 ? { ...filed, folders } : filed
  })

const isIn = (files: readonly Filed[], { path }: Filed) => files.some((filed) => filed.path === path)

/** Removes the folders that were created for removed files. */
function removeFolders(root: string, past: readonly Filed[], left: readonly Filed[]): void {
  const gone = past.filter((filed) => !isIn(left, filed))
  // The innermost first, whichever file they were created for: a folder with a subfolder is not empty.
  const folders = gone.flatMap((filed) => foldersOf(root, filed)).sort((one, other) => other.length - one.length)
  removeEmpty(root, folders)
}

/** Without a record nothing could be uninstalled. */
function refuseRecords({ look }: InstallContext): void {
  for (const path of [recordPath, localRecordPath]) {
    const failure = look.obstacle(path, true)
    if (failure) throw failure
  }
}

/** Runs a function under the lock; a folder created only for the lock is removed again. */
async function locked({ root, now, wait }: InstallContext, act: () => InstallReport): Promise<InstallReport> {
  const hadLocal = isThere(root, local)
  let isGoing = !hadLocal
  try {
    const report = await withLock(root, 'init', { now, wait }, async () => act())
    // It contains only what we created.
    isGoing = namesIn(root, '.ai').join() === basename(local)
    return report
  } finally {
    if (isGoing) removeBareLocal(root)
  }
}

const recordOf = ({ files, others }: Plan, choices: Choices, { version }: InstallContext): Installed => ({
  version,
  choices,
  files: [...others, ...files.flatMap(({ filed }) => filed ?? [])],
})
