import { inline } from '../answer/markdown'
import { attempt, exit, Failure } from '../failure/failure'
import { foldersIn } from '../store/disk/read'
import { loadState } from '../store/state/state'
import { nearest } from '../workflows/nearest'
import { slug } from '../workflows/slug'
import type { Workflow } from '../workflows/workflow'
import { byMostRecent, lastModified } from './recency'

/** A workflow that can have several pieces of work at once, each with a name. */
export interface InstanceKind {
  /** The name of the workflow. */
  readonly workflow: string
  /** The noun for such a piece of work: `plan`. */
  readonly called: string
  /** The folder with one subfolder for each. */
  readonly folder: string
  readonly open: (name: string) => Workflow
  /** The option that selects one: `--task`. */
  readonly flag: string
  /** The command that starts one. */
  readonly begin: string
}

/** @returns the names of all open ones, the most recent first */
export function namesOf(root: string, { folder, open }: InstanceKind): string[] {
  return foldersIn(root, folder)
    .map((name) => ({ name, ...lastModified(attempt(() => loadState(root, open(name)))) }))
    .sort(byMostRecent)
    .map(({ name }) => name)
}

/**
 * Finds the piece of work that is meant.
 *
 * @param asked its name (default: the most recent one)
 * @throws Failure `no-…` (notPossible) if there is none, `unknown-…` (usage) with the nearest names
 */
export function resolveInstance(root: string, several: InstanceKind, asked: string | undefined): Workflow {
  const { called, open, begin, flag } = several
  const names = namesOf(root, several)
  // The name is the slug of a title, which the user may have typed instead.
  const name =
    asked === undefined
      ? names[0]
      : (names.find((known) => known === asked.trim().toLowerCase()) ??
        names.find((known) => !/[/\\]/.test(asked) && known === slug(asked)))
  if (name !== undefined) return open(name)
  if (names.length === 0) throw new Failure(exit.notPossible, `no-${called}`, `There is no ${called} here yet.`, begin)
  const near = nearest(asked ?? '', names)
  const are = near.length === 1 ? 'there is' : 'the nearest are'
  const message = `There is no ${called} "${inline(asked ?? '')}"; ${are} ${near.join(', ')}.`
  const group = begin.split(' ').slice(0, 2).join(' ')
  throw new Failure(exit.usage, `unknown-${called}`, message, `${group} status ${flag} ${near[0]}`)
}
