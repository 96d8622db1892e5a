import { code } from '../../answer/markdown'
import { placeOf } from '../../answer/state-text'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { readText } from '../../disk/read'
import { exit, Failure } from '../../failure/failure'
import { type Artifact, readArtifact } from '../../flows/discovery/artifact'
import { toRead } from '../../flows/discovery/decisions'
import { artifactPath, artifactsIn, revisionPath } from '../../flows/discovery/files'
import { type Phase, phases } from '../../flows/discovery/phases'
import { type Plan, planIn } from '../../flows/discovery/plan'
import { phaseNamed } from '../../flows/discovery/problems'
import { renderChanges } from '../../flows/discovery/render'
import { revisionOf, showPlan } from '../../flows/discovery/show'
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
    { key: 'diff', flag: '--diff', help: 'what changed since the version that was sent back' },
    taskOption,
  ],
  async run(name, cli) {
    const { work, ctx } = await planOf(cli)
    const plan = planIn(work.saved.context)
    const phase = name === undefined ? (plan?.phase ?? 'discovery') : named(name)
    const path = artifactPath(work.folder, phase)
    const text = readText(ctx.root, path)
    const { format, diff = false } = cli.options
    if (text === undefined) {
      const message = `The phase ${phase} has no artifact yet: ${code(path)} is not there.`
      throw new Failure(exit.notPossible, 'no-artifact', message, 'spell discovery status')
    }
    const artifact = contentOf(text, path)
    const { artifact: read } = readArtifact(phase, text)
    const earlier = diff && plan ? earlierOf(ctx.root, work.folder, plan, phase) : undefined
    const changes = read && earlier && renderChanges(toRead(phase, earlier), toRead(phase, read))
    const markdown = diff
      ? `${changes || 'Nothing differs.'}\n`
      : format === 'md' && read
        ? `${toRead(phase, read, 2)}\n`
        : text
    const fields = {
      workflow: 'discovery',
      task: plan?.task ?? null,
      phase,
      path,
      artifact,
      ...(diff && { changes: changes ?? '' }),
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
    throw new Failure(exit.unreadable, 'artifact-unreadable', `${path} is not JSON any more.`, `git restore ${path}`)
  }
}

/** The version that was sent back. Throws Failure if there is none. */
function earlierOf(root: string, folder: string, plan: Plan, phase: Phase): Artifact | undefined {
  const path = revisionPath(folder, phase, revisionOf(plan, phase) - 1)
  const text = readText(root, path)
  if (text !== undefined) return readArtifact(phase, text).artifact
  const message = `There is no earlier version of ${phase}.`
  throw new Failure(exit.notPossible, 'no-earlier', message, `spell discovery artifact ${phase}`)
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
