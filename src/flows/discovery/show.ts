import { capital } from '../../markdown/code'
import { bullets, paragraphs, sections } from '../../markdown/sections'
import { countsOf, lineOf } from '../../workflow/artifacts/markdown'
import { passedOn } from '../words'
import { type Artifacts, type IsThere, type Point, pointsOf } from './checks'
import { toRead } from './decisions'
import { schemas } from './fields'
import { type Phase, phases, titleOf } from './phases'
import { type Approval, type Plan, revisionOf } from './plan'
import { hasArtifact } from './problems'

/**
 * Writes a whole plan as one document, for a pull request or an issue.
 *
 * @param state the title of the plan's state
 * @param artifacts those that count
 * @param isThere for artifacts without a review; without it nothing is said of files
 * @param isSeen whether spell has seen the developer's word for an approval of that time
 */
export function showPlan(
  plan: Plan,
  state: string,
  artifacts: Artifacts,
  isThere?: IsThere,
  isSeen: IsSeen = () => false,
): string {
  const text = paragraphs(
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`,
    `State: ${state}. ${plan.autonomous_mode ? 'Autonomous mode is on: no review is asked of you.' : ''}`.trim(),
    sections(2, [
      ['Acceptance Criteria', bullets(plan.acceptance_criteria.map(lineOf))],
      ...phases.map((phase) => section(plan, phase, artifacts, isThere, isSeen)),
      ['Begun Again', plan.restart_context !== null && lineOf(plan.restart_context.changes)],
    ]),
  )
  return `${text}\n`
}

export const pointsHeading = 'What the Program Found'
export const passedOnHeading = "Passed On as the Developer's Words"

type IsSeen = (time: string) => boolean

function section(plan: Plan, phase: Phase, artifacts: Artifacts, isThere: IsThere | undefined, isSeen: IsSeen) {
  const artifact = artifacts[phase]
  const { [phase]: approval } = plan.approvals
  // Once it is approved, the work itself changes the files.
  const found = approval?.points ?? pointsOf(phase, plan, artifacts, approval?.ai ? undefined : isThere)
  const taken = approval?.human && isSeen(approval.human) ? 'approve' : undefined
  const said = (plan.notes ?? [])
    .filter((note) => note.phase === phase)
    .map(({ text, typed = false }) => passedOn(lineOf(text), typed, taken))
  const body = artifact
    ? paragraphs(
        `${glance(plan, phase, artifacts)} ${approvedBy(approval, isSeen)}`,
        toRead(phase, artifact),
        foundBy(found, approval, 3),
        sections(3, [[passedOnHeading, bullets(said)]]),
      )
    : missing(plan, phase)
  return [capital(titleOf(phase)), body] as const
}

/** @returns which phase and revision of an artifact it is, and how much is in it */
export function glance(plan: Plan, phase: Phase, artifacts: Artifacts): string {
  const { [phase]: artifact } = artifacts
  const counts = artifact ? countsOf(schemas[phase], artifact) : ''
  const place = `${capital(titleOf(phase))}, revision ${revisionOf(plan, phase)}`
  return `${place}${counts && ` (${counts})`}.`
}

/** @returns what the program and the agent's review found, each under its heading */
export function foundBy(points: readonly Point[], approval: Approval | undefined, depth: number): string {
  const own = Object.entries(approval?.findings ?? {}).filter(([id]) => !points.some((point) => point.id === id))
  return sections(depth, [
    [pointsHeading, pointLines(points, approval)],
    ["The Agent's Review", bullets(own.map(([id, text]) => `${id}: ${lineOf(text)}`))],
  ])
}

/** @returns the points as a list, each with what its reviewer found */
export const pointLines = (points: readonly Point[], { findings = {} }: Approval = {}): string =>
  bullets(
    points.map(({ id, text }) => `${id}: ${lineOf(text)}${findings[id] ? ` The agent: ${lineOf(findings[id])}` : ''}`),
  )

function missing(plan: Plan, phase: Phase): string {
  if (plan.stale.includes(phase)) return 'Stale: it is from before the plan began again, and counts no more.'
  if (phase === 'contracts' && plan.skip_contracts) return 'Skipped: low complexity.'
  return hasArtifact(plan, phase) ? 'Its file is missing or cannot be read.' : 'Missing: not submitted yet.'
}

/** @returns who has approved a phase, and whether spell has seen the developer's word for it */
export function approvedBy({ ai, human, by }: Approval = {}, isSeen: IsSeen): string {
  if (!ai) return 'Not reviewed yet.'
  if (!human) return 'Approved by the agent; the developer has not.'
  return by === 'autonomous'
    ? 'Approved by the agent alone, in autonomous mode.'
    : isSeen(human)
      ? 'Approved by the agent and by the developer.'
      : 'Approved by the agent, for the developer, too: their word was not seen.'
}
