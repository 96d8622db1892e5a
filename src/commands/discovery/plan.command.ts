import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { readText } from '../../store/disk/read'
import { loadState } from '../../store/state/state'
import { readArtifact } from '../../workflows/discovery/artifact'
import { artifactPath } from '../../workflows/discovery/files'
import { planIn } from '../../workflows/discovery/plan'
import { planOf, taskOption } from './plan-command'

const phase = 'implementation_plan'

/** Hands a verified plan over to the six spells. */
export const command = defineCommand({
  name: 'plan',
  summary: 'Print the verified plan as a plan.md, with the commands that show its criteria',
  options: [taskOption],
  async run(_, cli) {
    const { workflow, ctx } = await planOf(cli)
    const { current, context } = loadState(ctx.root, workflow)
    const plan = planIn(context)
    const path = artifactPath(workflow.folder, phase)
    if (!plan || current !== 'verified') {
      const message = 'The plan is not verified yet, so there is nothing to carry out.'
      throw new Failure(exit.notPossible, 'not-verified', message, 'spell discovery status')
    }
    const { artifact, problems } = readArtifact(phase, readText(ctx.root, path) ?? '')
    if (!artifact) {
      const message = `${path} is not the artifact that was submitted.`
      throw new Failure(exit.unreadable, 'artifact-unreadable', message, `git restore ${path}`, { details: problems })
    }
    const { planDocument } = await import('./plan-document')
    const markdown = planDocument(plan, artifact.subtasks, path)
    const { task } = plan
    return {
      document: { schemaVersion: 1, kind: 'plan', ok: true, workflow: 'discovery', task, plan: markdown, warnings: [] },
      markdown,
      exitCode: exit.done,
    }
  },
})
