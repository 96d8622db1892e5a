import type { Command } from '../command'
import { limitOption, outputOfHistory } from '../history'
import { planOf, taskOption } from './plan'

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
