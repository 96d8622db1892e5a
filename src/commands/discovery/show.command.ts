import { placeOf } from '../../answer/state-text'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { artifactsIn } from '../../flows/discovery/files'
import { showPlan } from '../../flows/discovery/show'
import { isThereIn, planOf, startedIn, taskOption } from '../../verbs/discovery/plan-command'

export const command = defineCommand({
  name: 'show',
  summary: 'Print the whole plan as one Markdown document, for a pull request or an issue',
  options: [taskOption],
  async run(_, cli) {
    const { work, ctx } = await planOf(cli)
    const { current } = work.saved
    const plan = startedIn(work)
    const artifacts = artifactsIn(work.folder, plan, work.probe)
    const title = placeOf(work.flow, current, ctx.texts).title ?? current
    const markdown = showPlan(plan, title, artifacts, isThereIn(ctx.root))
    return documentOutput('plan', true, { workflow: 'discovery', task: plan.task, plan: markdown }, markdown)
  },
})
