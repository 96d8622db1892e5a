import { bullets, paragraphs } from '../../markdown/sections'
import { lineOf, renderChanges } from '../../workflow/artifacts/markdown'
import { passedOn } from '../words'
import { readArtifact } from './artifact'
import { type Artifacts, type Point, textsIn } from './checks'
import { coverageOf } from './coverage'
import { decisionLine, decisionsOf, isByAgent, toRead } from './decisions'
import type { Phase } from './phases'
import type { Plan } from './plan'
import { foundBy, glance } from './show'

/** The most characters of an artifact that an answer shows. */
const maxShown = 12_000

/** @returns what a human is to approve: rendered, with what both reviewers said, and with what changed since they saw it. */
export function toReview(
  plan: Plan,
  phase: Phase,
  artifacts: Artifacts,
  points: readonly Point[] = plan.approvals[phase]?.points ?? [],
  earlier?: string,
): string {
  const artifact = artifacts[phase]
  if (!artifact) return ''
  const text = toRead(phase, artifact, 4)
  const was = earlier === undefined ? undefined : readArtifact(phase, earlier).artifact
  const changed = was && renderChanges(toRead(phase, was, 4), text)
  const whole =
    text.length > maxShown &&
    `Only the beginning is shown: \`spell discovery artifact ${phase} --format md --task ${plan.task}\` prints all of it.`
  return paragraphs(
    `**${glance(plan, phase, artifacts)}**`,
    feedbackLines(plan, phase),
    foundBy(points, plan.approvals[phase], 4),
    changed &&
      `Changed since you saw it:\n\n\`\`\`diff\n${changed.replaceAll('```', "'''").slice(0, maxShown / 4)}\n\`\`\``,
    phase === 'validation' &&
      plan.acceptance_criteria.length > 0 &&
      `#### Criteria\n\n${coverageLines(plan, artifacts)}`,
    phase !== 'clarification' && (phase === 'discovery' ? 'The agent found:' : 'The agent decided:'),
    whole,
    text.slice(0, maxShown),
  )
}

/** @returns what a phase was sent back with, each with how it was settled */
export const feedbackLines = ({ feedback }: Plan, phase: Phase): string =>
  feedback
    .filter((one) => one.phase === phase)
    .map(
      ({ id, text, by, settled }) =>
        `- ${id}, sent back${by === 'ai' ? ` by the agent: “${lineOf(text)}”` : `; ${passedOn(lineOf(text), by === 'developer')}`}${settled ? `. Settled: ${lineOf(settled)}` : ''}`,
    )
    .join('\n')

/** Which subtasks meet each criterion, as the program compares them. */
const coverageLines = (plan: Plan, artifacts: Artifacts): string =>
  bullets(
    coverageOf(plan.acceptance_criteria, artifacts).map(
      ({ text, verify, ids }) =>
        `${lineOf(text)}${verify && ` (${lineOf(verify)})`}: ${ids.join(', ') || 'no subtask'}`,
    ),
  )

/** @returns what the agent asks the developer, as the discovery found it */
export const questionsOf = ({ discovery }: Artifacts): string =>
  bullets(textsIn(discovery?.ambiguities_discovered, 'question').map(lineOf))

/** @returns the decisions that the agent made for the developer: those that it was left, and those that no word is passed on for */
export function withoutYou(plan: Plan, { clarification }: Artifacts): string {
  if (!clarification) return ''
  const own = decisionsOf(clarification).filter(isByAgent)
  if (own.length === 0) return ''
  const object = `spell discovery replan --from clarification --trigger requirements_changed --changes "…" --task ${plan.task}`
  return `#### Decided without You\n\n${own.map(decisionLine).join('\n')}\n\nTo object: \`${object}\`.`
}
