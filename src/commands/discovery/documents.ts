import { documentOutput } from '../../cli/answer-output'
import type { Output } from '../../cli/command'
import type { Given } from '../../cli/read-word'
import type { WorkMeant } from '../../cli/work-meant'
import { readText } from '../../disk/read'
import { readHistory } from '../../show/history/history'
import { exit, Failure } from '../../text/failure'
import { fromJson } from '../../text/json'
import { code } from '../../text/markdown-parts'
import type { Work } from '../../work/work'
import { isSeen } from '../../workflow/event-words'
import { nearest } from '../../workflow/nearest'
import { placeOf } from '../../workflow/state-text'
import { readArtifact } from '../../workflows/discovery/artifact'
import { artifactPath, artifactsIn } from '../../workflows/discovery/files'
import { fresh, type Plan, phaseNamed, phases, planIn } from '../../workflows/discovery/plan'
import { showPlan, toRead } from '../../workflows/discovery/show'
import { isThereIn } from './seen'

/** Prints the artifact of a phase. Throws Failure (notPossible) `no-artifact`, (usage) `unknown-phase`. */
export async function artifact({ work, ctx }: WorkMeant, { phase: asked, format }: Given): Promise<Output> {
  const plan = planIn(work.saved.context) ?? fresh
  const name = String(asked ?? plan.phase)
  const phase = phaseNamed(name)
  if (!phase) {
    const message = `There is no phase "${name}"; there is ${phases.join(', ')}.`
    throw new Failure(exit.usage, 'unknown-phase', message, `spell discovery artifact ${nearest(name, phases)[0]}`)
  }
  const path = artifactPath(work.folder, phase)
  const text = readText(ctx.root, path)
  if (text === undefined) {
    const message = `The phase ${phase} has no artifact yet: ${code(path)} is not there.`
    throw new Failure(exit.notPossible, 'no-artifact', message, 'spell discovery status')
  }
  const artifact = fromJson(text)
  if (artifact === undefined)
    throw new Failure(exit.unreadable, 'artifact-unreadable', `${path} is not JSON any more.`, 'spell doctor')
  const { artifact: read } = readArtifact(phase, text)
  const markdown = format === 'md' && read ? `${toRead(phase, read, 2)}\n` : text
  const fields = { workflow: 'discovery', task: plan.task || null, phase, path, artifact }
  return documentOutput('artifact', true, { ...fields, stale: plan.stale.includes(phase) }, markdown)
}

/** Of a time, ISO 8601. */
const secondsEnd = 'YYYY-MM-DDThh:mm:ss'.length

/** Prints the whole plan as one document. Throws Failure as `startedIn` does. */
export async function show({ work, ctx }: WorkMeant): Promise<Output> {
  const { current } = work.saved
  const plan = startedIn(work)
  const artifacts = artifactsIn(work.folder, plan, work.probe)
  const title = placeOf(work.flow, current, ctx.texts).title ?? current
  const { entries } = await readHistory(work)
  const words = new Set(entries.filter(({ word }) => isSeen(word)).map(({ time }) => time.slice(0, secondsEnd)))
  const isSeenAt = (time: string) => words.has(time.slice(0, secondsEnd))
  const markdown = showPlan(plan, title, artifacts, isThereIn(ctx.root), isSeenAt)
  return documentOutput('plan', true, { workflow: 'discovery', task: plan.task, plan: markdown }, markdown)
}

/** @returns the plan of a piece of work. Throws Failure (notPossible) `no-plan` if it was never started */
export function startedIn({ saved }: Work): Plan {
  const plan = planIn(saved.context)
  if (plan) return plan
  const message = 'No plan of this name has been started.'
  throw new Failure(exit.notPossible, 'no-plan', message, 'spell discovery start "Add CSV export"')
}
