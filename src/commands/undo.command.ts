import { outputOf } from '../cli/answer-output'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { workMeant } from '../cli/work-meant'
import { standard } from '../workflows/registry'
import { undo, workToUndo } from './undo'

export const command = defineCommand({
  name: 'undo',
  isDestructive: true,
  summary: 'Undo the last step; again goes further back',
  options: [waitOption],
  async run(_, cli) {
    const { work, ctx } = await workToUndo(cli, standard, undefined, () => workMeant(cli, { withOwn: true }))
    return outputOf(await undo(work, ctx), cli.options.for)
  },
})
