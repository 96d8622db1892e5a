import { taskItems } from '../../src/markdown/task-items'
import { beginningOf, workIdOf } from '../../src/store/history/work-id'
import { addProof } from '../../src/store/proofs/proof-log'
import { knownIn } from '../../src/store/proofs/standings'
import { loadState } from '../../src/store/state/state'
import { engineer } from '../../src/workflows/engineer'
import { readCriterion } from '../../src/workflows/proving/criterion'
import type { Folder } from './folder'

/**
 * As if `spell prove` had run the commands of criteria, and all had passed, in a folder without git.
 *
 * @param which of the criteria of its plan, counted from 0; all by default
 */
export function addPassed(folder: Folder, ...which: number[]): void {
  folder.write({ '.ai/.local/kept': '' })
  const criteria = taskItems(folder.read('.ai/task/plan.md')).map(readCriterion)
  const known = knownIn(criteria)
  const first = beginningOf(folder.path, engineer, loadState(folder.path, engineer).history)
  const work = first && workIdOf(first)
  const isMeant = (index: number) => which.length === 0 || which.includes(index)
  for (const [index, { commands }] of criteria.entries())
    for (const [place, { text }] of isMeant(index) ? commands.entries() : [])
      addProof(folder.path, engineer, {
        time: '2026-08-20T15:30:00.000Z',
        ...(work && { work }),
        criterion: known[index]?.criterion ?? '',
        commands: known[index]?.commands ?? '',
        command: place + 1,
        of: commands.length,
        argv: text.split(' '),
        outcome: 'passed',
        exit: 0,
        ms: 12,
        output: '0'.repeat(64),
        node: '20.17.0',
        os: 'linux',
      })
}
