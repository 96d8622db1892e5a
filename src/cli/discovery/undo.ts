import { undo } from '../../undo'
import type { Command } from '../command'
import { outputOf } from '../spell'
import { changing, planOf } from './plan'

/** Takes back the last step of a plan. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the plan, its files too',
  options: changing,
  async run(_, setting) {
    const { workflow, edge } = planOf(setting)
    const { undone, setAside, ...answer } = await undo(workflow, edge)
    const output = outputOf({ ...answer, kind: 'cast' }, setting.options.for ?? 'both')
    return { ...output, document: { ...answer, undone, setAside } }
  },
}
