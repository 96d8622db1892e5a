import { isFolder } from '../disk/read'
import { kept } from '../engine/records'
import { Failure } from '../failure/failure'
import { namedFolder } from '../flows/engineer/files'
import { standard } from '../flows/registry'
import type { Choice } from '../work/choice'
import { allWork, openWork } from '../work/open'
import type { Work } from '../work/work'

/**
 * @returns the work that a commit is judged by: of the six spells, and of each workflow of the repository, the piece that
 *   is meant, or all of them if nothing says which
 * @throws Failure if a folder or a state cannot be read
 */
export async function worksJudged(root: string, choice: Choice): Promise<readonly Work[]> {
  const byWorkflow = new Map<string, Work[]>()
  for (const work of await ownWorks(root)) kept(byWorkflow, work.flow.definition.name, () => []).push(work)
  const judged = [...byWorkflow].map(([workflow, all]) => workJudged(root, { ...choice, workflow }, async () => all))
  return (await Promise.all([workJudged(root, choice), ...judged])).flat()
}

/** @returns the same, of one workflow; `all` reads every piece of it */
export async function workJudged(root: string, choice: Choice, all = spellWorks): Promise<readonly Work[]> {
  try {
    return [await openWork(root, { ...choice, isLook: true })]
  } catch (error) {
    if (!(error instanceof Failure) || !['which-work', 'unknown-work'].includes(error.code)) throw error
    return all(root)
  }
}

/** @returns the work of the repository's own workflows */
export const ownWorks = async (root: string): Promise<readonly Work[]> =>
  isFolder(root, namedFolder) ? (await allWork(root)).filter(({ flow }) => flow.own) : []

/** @returns every piece of work of the six spells. Throws Failure if a folder cannot be read */
export async function spellWorks(root: string): Promise<readonly Work[]> {
  if (!isFolder(root, namedFolder)) return [await openWork(root, { env: {} })]
  return (await allWork(root)).filter(({ flow }) => flow.definition.name === standard)
}
