import { type Work, workIn } from './work'
import { workflowIn } from './workflows-here'

/** @returns the same piece of work after a step that may have changed the definition that it goes by */
export async function reopened(work: Work): Promise<Work> {
  const { root, flow, name, isOneOfSeveral } = work
  if (!flow.kept) return work
  const { load } = await workflowIn(root, flow.definition.name)
  return workIn(root, (await load()).open(name), isOneOfSeveral)
}
