import { foldersIn } from '../disk/read'
import type { Workflow } from '../workflow/flow'
import { mostRecentFirst } from './overview'
import { workIn } from './work'

/** A workflow that can have several pieces of work at once, each with a name. */
export interface InstanceKind {
  readonly workflow: string
  readonly folder: string
  readonly open: (name: string) => Workflow
  /** The option that selects one: `--task`. */
  readonly flag: string
}

/** @returns the names of all open ones, the most recent first */
export const namesOf = (root: string, { folder, open }: InstanceKind): string[] =>
  mostRecentFirst(foldersIn(root, folder).map((name) => workIn(root, open(name)))).map(({ name }) => name)
