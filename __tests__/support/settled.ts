import { settleSplit } from '../../src/commands/doctor/settle-split'
import { splitIn } from '../../src/commands/doctor/split'
import type { Chosen } from '../../src/commands/doctor/split-words'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt } from './casting'
import type { Folder } from './folder'

/** Lets one side of a merge in git continue, if there is one. @returns whether there was */
export async function settleAs(folder: Folder, side: Chosen = 'mine'): Promise<boolean> {
  const split = await splitIn(folder.path, engineer)
  if (split) await settleSplit(split, side, edgeAt(folder))
  return split !== undefined
}
