import { attemptAsync, Failure } from '../failure/failure'
import type { WorkflowEntry } from '../flows/workflow-entry'
import { namesIn } from './in-use'
import { workflowsIn } from './workflows-here'

/**
 * Work goes by the words that it began with; those of today count where none has begun.
 *
 * @returns the words of a workflow of the repository, each with what it means
 */
export async function ownWordsOf(
  root: string,
  { fresh, ...entry }: WorkflowEntry,
): Promise<ReadonlyMap<string, string>> {
  const { open } = await entry.load()
  const flows = namesIn(root, entry)
    .map(open)
    .filter(({ own }) => !own?.damage)
  const today = flows.length > 0 ? undefined : await attemptAsync(async () => fresh?.(''))
  const all = today === undefined || today instanceof Failure ? flows : [today]
  return new Map(all.flatMap(({ own }) => Object.entries(own?.texts.phrases ?? {})))
}

/** @returns the words of every workflow of the repository by its name; none if a folder cannot be read */
export async function ownWordsIn(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await attemptAsync(async () => {
    const own = (await workflowsIn(root)).filter(({ fresh }) => fresh)
    return Promise.all(own.map(async (entry) => [entry.name, [...(await ownWordsOf(root, entry)).keys()]] as const))
  })
  return new Map(found instanceof Failure ? [] : found)
}
