import { isFolder } from '../disk/read'
import { Failure } from '../failure/failure'
import { namedFolder } from '../flows/engineer/files'
import type { Workflow } from '../flows/flow'
import { standard, standardFlow } from '../flows/registry'
import { allWork, openWork } from '../work/open'
import type { Gate } from './guard'

/**
 * @returns the piece of work that a commit is judged by; all of them if nothing says which is meant
 * @throws Failure if a folder or a state cannot be read
 */
export async function workJudged({ root, env }: Pick<Gate, 'root' | 'env'>): Promise<readonly Workflow[]> {
  if (!isFolder(root, namedFolder)) return [standardFlow]
  try {
    return [(await openWork(root, { env, isLook: true })).flow]
  } catch (error) {
    if (!(error instanceof Failure) || !['which-work', 'unknown-work'].includes(error.code)) throw error
    return spellWorks(root)
  }
}

/** @returns every piece of work of the six spells. Throws Failure if a folder cannot be read */
export async function spellWorks(root: string): Promise<readonly Workflow[]> {
  if (!isFolder(root, namedFolder)) return [standardFlow]
  return (await allWork(root)).flatMap(({ flow }) => (flow.definition.name === standard ? [flow] : []))
}
