import type { CastContext } from '../cast/cast'
import { isFolder } from '../store/disk/read'
import { engineer } from '../workflows/engineer'
import { namedFolder } from '../workflows/engineer/files'
import type { Workflow } from '../workflows/workflow'
import { castContextOf } from './cast-context'
import type { CommandContext } from './command'

/** A piece of work, and the context of a cast. */
export interface PieceOfWork {
  readonly workflow: Workflow
  readonly ctx: CastContext
}

/**
 * Finds the piece of work that a command is about. In a terminal the developer is asked if nothing decides.
 *
 * @param name of the workflow
 * @param asked the piece of work, for a workflow that has an option of its own for it
 * @throws Failure as `meantOf` does
 */
export async function workMeant(
  cli: CommandContext,
  name = 'engineer',
  asked = cli.options.work,
): Promise<PieceOfWork> {
  const ask = async (names: readonly string[]) => {
    if (!(await cli.canAsk())) return undefined
    const { picked } = await import('./ask')
    return picked(
      'Which piece of work?',
      names.map((each) => ({ value: each, name: each })),
    )
  }
  return workAt(castContextOf(cli, name), name, asked, ask)
}

/**
 * The same for a caller that has the context of a cast already.
 *
 * @param ask chooses one of several; undefined if nobody answers
 */
export async function workAt<Context extends CastContext>(
  ctx: Context,
  name: string,
  asked: string | undefined,
  ask?: (names: readonly string[]) => Promise<string | undefined>,
): Promise<{ readonly workflow: Workflow; readonly ctx: Context }> {
  const { root, env } = ctx
  // One piece of work without a name is the common case, and costs nothing.
  const isAlone = name === 'engineer' && asked === undefined && !env.SPELL_WORK && !isFolder(root, namedFolder)
  if (isAlone) return { workflow: engineer, ctx }
  const { meantOf } = await import('../works/meant')
  const { workflow, count } = await meantOf(root, env, name, asked, ask)
  return { workflow, ctx: count > 1 ? { ...ctx, isOneOfSeveral: true } : ctx }
}
