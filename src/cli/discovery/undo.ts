import { undo } from '../../undo'
import type { Command } from '../command'
import { outputOfUndo } from '../undo'
import { changing, planOf } from './plan'

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
