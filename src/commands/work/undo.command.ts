import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engineer } from '../../workflows/engineer'
import { undo } from './undo'

/** Undoes the last step. */
export const command = defineCommand({
  name: 'undo',
  summary: 'Undo the last step with its files; repeat to go further back',
  options: [waitOption],
  async run(_, cli) {
    const ctx = castContextOf(cli)
    return outputOf(await undo(engineer, ctx), cli.options.for, () => cast(engineer, engineer.look, ctx))
  },
})
