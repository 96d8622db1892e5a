import { freshnessHere, judgedTrees } from '../../src/check/freshness'
import type { Checking } from '../../src/check/request'
import { withGit } from '../../src/git/git'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { plainEnv } from '../support/folder'
import { criterion, makeProvable, proofsOf, prove } from '../support/provable-work'

test.each([
  ['of the files that git sees counts for them', true, true, true],
  ['of files that git saw does not count where there is no git to compare with', true, false, false],
  ['without git counts where there is none', false, false, true],
  ['without git does not count for what git sees', false, true, false],
])('a proof %s', async (_, isProvenInGit, isCheckedInGit, isFresh) => {
  const work = await makeProvable(criterion('true'))
  await prove(work, 1, isProvenInGit ? {} : { tree: undefined, treeAll: undefined })
  if (!isCheckedInGit) work.remove('.git')
  const fresh = await withGit(work.path, plainEnv, (git) => {
    const checking = { work: workIn(work.path, engineer), trees: () => judgedTrees(git, undefined), request: { git } }
    return freshnessHere(checking as Partial<Checking> as Checking, proofsOf(work))
  })
  expect(proofsOf(work).map(fresh.isFresh)).toEqual([isFresh])
})
