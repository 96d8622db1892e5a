import type { Side } from '../../src/check/doctor/merge/choice'
import { seeMerge } from '../../src/check/doctor/merge/see-merge'
import { settleMerge } from '../../src/check/doctor/merge/settle-merge'
import { withGit } from '../../src/git/git'
import { edgeAt, titleOf } from './casting'
import type { Folder } from './folder'

/** Lets one side of a merge in git continue, if there is one. @returns whether there was */
export async function settleAs(folder: Folder, side: Side = 'mine'): Promise<boolean> {
  const { open } = await withGit(folder.path, process.env, (git) => seeMerge(git, titleOf))
  if (open) await withGit(folder.path, process.env, (git) => settleMerge(open, side, edgeAt(folder), git))
  return open !== undefined
}
