import type { CastContext } from '../../src/cast/cast'
import * as doctor from '../../src/check/doctor/repair'
import * as rules from '../../src/check/examine'
import { changedInArchive } from '../../src/check/file-rules'
import type { Finding } from '../../src/check/finding'
import { settingsRight } from '../../src/check/repository-rules'
import type { Environment } from '../../src/disk/environment'
import { withGit } from '../../src/git/git'
import { allWork } from '../../src/work/open'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { titleOf } from './casting'

/** What the doctor finds in a piece of work, in all archives and in the settings. */
export async function examine(of: {
  readonly root: string
  readonly workflow: Workflow
  readonly env: Environment
  readonly now: Date
}): Promise<Finding[]> {
  const { root, workflow, env, now } = of
  const title = (state: string) => titleOf(workflow, state)
  return withGit(root, env, async (git) => {
    const found = await rules.examine(workIn(root, workflow), { git, now, title })
    for (const work of await allWork(root, 'archives')) found.push(...(await changedInArchive(work, git)))
    return [...found, ...(await settingsRight(root, env))]
  })
}

/** What `--fix` does about it. */
export const repair = (workflow: Workflow, ctx: CastContext): Promise<readonly string[]> =>
  withGit(ctx.root, ctx.env, (git) => doctor.repair(workIn(ctx.root, workflow), ctx, git))
