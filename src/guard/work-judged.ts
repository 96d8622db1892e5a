import { isFolder } from '../disk/read'
import { Failure } from '../failure/failure'
import { namedFolder } from '../flows/engineer/files'
import { standard } from '../flows/registry'
import { allWork, openWork } from '../work/open'
import type { Work } from '../work/work'
import type { Gate } from './guard'

/**
 * @returns the piece of work that a commit is judged by; all of them if nothing says which is meant
 * @throws Failure if a folder or a state cannot be read
 */
export async function workJudged(root: string, env: Gate['env']): Promise<readonly Work[]> {
  try {
    return [await openWork(root, { env, isLook: true })]
  } catch (error) {
    if (!(error instanceof Failure) || !['which-work', 'unknown-work'].includes(error.code)) throw error
    return spellWorks(root)
  }
}

/** @returns the work of the repository's own workflows, which each blocks in the states that the settings name */
export const ownWorks = async (root: string): Promise<readonly Work[]> =>
  isFolder(root, namedFolder) ? (await allWork(root)).filter(({ flow }) => flow.own) : []

/** @returns every piece of work of the six spells. Throws Failure if a folder cannot be read */
export async function spellWorks(root: string): Promise<readonly Work[]> {
  if (!isFolder(root, namedFolder)) return [await openWork(root, { env: {} })]
  return (await allWork(root)).filter(({ flow }) => flow.definition.name === standard)
}
