import { placeOf } from '../../answer/state-text'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { artifactsIn } from '../../flows/discovery/files'
import { planIn } from '../../flows/discovery/plan'
import { showPlan } from '../../flows/discovery/show'
import { isThereIn, planOf, taskOption } from '../../verbs/discovery/plan-command'

/** Shows a whole plan as one document. */
export const command = defineCommand({
  name: 'show',
  summary: 'Print the whole plan as one Markdown document, for a pull request or an issue',
  options: [taskOption],
  async run(_, cli) {
    const { work, ctx } = await planOf(cli)
    const { current, context } = work.saved
    const plan = planIn(context)
    if (!plan) {
      const message = 'No plan of this name has been started.'
      throw new Failure(exit.notPossible, 'no-plan', message, 'spell discovery start "Add CSV export"')
    }
    const artifacts = artifactsIn(work.folder, plan, work.probe)
    const title = placeOf(work.flow, current, ctx.texts).title ?? current
    const markdown = showPlan(plan, title, artifacts, isThereIn(ctx.root))
    const { task } = plan
    return {
      document: { schemaVersion: 1, kind: 'plan', ok: true, workflow: 'discovery', task, plan: markdown, warnings: [] },
      markdown,
      exitCode: exit.done,
    }
  },
})
