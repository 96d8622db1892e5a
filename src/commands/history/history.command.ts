import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { engineer } from '../../workflows/engineer'
import { limitOption, outputOfHistory } from './history-output'

/** Lists past steps, the newest last. */
export const command = defineCommand({
  name: 'history',
  summary: 'List the steps of this piece of work',
  options: [limitOption],
  run: async (_, cli) => outputOfHistory(engineer, castContextOf(cli), cli.options.limit, 'spell accio'),
})
