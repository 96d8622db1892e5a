import type { Command } from '../../cli/command'
import { limitOption, outputOfHistory } from '../history/history.command'
import { planOf, taskOption } from './plan-command'

/** Shows what has happened to a plan. */
export const command: Command = {
  name: 'history',
  summary: 'shows what has happened to the plan, the newest last',
  options: [limitOption, taskOption],
  async run(_, setting) {
    const { workflow, edge } = planOf(setting)
    return outputOfHistory(workflow, edge, setting.options.limit, 'spell discovery')
  },
}
