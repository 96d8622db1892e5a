import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import { type CommandContext, defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { type PieceOfWork, workMeant } from '../../cli/work-meant'
import { attemptAsync, Failure } from '../../failure/failure'
import { isFolder } from '../../store/disk/read'
import { lastPutAway } from '../../works/archived-here'
import { undo } from './undo'

/** Undoes the last step. */
export const command = defineCommand({
  name: 'undo',
  summary: 'Undo the last step with its files; repeat to go further back',
  options: [waitOption],
  async run(_, cli) {
    const { workflow, ctx } = await workToUndo(cli)
    return outputOf(await undo(workflow, ctx), cli.options.for, () => cast(workflow, workflow.look, ctx))
  },
})

/** Archived work has no folder any more, but can come back. */
async function workToUndo(cli: CommandContext): Promise<PieceOfWork> {
  const meant = await attemptAsync(() => workMeant(cli))
  const isThere = !(meant instanceof Failure) && isFolder(meant.ctx.root, meant.workflow.folder)
  const ctx = castContextOf(cli)
  const asked = cli.options.work ?? (cli.env.SPELL_WORK || undefined)
  const isGone = meant instanceof Failure && meant.code === 'unknown-work'
  const workflow = isThere || (meant instanceof Failure && !isGone) ? undefined : lastPutAway(ctx.root, asked)
  if (workflow) return { workflow, ctx }
  if (meant instanceof Failure) throw meant
  return meant
}
