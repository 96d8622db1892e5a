import { resolve } from 'node:path'
import { hasContent, isFolder, readText } from '../disk/read'
import { findRoot } from '../disk/root'
import type { Workflow } from '../flows/flow'
import { loadState, seeStill } from '../work/state/state'
import { workIn } from '../work/work'
import type { StopCall } from './stop-call'
import type { Unproven } from './unproven'
import { spellWorks } from './work-judged'

export { stopCallIn } from './stop-call'

/**
 * Judges whether an agent may stop: not while it carries out a task of which something is ticked that is not proven.
 *
 * @param gate the folder of the agent, and the environment
 * @returns what to tell it instead; undefined if there is nothing to tell, or it was told already
 * @throws Failure if state, plan or settings cannot be read, or what was told cannot be kept
 */
export async function judgeStop(
  call: StopCall,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Unproven | undefined> {
  if (call.isAgain) return undefined
  const root = findRoot(resolve(cwd, call.cwd ?? '.'))
  for (const workflow of await spellWorks(root)) {
    const found = await judgeWork(root, workflow, call, env)
    if (found) return found
  }
  return undefined
}

async function judgeWork(
  root: string,
  workflow: Workflow,
  call: StopCall,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Unproven | undefined> {
  const { plan } = workflow
  const proving = plan?.proving
  if (!plan || !proving || !isFolder(root, workflow.folder)) return undefined
  const saved = seeStill(root, workflow, () => loadState(root, workflow))
  if (saved.current !== 'ACHIEVE_TASK_EXECUTED') return undefined
  const text = readText(root, plan.file) ?? ''
  if (!proving.isNeeded({ [plan.file]: text })) return undefined
  const { unprovenIn } = await import('./unproven')
  const task = { work: workIn(root, workflow), items: plan.criteria(text) }
  return unprovenIn({ ...task, isReported: hasContent(root, `${workflow.folder}/task-results.md`) }, call, env)
}
