import { defineCommand } from '../../cli/command'
import { act, asOption, changing } from './plan-command'

/** Approves an artifact that waits for a review. */
export const command = defineCommand({
  name: 'approve',
  summary: 'Approve the current artifact',
  options: [{ ...asOption, help: 'who approves; refused where it is the turn of the other' }, ...changing],
  async run(_, cli) {
    const { as } = cli.options
    return act(cli, 'approve', as ? { as } : {})
  },
})
