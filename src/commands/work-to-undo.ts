import { castContextOf, textsOf } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import type { WorkMeant } from '../cli/work-meant'
import { isFolder } from '../disk/read'
import { attemptAsync, Failure } from '../text/failure'
import { archivedLast } from '../work/archives'

/**
 * Finds the piece of work whose last step is to be undone. Archived work has no folder any more, but can come back.
 *
 * @param asked the name of the piece of work that was typed, if any
 * @throws Failure as `meant` does
 */
export async function workToUndo(
  cli: CommandContext,
  workflow: string,
  asked: string | undefined,
  meant: () => Promise<WorkMeant>,
): Promise<WorkMeant> {
  const found = await attemptAsync(meant)
  const isThere = !(found instanceof Failure) && isFolder(found.work.root, found.work.folder)
  const isGone = found instanceof Failure && ['unknown-work', 'no-work', 'which-work'].includes(found.code)
  const ctx = castContextOf(cli)
  const name = asked ?? cli.options.work ?? (cli.env.SPELL_WORK || undefined)
  const archived =
    isThere || (found instanceof Failure && !isGone) ? undefined : await archivedLast(ctx.root, workflow, name)
  if (archived) return { work: archived, ctx: { ...ctx, texts: textsOf(archived.flow) } }
  if (found instanceof Failure) throw found
  return found
}
