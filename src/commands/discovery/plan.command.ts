import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { probeFiles } from '../../store/state/probe'
import { loadState } from '../../store/state/state'
import { artifactPath, artifactsIn } from '../../workflows/discovery/files'
import { planIn } from '../../workflows/discovery/plan'
import { planOf, taskOption } from './plan-command'

/** Hands a verified plan over to the six spells. */
export const command = defineCommand({
  name: 'plan',
  summary: 'Print the verified plan as a plan.md, with the commands that show its criteria',
  options: [taskOption],
  async run(_, cli) {
    const { workflow, ctx } = await planOf(cli)
    const { current, context } = loadState(ctx.root, workflow)
    const plan = planIn(context)
    if (!plan || current !== 'verified') {
      const message = 'The plan is not verified yet, so there is nothing to carry out.'
      throw new Failure(exit.notPossible, 'not-verified', message, 'spell discovery status')
    }
    const artifacts = artifactsIn(workflow.folder, plan, probeFiles(ctx.root, workflow.probes))
    if (!artifacts.implementation_plan) {
      const path = artifactPath(workflow.folder, 'implementation_plan')
      const message = `${path} is not the artifact that was submitted.`
      throw new Failure(exit.unreadable, 'artifact-unreadable', message, `git restore ${path}`)
    }
    const { handover } = await import('../../workflows/discovery/handover')
    const { plan: markdown } = handover(plan, artifacts, workflow.folder)
    const { task } = plan
    return {
      document: { schemaVersion: 1, kind: 'plan', ok: true, workflow: 'discovery', task, plan: markdown, warnings: [] },
      markdown,
      exitCode: exit.done,
    }
  },
})
