import { offers } from '../../answer/offers'
import { placeOf } from '../../answer/state-text'
import type { Texts } from '../../answer/texts'
import type { Facts } from '../../engine/definition'
import { isMerging } from '../../git/head'
import { isFolder, readText } from '../../store/disk/read'
import { statePath } from '../../store/history/paths'
import { loadSettings } from '../../store/settings/settings'
import { probeFiles } from '../../store/state/probe'
import { loadState, parseState, type State, seeStill } from '../../store/state/state'
import type { Settings, Workflow } from '../../workflows/workflow'
import { setAsidePatches } from './hidden-changes'

/** What the guard says of a commit. */
export type Verdict =
  /** Nothing is asked here: somebody skips the guard, or there is no work. */
  { readonly verdict: 'skipped' | 'no-work' } | Judgement

export interface Judgement {
  readonly verdict: 'passed' | 'blocked'
  readonly state: string
  /** What people call the state. */
  readonly title: string
  /** What can be cast, each with what it does. */
  readonly spells: readonly { readonly name: string; readonly summary: string }[]
  /** Patterns of the settings that fit no state. */
  readonly strange: readonly string[]
}

/** What the guard has to know of the world. */
export interface Gate {
  /** Absolute. */
  readonly root: string
  /** The root as git names it from the top of the worktree: empty, or with a `/` at its end. */
  readonly prefix: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly texts: Texts
}

/**
 * Judges whether a commit may be made while the work stands where it does. Looks at the files that developer and agent see,
 * not at what is staged; only of a merge commit, which may bring in what others have committed. Writes nothing.
 *
 * @throws Failure where state, history or settings cannot be read: then nobody knows
 */
export async function judgeCommit(workflow: Workflow, { root, prefix, env, texts }: Gate): Promise<Verdict> {
  if (env.SPELL_GUARD === '0') return { verdict: 'skipped' }
  if (!isFolder(root, '.ai')) return { verdict: 'no-work' }
  // Other settings have no say here, and a mistake in them is told by the next spell.
  const settings = await loadSettings(root, { SPELL_GUARD_BLOCK_IN: env.SPELL_GUARD_BLOCK_IN })
  const restore = await restoring(setAsidePatches(root, env, env.SPELL_GUARD_CALLER))
  const judged = seeStill(root, workflow, () => {
    const { current, context } = standing(root, workflow, prefix, restore)
    const facts = workflow.facts(probeFiles(root, workflow.probes), settings, context)
    return judge(workflow, current, facts, settings, texts)
  })
  if (judged.verdict === 'passed' || !isMerging(root)) return judged
  const { bringsOnlyOthers } = await import('../../git/merge-commit')
  return (await bringsOnlyOthers(root)) ? { ...judged, verdict: 'passed' } : judged
}

/** A text as it was before a program that runs hooks has hidden a part of it; `path` as git names the file. */
type Restore = (path: string, text: string) => string

async function restoring(patches: readonly string[]): Promise<Restore | undefined> {
  if (patches.length === 0) return undefined
  const { withPatch } = await import('./with-patch')
  return (path, text) => patches.reduce((seen, patch) => withPatch(patch, path, seen), text)
}

/** Where the work stands, as the developer sees it: also where a program that runs hooks has hidden that for the moment. */
function standing(root: string, workflow: Workflow, prefix: string, restore: Restore | undefined): State {
  const path = statePath(workflow)
  const there = restore && readText(root, path)
  const seen = there && restore(prefix + path, there)
  return seen === undefined || seen === there ? loadState(root, workflow) : parseState(seen, workflow)
}

/** The verdict alone, of what was read. */
export function judge(
  workflow: Workflow,
  state: string,
  facts: Facts,
  { guard }: Pick<Settings, 'guard'>,
  texts: Texts,
): Judgement {
  const { definition } = workflow
  return {
    verdict: guard.blockIn.some((pattern) => fits(state, pattern)) ? 'blocked' : 'passed',
    state,
    title: placeOf(workflow, state, texts).title ?? state,
    spells: offers({ definition, state, texts, values: { folder: workflow.folder, ...facts } }, facts)
      .filter(({ name, available }) => available && name !== workflow.look)
      .map(({ name, summary }) => ({ name, summary })),
    strange: guard.blockIn.filter((pattern) => !definition.states.some((name) => fits(name, pattern))),
  }
}

/** @param pattern the name of a state, or its beginning and a `*` */
export const fits = (state: string, pattern: string): boolean =>
  pattern.endsWith('*') ? state.startsWith(pattern.slice(0, -1)) : state === pattern
