import type { CastContext } from '../cast/cast'
import { isFolder } from '../disk/read'
import { engineer } from '../flows/engineer'
import { namedFolder } from '../flows/engineer/files'
import type { Workflow } from '../flows/flow'
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
 * @param asked the piece of work, for a workflow with an own option for it
 * @throws Failure as `meantOf` does
 */
export const workMeant = async (
  cli: CommandContext,
  name = 'engineer',
  asked = cli.options.work,
): Promise<PieceOfWork> => workAt(castContextOf(cli, name), name, asked, cli)

/**
 * The same for a caller that has the context of a cast already.
 *
 * @param cli absent if no user can be asked
 */
export async function workAt<Context extends CastContext>(
  ctx: Context,
  name: string,
  asked: string | undefined,
  cli?: CommandContext,
): Promise<{ readonly workflow: Workflow; readonly ctx: Context }> {
  const { root, env } = ctx
  // One piece of work without a name is the common case, and costs nothing.
  const isAlone = name === 'engineer' && asked === undefined && !env.SPELL_WORK && !isFolder(root, namedFolder)
  if (isAlone) return { workflow: engineer, ctx }
  const { workAmong } = await import('./work-among')
  return workAmong(ctx, name, asked, cli)
}
