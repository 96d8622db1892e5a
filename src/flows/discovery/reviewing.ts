import { readArtifact, recordsIn } from './artifact'
import type { Artifacts, Point } from './checks'
import { decisionLine, decisionsIn, isByAgent } from './decisions'
import { type Phase, phaseOf } from './phases'
import type { Plan } from './plan'
import { lineOf, renderArtifact, renderChanges } from './render'
import { glance, pointLines, revisionOf } from './show'

/** The most characters of an artifact that an answer shows. */
const maxShown = 12_000

/** @returns what a human is to approve: rendered, with the points, and with what changed since the version that was sent back. */
export function toReview(
  plan: Plan,
  phase: Phase,
  artifacts: Artifacts,
  points: readonly Point[] = plan.approvals[phase]?.points ?? [],
  earlier?: string,
): string {
  const artifact = artifacts[phase]
  if (!artifact) return ''
  const text = phase === 'clarification' ? decisionsIn(artifact, 4) : renderArtifact(phase, artifact, 4)
  const was = earlier === undefined ? undefined : readArtifact(phase, earlier).artifact
  const changed = was && renderChanges(phase, was, artifact)
  const whole =
    text.length > maxShown &&
    `Only the beginning is shown: \`spell discovery artifact ${phase} --format md --task ${plan.task}\` prints all of it.`
  const asked = plan.notes?.findLast((note) => note.phase === phase)?.text
  return [
    `**${glance(plan, phase, artifacts)}**`,
    pointLines(points, plan.approvals[phase]),
    asked && revisionOf(plan, phase) > 1 && `It was sent back with: ${lineOf(asked)}`,
    changed && `Changed since then:\n\n\`\`\`diff\n${changed.replaceAll('```', "'''").slice(0, maxShown / 4)}\n\`\`\``,
    whole,
    text.slice(0, maxShown),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** @returns the decisions that the agent made for the developer: all that are risky, and those that it was left. */
export function withoutYou(plan: Plan, { clarification }: Artifacts, state: string): string {
  if (!clarification) return ''
  const isUnasked = plan.approvals.clarification?.by === 'autonomous' || plan.autonomous_mode
  const own = recordsIn(clarification.resolved_ambiguities).filter(
    (one) => one.delegated === true || (isUnasked && isByAgent(one)),
  )
  if (own.length === 0) return ''
  const object =
    phaseOf(state) === 'clarification'
      ? `spell discovery revise --feedback "…" --task ${plan.task}`
      : `spell discovery replan --from clarification --trigger requirements_changed --changes "…" --task ${plan.task}`
  return `#### Decided without You\n\n${own.map(decisionLine).join('\n')}\n\nTo object: \`${object}\`.`
}
