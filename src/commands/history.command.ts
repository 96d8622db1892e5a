import { defineCommand } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { limitOption, outputOfHistory } from '../report/history/history-output'

export const command = defineCommand({
  name: 'history',
  summary: 'List the steps of this piece of work',
  options: [limitOption],
  async run(_, cli) {
    const { work, ctx } = await workMeant(cli, { isLook: true })
    return outputOfHistory(work, ctx, cli.options.limit, 'spell accio')
  },
})
