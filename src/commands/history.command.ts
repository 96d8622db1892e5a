import { chosenWork } from '../cast/chosen-work'
import { currentWork } from '../cast/current-work'
import { defineCommand } from '../cli/command'
import { historyOptions, outputOfHistory } from '../show/history/history-output'
import { loadSettings } from '../work/settings/settings'
import { workflowIn } from '../work/workflows-here'
import { standard } from '../workflows/registry'

export const command = defineCommand({
  name: 'history',
  summary: 'List the steps of this piece of work',
  options: historyOptions,
  async run(_, cli) {
    const meant = await chosenWork(cli, { isLook: true, withOwn: true })
    const { workflow } = await loadSettings(meant.ctx.root, meant.ctx.env)
    const isNamed = cli.options.work !== undefined
    const { work, ctx } = isNamed ? meant : await currentWork(meant, workflow)
    const { begin } = await workflowIn(ctx.root, isNamed ? standard : workflow)
    return outputOfHistory(work, ctx, cli.options, begin)
  },
})
