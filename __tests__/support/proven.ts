import { readText } from '../../src/disk/read'
import { engineer } from '../../src/flows/engineer'
import { treesOf } from '../../src/git/tree'
import { readCriterion } from '../../src/proof/criteria/criterion'
import { knownCriteria } from '../../src/proof/criteria/known'
import { beginningOf, workIdOf } from '../../src/work/history/work-id'
import type { NewProof } from '../../src/work/proof-log'
import { loadState } from '../../src/work/state/state'
import { addProof } from './add-proof'
import type { Folder } from './folder'
import { plainEnv } from './git-repository'

/** A key that is undefined is absent. */
type Differences = { readonly [Key in keyof NewProof]?: NewProof[Key] | undefined }

const text = (root: string) => readText(root, '.ai/task/plan.md') ?? ''

/**
 * Keeps a run of each command of a criterion, as proving does.
 *
 * @param which the number of the criterion, from 1; or a command that the settings ask for
 * @param more what is different from a command that passed
 */
export async function prove(folder: Folder, which: number | string, more: Differences = {}) {
  const { path: root } = folder
  folder.write({ '.ai/.local/.gitignore': '*\n' })
  const criteria = engineer.plan?.criteria(text(root)).map(readCriterion) ?? []
  const asked = typeof which === 'string' ? knownCriteria([], [which])[0] : knownCriteria(criteria)[which - 1]
  if (!asked) throw new Error(`there is no criterion ${which}`)
  const { criterion, known } = asked
  const first = beginningOf(root, engineer, loadState(root, engineer).history)
  const work = first && workIdOf(first)
  const trees = await treesOf(root, plainEnv)
  for (const [index, command] of criterion.commands.entries())
    addProof(root, engineer, {
      time: '2026-08-20T16:00:00.000Z',
      ...(work && { work }),
      ...known,
      command: index + 1,
      of: criterion.commands.length,
      shell: command.text,
      outcome: 'passed',
      exit: 0,
      ms: 1200,
      output: 'a'.repeat(64),
      ...(trees && 'treeAll' in trees && { tree: trees.tree, treeAll: trees.treeAll }),
      node: 'v20.0.0',
      os: 'linux x64',
      ...more,
    } as NewProof)
}

/** Keeps a passed run of each command of every criterion. */
export async function proveAll(folder: Folder): Promise<void> {
  const criteria = engineer.plan?.criteria(text(folder.path)).map(readCriterion) ?? []
  for (const [index, { commands }] of criteria.entries()) if (commands.length > 0) await prove(folder, index + 1)
}
