import type { Side } from '../../src/check/doctor/merge/choice'
import { type MergeSeen, seeMerge } from '../../src/check/doctor/merge/see-merge'
import { nameAfterRebase, settleMerge } from '../../src/check/doctor/merge/settle-merge'
import { withGit } from '../../src/git/git'
import { edgeAt, titleOf } from './casting'
import type { Folder } from './folder'

export const seenIn = ({ path }: Folder): Promise<MergeSeen> =>
  withGit(path, process.env, (git) => seeMerge(git, titleOf))

/** Lets one side go on in what git puts together, or names it after a rebase, as the doctor does. @returns what there was */
export async function settleAs(folder: Folder, side: Side = 'mine'): Promise<MergeSeen> {
  const seen = await seenIn(folder)
  const { open, toName } = seen
  const ctx = edgeAt(folder, new Date(Date.UTC(2026, 7, 21)))
  await withGit(folder.path, process.env, async (git) => {
    if (open) await settleMerge(open, side, ctx, git)
    else if (toName) await nameAfterRebase(toName, ctx, git)
  })
  return seen
}
