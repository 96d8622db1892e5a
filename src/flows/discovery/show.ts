import { capital } from '../../markdown/code'
import { type Artifacts, type IsThere, type Point, pointsOf } from './checks'
import { decisionsIn } from './decisions'
import { artifactKey, type Phase, phases, titleOf } from './phases'
import type { Approval, Plan } from './plan'
import { hasArtifact } from './problems'
import { countsOf, lineOf, renderArtifact } from './render'

/**
 * Writes a whole plan as one document, for a pull request or an issue.
 *
 * @param state the title of the plan's state
 * @param artifacts those that count
 * @param isThere for artifacts without a review; without it nothing is said of files
 */
export function showPlan(plan: Plan, state: string, artifacts: Artifacts, isThere?: IsThere): string {
  const criteria = plan.acceptance_criteria.map((criterion) => `- ${lineOf(criterion)}`)
  const parts = [
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`,
    `State: ${state}. ${plan.autonomous_mode ? 'Autonomous mode is on: nobody is asked.' : ''}`.trim(),
    criteria.length > 0 && `## Acceptance Criteria\n\n${criteria.join('\n')}`,
    ...phases.map((phase) => section(plan, phase, artifacts, isThere)),
    plan.restart_context && `## Begun Again\n\n${lineOf(plan.restart_context.changes)}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function section(plan: Plan, phase: Phase, artifacts: Artifacts, isThere: IsThere | undefined): string {
  const artifact = artifacts[phase]
  const { [phase]: approval } = plan.approvals
  // Once it is approved, the work itself changes the files.
  const found = approval?.points ?? pointsOf(phase, plan, artifacts, approval?.ai ? undefined : isThere)
  const points = pointLines(found, approval)
  const said = (plan.notes ?? []).filter((note) => note.phase === phase).map(({ text }) => `- ${lineOf(text)}`)
  const body = artifact
    ? [
        `${glance(plan, phase, artifacts)} ${whoIn(approval)}`,
        phase === 'clarification' ? decisionsIn(artifact) : renderArtifact(phase, artifact),
        points && `### What the Program Found\n\n${points}`,
        said.length > 0 && `### The Developer's Words\n\n${said.join('\n')}`,
      ]
    : [missing(plan, phase)]
  return [`## ${capital(titleOf(phase))}`, ...body].filter(Boolean).join('\n\n')
}

/** @returns which phase and revision of an artifact it is, and how much is in it */
export function glance(plan: Plan, phase: Phase, artifacts: Artifacts): string {
  const { [phase]: artifact } = artifacts
  const counts = artifact ? countsOf(phase, artifact) : ''
  const place = `Phase ${phases.indexOf(phase) + 1} of ${phases.length}, ${titleOf(phase)}, revision ${revisionOf(plan, phase)}`
  return `${place}${counts && ` (${counts})`}.`
}

export const revisionOf = (plan: Plan, phase: Phase): number => (plan.revisions[artifactKey[phase]] ?? 0) + 1

/** @returns the points as a list, each with what its reviewer found */
export const pointLines = (points: readonly Point[], { findings = {} }: Approval = {}): string =>
  points
    .map(({ id, text }) => `- ${id}: ${lineOf(text)}${findings[id] ? ` The agent: ${lineOf(findings[id])}` : ''}`)
    .join('\n')

function missing(plan: Plan, phase: Phase): string {
  if (plan.stale.includes(phase)) return 'Stale: it is from before the plan began again, and counts no more.'
  if (phase === 'contracts' && plan.skip_contracts) return 'Skipped: low complexity.'
  return hasArtifact(plan, phase) ? 'Its file is missing or cannot be read.' : 'Missing: not submitted yet.'
}

function whoIn({ ai, human, by }: Approval = {}): string {
  if (!ai) return 'Nobody has reviewed it.'
  if (!human) return 'Approved by the agent; the developer has not.'
  return by === 'autonomous'
    ? 'Approved by the agent alone, in autonomous mode.'
    : 'Approved by the agent and by the developer.'
}
