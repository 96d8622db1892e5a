import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offers } from '../cast/answer/offers'
import type { Environment } from '../disk/environment'
import { isFolder } from '../disk/read'
import type { Facts } from '../engine/definition'
import { getOrInsert } from '../engine/records'
import { commonFolderOf, isMerging } from '../git/head'
import { attemptOr, Failure } from '../text/failure'
import type { Choice } from '../work/choice'
import { allWork, openWork } from '../work/open'
import { loadSettings } from '../work/settings/settings'
import { seenWith, type Work } from '../work/work'
import type { Workflow } from '../workflow/flow'
import type { Settings } from '../workflow/settings'
import { placeOf, type Texts } from '../workflow/texts'
import { namedFolder } from '../workflows/engineer/files'
import { standard } from '../workflows/registry'

type GuardVerdict =
  /** Not judged: the guard was skipped, or there is no work. */
  { readonly verdict: 'skipped' | 'no-work' } | Judgement

export interface Judgement {
  readonly verdict: 'passed' | 'blocked'
  /** The name of a named piece of work. */
  readonly work?: string
  /** Of the repository; absent for the six spells. */
  readonly workflow?: string
  readonly state: string
  readonly title: string
  /** Where the last step was made, if another branch is checked out now. */
  readonly branch?: string
  /** The spells that are possible, with their effects. */
  readonly spells: readonly { readonly name: string; readonly summary: string }[]
}

export interface Gate {
  /** The root of the work relative to the top of the worktree, as git names it: empty, or with a trailing `/`. */
  readonly prefix: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly texts: Texts
}

/**
 * Decides whether a commit is allowed in the current state. Judges the files in the working tree, not the index; only
 * for a merge commit, which may bring in commits of others, it reads the index. Writes nothing.
 *
 * @throws Failure if state, history or settings cannot be read: then the answer is unknown
 */
export async function judgeCommit(work: Work, { prefix, env, texts }: Gate): Promise<GuardVerdict> {
  const { root, flow } = work
  if (env.SPELL_GUARD === '0') return { verdict: 'skipped' }
  if (!isFolder(root, '.ai')) return { verdict: 'no-work' }
  // Other settings do not matter here; the next spell reports mistakes in them.
  const settings = await loadSettings(root, { SPELL_GUARD_BLOCK_IN: env.SPELL_GUARD_BLOCK_IN })
  const restore = await restoring(setAsidePatches(root, env, env.SPELL_GUARD_CALLER))
  const { probe, state } = restore
    ? seenWith(work, (path, text) => restore(prefix + path, text))
    : { probe: work.probe, state: work.saved }
  const facts = flow.facts(probe, settings, state.context)
  const judged = judge(flow, state.current, facts, settings, flow.answers.texts ?? texts)
  return judged.verdict === 'passed' ? judged : blocked(judged, work, env)
}

/** @returns a commit that is blocked, with the branch where the work got there; a merge of what others did passes */
async function blocked(judged: Judgement, { root, saved }: Work, env: Gate['env']): Promise<Judgement> {
  if (isMerging(root) && (await (await import('../git/merge-commit')).bringsOnlyOthers(root, env)))
    return { ...judged, verdict: 'passed' }
  const last = saved.history.at(-1)?.timestamp
  const branch = last && (await import('../git/branch')).branchThen(root, last)
  return branch ? { ...judged, branch } : judged
}

/** @returns the verdict on the first work that blocks; if none does, that on the first. Throws as `judgeCommit` */
export async function judgeAll(works: readonly Work[], gate: Gate): Promise<GuardVerdict> {
  let passed: GuardVerdict | undefined
  for (const work of works) {
    const verdict = await judgeCommit(work, gate)
    if (verdict.verdict === 'blocked') return verdict
    passed ??= verdict
  }
  return passed ?? { verdict: 'no-work' }
}

/** Restores a text of which a hook manager has hidden a part; `path` is git's name of the file. */
type Restore = (path: string, text: string) => string

async function restoring(patches: readonly string[]): Promise<Restore | undefined> {
  if (patches.length === 0) return undefined
  const { withPatch } = await import('./with-patch')
  return (path, text) => patches.reduce((seen, patch) => withPatch(patch, path, seen), text)
}

