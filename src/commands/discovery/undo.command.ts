import type { Command } from '../../cli/command'
import { undo } from '../work/undo'
import { outputOfUndo } from '../work/undo.command'
import { changing, planOf } from './plan-command'

/** Takes back the last step of a plan. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the plan, its files too',
  options: changing,
  async run(_, setting) {
    const { workflow, edge } = planOf(setting)
    return outputOfUndo(await undo(workflow, edge), setting)
  },
}
