import { code } from '../../answer/markdown'
import { placeOf } from '../../answer/state-text'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { readText } from '../../disk/read'
import { exit, Failure } from '../../failure/failure'
import { readArtifact } from '../../flows/discovery/artifact'
import { toRead } from '../../flows/discovery/decisions'
import { artifactPath, artifactsIn } from '../../flows/discovery/files'
import { type Phase, phases } from '../../flows/discovery/phases'
import { planIn } from '../../flows/discovery/plan'
import { phaseNamed } from '../../flows/discovery/problems'
import { showPlan } from '../../flows/discovery/show'
import { nearest } from '../../flows/nearest'
import { isSeen } from '../../flows/words'
import { readHistory } from '../../report/history/history'
import { act, isThereIn, planOf, startedIn, taskOption } from '../../verbs/discovery/plan-command'

/** What changes nothing. */

export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the plan and the next step',
  options: [taskOption],
  run: (_, cli) => act(cli, 'status', {}),
})

export const artifact = defineCommand({
  name: 'artifact',
  summary: 'Print the stored artifact of a phase',
  argument: { name: 'phase', help: `one of: ${phases.join(', ')} (default: the current one)` },
  options: [
    {
      key: 'format',
      flag: '--format',
      value: 'FORM',
      help: 'as it is stored, or to be read',
      choices: ['json', 'md'],
      fallback: 'json',
    },
    taskOption,
  ],
  async run(name, cli) {
    const { work, ctx } = await planOf(cli)
    const plan = planIn(work.saved.context)
    const phase = name === undefined ? (plan?.phase ?? 'discovery') : named(name)
    const path = artifactPath(work.folder, phase)
    const text = readText(ctx.root, path)
    const { format } = cli.options
    if (text === undefined) {
      const message = `The phase ${phase} has no artifact yet: ${code(path)} is not there.`
      throw new Failure(exit.notPossible, 'no-artifact', message, 'spell discovery status')
    }
    const artifact = contentOf(text, path)
    const { artifact: read } = readArtifact(phase, text)
    const markdown =
      format === 'md' && read
        ? `${toRead(phase, read, 2)}
`
        : text
    const fields = {
      workflow: 'discovery',
      task: plan?.task ?? null,
      phase,
      path,
      artifact,
      stale: plan?.stale.includes(phase) ?? false,
    }
    return documentOutput('artifact', true, fields, markdown)
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
    throw new Failure(exit.unreadable, 'artifact-unreadable', `${path} is not JSON any more.`, 'spell doctor')
  }
}

/** Of a time, ISO 8601. */
const secondsEnd = 'YYYY-MM-DDThh:mm:ss'.length

export const show = defineCommand({
  name: 'show',
  summary: 'Print the whole plan as one Markdown document, for a pull request or an issue',
  options: [taskOption],
  async run(_, cli) {
    const { work, ctx } = await planOf(cli)
    const { current } = work.saved
    const plan = startedIn(work)
    const artifacts = artifactsIn(work.folder, plan, work.probe)
    const title = placeOf(work.flow, current, ctx.texts).title ?? current
    const { entries } = await readHistory(work)
    const words = new Set(entries.filter(({ word }) => isSeen(word)).map(({ time }) => time.slice(0, secondsEnd)))
    const isSeenAt = (time: string) => words.has(time.slice(0, secondsEnd))
    const markdown = showPlan(plan, title, artifacts, isThereIn(ctx.root), isSeenAt)
    return documentOutput('plan', true, { workflow: 'discovery', task: plan.task, plan: markdown }, markdown)
  },
})
