import { outputOf } from '../cast/answer/render'
import { chosenWork } from '../cast/chosen-work'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { standard } from '../workflows/registry'
import { undo, workToUndo } from './undo'

export const command = defineCommand({
  name: 'undo',
  isDestructive: true,
  summary: 'Undo the last step; again goes further back',
  options: [waitOption],
  async run(_, cli) {
    const { work, ctx } = await workToUndo(cli, standard, undefined, () => chosenWork(cli, { withOwn: true }))
    return outputOf(await undo(work, ctx), cli.options.for)
  },
})
