import { code } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { readText } from '../../store/disk/read'
import { loadState } from '../../store/state/state'
import { artifactPath } from '../../workflows/discovery/files'
import { type Phase, phases } from '../../workflows/discovery/phases'
import { planIn } from '../../workflows/discovery/plan'
import { phaseNamed } from '../../workflows/discovery/problems'
import { nearest } from '../../workflows/nearest'
import { planOf, taskOption } from './plan-command'

/** Shows the artifact of a phase. */
export const command = defineCommand({
  name: 'artifact',
  summary: 'Print the stored artifact of a phase',
  argument: { name: 'phase', help: `one of: ${phases.join(', ')} (default: the current one)` },
  options: [taskOption],
  async run(name, cli) {
    const { workflow, ctx } = await planOf(cli)
    const plan = planIn(loadState(ctx.root, workflow).context)
    const phase = name === undefined ? (plan?.phase ?? 'discovery') : named(name)
    const path = artifactPath(workflow.folder, phase)
    const text = readText(ctx.root, path)
    if (text === undefined) {
      const message = `The phase ${phase} has no artifact yet: ${code(path)} is not there.`
      throw new Failure(exit.notPossible, 'no-artifact', message, 'spell discovery status')
    }
    return {
      document: {
        schemaVersion: 1,
        kind: 'artifact',
        ok: true,
        workflow: 'discovery',
        task: plan?.task ?? null,
        phase,
        path,
        artifact: contentOf(text, path),
        stale: plan?.stale.includes(phase) ?? false,
        warnings: [],
      },
      markdown: text,
      exitCode: exit.done,
    }
  },
})

function named(name: string): Phase {
  const phase = phaseNamed(name)
  if (phase) return phase
  const message = `There is no phase "${name}"; there is ${phases.join(', ')}.`
  throw new Failure(exit.usage, 'unknown-phase', message, `spell discovery artifact ${nearest(name, phases)[0]}`)
}

function contentOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(exit.unreadable, 'artifact-unreadable', `${path} is not JSON any more.`, `git restore ${path}`)
  }
}
