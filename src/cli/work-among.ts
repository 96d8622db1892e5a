import type { CastContext } from '../cast/cast'
import type { Workflow } from '../flows/flow'
import { meantOf } from '../work/meant'
import type { CommandContext } from './command'

/**
 * Finds the piece of work that is meant among several.
 *
 * @param name of the workflow
 * @param asked the piece of work, if its name was typed
 * @param cli asks the developer in a terminal, if nothing decides; absent if no user can be asked
 * @throws Failure as `meantOf` does
 */
export async function workAmong<Context extends CastContext>(
  ctx: Context,
  name: string,
  asked: string | undefined,
  cli: CommandContext | undefined,
): Promise<{ readonly workflow: Workflow; readonly ctx: Context }> {
  const ask = async (names: readonly string[]) => {
    if (!(await cli?.canAsk())) return undefined
    const { picked } = await import('./ask')
    return picked(
      'Which piece of work?',
      names.map((each) => ({ value: each, name: each })),
    )
  }
  // The texts of the other workflows name their work anyway.
  const { workflow, count } = await meantOf(ctx.root, ctx.env, name, asked, ask)
  return { workflow, ctx: count > 1 && name === 'engineer' ? { ...ctx, isOneOfSeveral: true } : ctx }
}
