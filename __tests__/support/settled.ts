import { engineer } from '../../src/flows/engineer'
import { settleSplit } from '../../src/rules/doctor/settle-split'
import { splitIn } from '../../src/rules/doctor/split'
import type { Chosen } from '../../src/rules/doctor/split-words'
import { edgeAt } from './casting'
import type { Folder } from './folder'

/** Lets one side of a merge in git continue, if there is one. @returns whether there was */
export async function settleAs(folder: Folder, side: Chosen = 'mine'): Promise<boolean> {
  const split = await splitIn(folder.path, engineer)
  if (split) await settleSplit(split, side, edgeAt(folder))
  return split !== undefined
}
