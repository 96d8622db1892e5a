import type { Workflow } from '../workflow/flow'
import type { WorkflowEntry } from '../workflow/workflow-entry'
import { entry as collab } from './collab/entry'
import { entry as discovery } from './discovery/entry'
import { engineer } from './engineer'
import { entry as spells } from './engineer/entry'
import { entry as hope } from './hope/entry'

export type { WorkflowEntry } from '../workflow/workflow-entry'
export { unnamed } from './engineer/entry'

/** All workflows, in the order of the help. */
export const workflows: readonly WorkflowEntry[] = [spells, discovery, collab, hope]

export const standard = spells.name

/** Its piece of work that has no name: the only one that is loaded with the program. */
export const standardFlow: Workflow = engineer

/** @returns what is known of a built-in workflow. Throws if there is none of that name */
export function entryOf(name: string): WorkflowEntry {
  const entry = workflows.find((known) => known.name === name)
  if (!entry) throw new Error(`there is no workflow ${name}`)
  return entry
}
