import { defineCommand } from '../../cli/command'
import { act, taskOption } from './plan-command'

/** Shows where a plan stands, and what is to be done. */
export const command = defineCommand({
  name: 'status',
  summary: 'Show the state of the plan and the next step',
  options: [taskOption],
  run: (_, cli) => act(cli, 'status', {}),
})
