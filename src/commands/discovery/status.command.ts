import { cast } from '../../cast/cast'
import { defineCommand } from '../../cli/command'
import { outputOfPlan, planOf, taskOption } from './plan-command'

/** Shows where a plan stands, and what is to be done. */
export const command = defineCommand({
  name: 'status',
  summary: 'shows where the plan stands and what is to be done now',
  options: [taskOption],
  async run(_, cli) {
    const { workflow, ctx } = planOf(cli)
    return outputOfPlan(await cast(workflow, workflow.look, ctx), cli)
  },
})
