import { defineCommand } from '../cli/command'
import { workAtHand } from '../cli/work-at-hand'
import { workMeant } from '../cli/work-meant'
import { entryOf, standard } from '../flows/registry'
import { limitOption, outputOfHistory } from '../report/history/history-output'
import { loadSettings } from '../settings/settings'

export const command = defineCommand({
  name: 'history',
  summary: 'List the steps of this piece of work',
  options: [limitOption],
  async run(_, cli) {
    const meant = await workMeant(cli, { isLook: true })
    const { workflow } = await loadSettings(meant.ctx.root, meant.ctx.env)
    const isNamed = cli.options.work !== undefined
    const { work, ctx } = isNamed ? meant : await workAtHand(meant, workflow)
    return outputOfHistory(work, ctx, cli.options.limit, entryOf(isNamed ? standard : workflow).begin)
  },
})
