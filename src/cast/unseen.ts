import type { Environment } from '../disk/settings/settings'
import { stashed } from '../git/stashed'
import type { Failure } from '../text/failure'
import { statePath } from '../work/history/history-line'
import type { Work } from '../work/work'

/** @returns why work that git has is not here: a sparse checkout leaves it out, or a stash has it */
export const unseen = async ({ root, flow }: Work, env: Environment): Promise<Failure | undefined> =>
  (await (await import('../git/sparse')).leftOut(root, env)) ?? (await stashed(root, statePath(flow), env))