/** The verdict, without reading any file. */
export function judge(
  workflow: Workflow,
  state: string,
  facts: Facts,
  { guard }: Pick<Settings, 'guard'>,
  texts: Texts,
): Judgement {
  const { definition } = workflow
  return {
    verdict: guard.blockIn.some((pattern) => fits(settingNameOf(workflow, state), pattern)) ? 'blocked' : 'passed',
    ...(workflow.name !== undefined && { work: workflow.name }),
    ...(definition.name !== standard && { workflow: definition.name }),
    state,
    title: placeOf(workflow, state, texts).title ?? state,
    spells: offers({ definition, state, texts, values: { folder: workflow.folder, ...facts } }, facts)
      .filter(({ name, available }) => available && name !== workflow.look)
      .map(({ name, summary }) => ({ name, summary })),
  }
}

/** @returns how the settings name a state: of a workflow of the repository, with its name before it */
export const settingNameOf = ({ kept, definition }: Workflow, state: string): string =>
  kept ? `${definition.name}.${state}` : state

/** @param pattern the name of a state, or a prefix and `*` */
export const fits = (state: string, pattern: string): boolean =>
  pattern.endsWith('*') ? state.startsWith(pattern.slice(0, -1)) : state === pattern

/** @returns the spell that is possible, with its piece of work if that has a name */
export const castable = ({ spells, work }: Judgement): string =>
  `${spells[0]?.name ?? 'lumos'}${work === undefined ? '' : ` for the work \`${work}\``}`

/**
 * @returns the work that a commit is judged by: of the six spells, and of each workflow of the repository, the piece that
 *   is meant, or all of them if nothing says which
 * @throws Failure if a folder or a state cannot be read
 */
export async function worksJudged(root: string, choice: Choice): Promise<readonly Work[]> {
  const byWorkflow = new Map<string, Work[]>()
  for (const work of await ownWorks(root)) getOrInsert(byWorkflow, work.flow.definition.name, () => []).push(work)
  const judged = [...byWorkflow].map(([workflow, all]) => workJudged(root, { ...choice, workflow }, async () => all))
  return (await Promise.all([workJudged(root, choice), ...judged])).flat()
}

/** @returns the same, of one workflow; `all` reads every piece of it */
async function workJudged(root: string, choice: Choice, all = spellWorks): Promise<readonly Work[]> {
  try {
    return [await openWork(root, { ...choice, isLook: true })]
  } catch (error) {
    if (!(error instanceof Failure) || !['which-work', 'unknown-work'].includes(error.code)) throw error
    return all(root)
  }
}

/** @returns the work of the repository's own workflows */
export const ownWorks = async (root: string): Promise<readonly Work[]> =>
  isFolder(root, namedFolder) ? (await allWork(root)).filter(({ flow }) => flow.kept) : []

/** @returns every piece of work of the six spells. Throws Failure if a folder cannot be read */
export async function spellWorks(root: string): Promise<readonly Work[]> {
  if (!isFolder(root, namedFolder)) return [await openWork(root, { env: {} })]
  return (await allWork(root)).filter(({ flow }) => flow.definition.name === standard)
}

/**
 * While they run hooks, some hook managers remove unstaged changes from the working tree and keep them as a patch:
 * pre-commit removes all of them, Lefthook those in staged files.
 *
 * @param caller the id of the process that runs the hook
 * @returns the patches; a hunk that does not apply is from an earlier run
 */
export function setAsidePatches(folder: string, env: Environment, caller: string | undefined): readonly string[] {
  const git = commonFolderOf(folder)
  return [
    ...(env.PRE_COMMIT === '1' && caller ? newestPatch(cacheOfPreCommit(env), `-${caller}`) : []),
    ...(git ? read(join(git, 'info', 'lefthook-unstaged.patch')) : []),
  ]
}

const cacheOfPreCommit = (env: Environment): string =>
  env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '', '.cache'), 'pre-commit')

function newestPatch(folder: string, ending: string): string[] {
  const all = attemptOr([], () => readdirSync(folder))
  const names = all.filter((name) => name.startsWith('patch') && name.endsWith(ending))
  return names
    .sort()
    .slice(-1)
    .flatMap((name) => read(join(folder, name)))
}

const read = (path: string): string[] => attemptOr([], () => [readFileSync(path, 'utf8')])
