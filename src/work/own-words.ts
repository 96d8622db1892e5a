import { attemptAsync, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import type { WorkflowEntry } from '../flows/workflow-entry'
import { namesIn } from './in-use'
import { workflowsIn } from './workflows-here'

/** @returns what pieces of work of a workflow of the repository go by, each by that which it began with; without any, today's */
export async function ownFlowsOf(root: string, { fresh, ...entry }: WorkflowEntry): Promise<readonly Workflow[]> {
  const { open } = await entry.load()
  const flows = namesIn(root, entry)
    .map(open)
    .filter(({ own }) => !own?.damage)
  const today = flows.length > 0 ? undefined : await attemptAsync(async () => fresh?.(''))
  return today === undefined || today instanceof Failure ? flows : [today]
}

/** @returns the words of what pieces of work go by, each with what it means */
export const wordsIn = (flows: readonly Workflow[]): ReadonlyMap<string, string> =>
  new Map(flows.flatMap(({ own }) => Object.entries(own?.texts.phrases ?? {})))

/** @returns the words of every workflow of the repository by its name; none if a folder cannot be read */
export async function ownWordsIn(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await attemptAsync(async () => {
    const own = (await workflowsIn(root)).filter(({ fresh }) => fresh)
    return Promise.all(
      own.map(async (entry) => [entry.name, [...wordsIn(await ownFlowsOf(root, entry)).keys()]] as const),
    )
  })
  return new Map(found instanceof Failure ? [] : found)
}
