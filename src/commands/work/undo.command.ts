import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engineer } from '../../workflows/engineer'
import { undo } from './undo'
import { outputOfUndo } from './undo-output'

/** Takes back the last step. */
export const command = defineCommand({
  name: 'undo',
  summary: 'takes back the last step, its files too; again, the one before',
  options: [waitOption],
  run: async (_, cli) => outputOfUndo(await undo(engineer, castContextOf(cli)), cli),
})
