import type { Answer } from '../answer/answer'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { filesUnder } from '../disk/read'
import { withThrowawayFolder } from '../disk/throwaway'
import { exit, Failure } from '../failure/failure'
import { standardFlow } from '../flows/registry'
import { simpleGitIn } from '../git/start'
import type { Environment } from '../settings/settings'
import { openWork } from '../work/open'

/** A step of the tour, from `templates/tour/`: what the developer and the agent do, then what they cast. */
export interface TourStep {
  readonly says: string
  /** How many open criteria of the plan are ticked first. */
  readonly ticks?: number
  /** The file that the developer or the agent writes first, and its text. */
  readonly writes?: string
  readonly text?: string
  readonly casts: string
}

/**
 * Plays a piece of work from its beginning to its archive in a temporary git repository, until `show` returns false.
 * Every answer is real.
 *
 * @returns the files at the end, relative to the repository
 */
export function playTour(
  steps: readonly TourStep[],
  ctx: CastContext,
  show: (step: TourStep, answer: Answer, here: CastContext) => Promise<boolean>,
): Promise<string[]> {
  return withThrowawayFolder(async (root, write) => {
    await makeRepository(root, ctx.env)
    for (const step of steps) {
      const work = await openWork(root, { flow: standardFlow })
      const { plan } = standardFlow
      if (step.ticks && plan) write(plan.file, tick(work.plan ?? '', step.ticks))
      if (step.writes) write(step.writes, step.text ?? '')
      const here = { ...ctx, root }
      const answer = await cast(work.reread(), step.casts, here)
      if (!(await show(step, answer, here))) break
    }
    return filesUnder(root, '.ai')
  })
}

/** Creates an empty git repository. Throws Failure `no-git` if git is not installed */
async function makeRepository(folder: string, env: Environment): Promise<void> {
  try {
    await (await simpleGitIn(folder, env)).init()
  } catch (error) {
    const message = 'git could not make a repository to throw away.'
    throw new Failure(exit.system, 'no-git', message, 'git --version', { cause: error })
  }
}

const tick = (plan: string, boxes: number): string =>
  Array.from({ length: boxes }).reduce<string>((text) => text.replace('- [ ] ', '- [x] '), plan)
