import { isFolder } from '../disk/read'
import { exit, Failure } from '../text/failure'
import { namedFolder } from '../workflows/engineer/files'
import { type WorkflowEntry, workflows } from '../workflows/registry'
import { definitionsFolder } from './settings/settings'
import { type Work, workIn } from './work'

/** @returns the workflows of a repository: the built-in ones, then its own. Throws Failure if a folder cannot be read */
export async function workflowsIn(root: string): Promise<readonly WorkflowEntry[]> {
  if (!isFolder(root, definitionsFolder) && !isFolder(root, namedFolder)) return workflows
  const { ownEntries } = await import('./own/own-entry')
  return [...workflows, ...ownEntries(root)]
}

/** @returns what is known of a workflow of a repository. Throws Failure (usage) `unknown-workflow` */
export async function workflowIn(root: string, name: string): Promise<WorkflowEntry> {
  const builtIn = workflows.find((known) => known.name === name)
  if (builtIn) return builtIn
  const all = await workflowsIn(root)
  const found = all.find((known) => known.name === name)
  if (found) return found
  const names = all.map((known) => known.name)
  const { nearest } = await import('../workflow/nearest')
  const [meant = names[0]] = nearest(name, names)
  const message = `There is no workflow “${name}” here; there is ${names.join(', ')}.`
  throw new Failure(exit.usage, 'unknown-workflow', message, `spell verify ${meant}`)
}

/** @returns the same piece of work after a step that may have changed the definition that it goes by */
export async function reopened(work: Work): Promise<Work> {
  const { root, flow, name, isOneOfSeveral } = work
  if (!flow.kept) return work
  const { load } = await workflowIn(root, flow.definition.name)
  return workIn(root, (await load()).open(name), isOneOfSeveral)
}
