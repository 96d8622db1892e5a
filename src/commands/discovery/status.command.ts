import { defineCommand } from '../../cli/command'
import { act, taskOption } from '../../verbs/discovery/plan-command'

export const command = defineCommand({
  name: 'status',
  summary: 'Show the state of the plan and the next step',
  options: [taskOption],
  run: (_, cli) => act(cli, 'status', {}),
})
