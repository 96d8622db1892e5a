import { settleSplit } from '../../src/commands/doctor/settle-split'
import { splitIn } from '../../src/commands/doctor/split'
import type { Chosen } from '../../src/commands/doctor/split-words'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt } from './casting'
import type { Folder } from './folder'

/** Lets one side of what git has put together go on, if there are two. @returns whether there were */
export async function settleAs(folder: Folder, side: Chosen = 'mine'): Promise<boolean> {
  const split = await splitIn(folder.path, engineer)
  if (split) await settleSplit(split, side, edgeAt(folder))
  return split !== undefined
}
