import { resolve } from 'node:path'
import { hasContent, isFolder } from '../disk/read'
import { findRoot } from '../disk/root'
import type { Environment } from '../settings/settings'
import type { Work } from '../work/work'
import type { StopCall } from './stop-call'
import type { Unproven } from './unproven'
import { spellWorks } from './work-judged'

export { stopCallIn } from './stop-call'

/**
 * Judges whether an agent may stop: not while it carries out a task of which something is ticked that is not proven.
 *
 * @returns what to tell it instead; undefined if there is nothing to tell, or it was told already
 * @throws Failure if state, plan or settings cannot be read, or what was told cannot be kept
 */
export async function judgeStop(
  call: StopCall,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<Unproven | undefined> {
  if (call.isAgain) return undefined
  const root = findRoot(resolve(cwd, call.cwd ?? '.'))
  for (const work of await spellWorks(root)) {
    const found = await judgeWork(work, call, env)
    if (found) return found
  }
  return undefined
}

async function judgeWork(work: Work, call: StopCall, env: Environment): Promise<Unproven | undefined> {
  const { root, flow, folder } = work
  const { plan } = flow
  const proving = plan?.proving
  if (!plan || !proving || !isFolder(root, folder)) return undefined
  if (work.saved.current !== 'ACHIEVE_TASK_EXECUTED') return undefined
  const text = work.plan ?? ''
  if (!proving.isNeeded({ [plan.file]: text })) return undefined
  const { unprovenIn } = await import('./unproven')
  const task = { work, items: plan.criteria(text), isReported: hasContent(root, `${folder}/task-results.md`) }
  return unprovenIn(task, call, env)
}
