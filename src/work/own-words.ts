import { attemptAsync, Failure } from '../text/failure'
import type { Workflow } from '../workflow/flow'
import type { WorkflowEntry } from '../workflow/workflow-entry'
import { namesIn } from './in-use'
import { workflowsIn } from './workflows-here'

/**
 * @param isAsked whether it throws Failure (found) if there is no work, and today's is not proven
 * @returns what pieces of work of a workflow of the repository go by, each by that which it began with; without any, today's
 */
export async function ownFlowsOf(root: string, entry: WorkflowEntry, isAsked = false): Promise<readonly Workflow[]> {
  const kept = await keptFlowsOf(root, entry)
  const today = kept.length > 0 ? undefined : await attemptAsync(async () => entry.fresh?.(''))
  if (isAsked && today instanceof Failure) throw today
  return today === undefined || today instanceof Failure ? kept : [today]
}

async function keptFlowsOf(root: string, entry: WorkflowEntry): Promise<readonly Workflow[]> {
  const { open } = await entry.load()
  return namesIn(root, entry)
    .map((piece) => open(piece))
    .filter(({ kept }) => !kept?.damage)
}

/** @returns the words of what pieces of work go by, each with what it means */
export const wordsIn = (flows: readonly Workflow[]): ReadonlyMap<string, string> =>
  new Map(flows.flatMap(({ answers }) => Object.entries(answers.texts?.phrases ?? {})))

/**
 * A message may say them before any work has begun: a definition is read for that, and not proven.
 *
 * @returns the words of every workflow of the repository by its name; none if a folder cannot be read
 */
export async function ownWordsIn(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await attemptAsync(async () => {
    const own = (await workflowsIn(root)).filter(({ fresh }) => fresh)
    return Promise.all(
      own.map(async (entry) => {
        const kept = [...wordsIn(await keptFlowsOf(root, entry)).keys()]
        const said = kept.length > 0 ? kept : (await import('./own/read-own')).namesToday(root, entry.name, 'words')
        return [entry.name, said] as const
      }),
    )
  })
  return new Map(found instanceof Failure ? [] : found)
}
