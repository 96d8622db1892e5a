import { inline } from '../answer/markdown'
import { attempt, exit, Failure } from '../failure/failure'
import { foldersIn } from '../store/disk/read'
import { loadState } from '../store/state/state'
import { nearest } from '../workflows/nearest'
import { slug } from '../workflows/slug'
import type { Workflow } from '../workflows/workflow'
import { byMostRecent, lastModified } from './recency'

/** A workflow of which several pieces of work can be under way, each under a name of its own. */
export interface InstanceKind {
  /** The name of the workflow. */
  readonly workflow: string
  /** What such a piece of work is called: `plan`. */
  readonly called: string
  /** The folder that has a folder for each. */
  readonly folder: string
  readonly open: (name: string) => Workflow
  /** The option that names one: `--task`. */
  readonly flag: string
  /** The command that begins one. */
  readonly begin: string
}

/** @returns the names of all that there are, the one that was last worked on first */
export function namesOf(root: string, { folder, open }: InstanceKind): string[] {
  return foldersIn(root, folder)
    .map((name) => ({ name, ...lastModified(attempt(() => loadState(root, open(name)))) }))
    .sort(byMostRecent)
    .map(({ name }) => name)
}

/**
 * Finds the piece of work that is meant.
 *
 * @param asked its name; absent means the one that was last worked on
 * @throws Failure `no-…` (notPossible) where there is none, `unknown-…` (usage) with the nearest names
 */
export function resolveInstance(root: string, several: InstanceKind, asked: string | undefined): Workflow {
  const { called, open, begin, flag } = several
  const names = namesOf(root, several)
  // Its name was made of what a person calls it.
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
