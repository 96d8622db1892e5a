import type { Context } from '../../engine/definition'
import { readArtifact } from './artifact'
import { artifactKey, before, type Phase, phases } from './phases'
import { type EventPayload, type Plan, planIn, triggers } from './plan'

/** @returns all mistakes in a payload with their places; none if it is valid */
export function problems(context: Context, given: EventPayload): readonly string[] {
  const plan = planIn(context)
  if (!plan) return []
  if (given.text !== undefined) return readArtifact(plan.phase, given.text).problems
  if (given.points !== undefined) return findingProblems(given)
  return given.from === undefined ? [] : restartProblems(plan, given)
}

/** @returns the phase of that name, in any case, with spaces or hyphens instead of underscores */
export const phaseNamed = (name: string): Phase | undefined =>
  phases.find((phase) => phase === name.trim().toLowerCase().replace(/[ -]+/g, '_'))

export const hasArtifact = ({ context_store: store }: Plan, phase: Phase): boolean => artifactKey[phase] in store

/** @returns earlier phases without an artifact that were not skipped on purpose */
export const jumpedOver = (plan: Plan, start: Phase): readonly Phase[] =>
  before(start).filter((phase) => !hasArtifact(plan, phase) && !(phase === 'contracts' && plan.skip_contracts))

/** @returns the phases before one that the agent approved and whose human review comes with this one */
export const leftOpen = (plan: Plan, phase: Phase): readonly Phase[] =>
  before(phase).filter((one) => {
    const { ai, human } = plan.approvals[one] ?? {}
    return ai !== undefined && human === undefined && !plan.stale.includes(one)
  })

/** @returns the points on which a review says nothing */
const unjudged = ({ points = [], findings = {} }: EventPayload): readonly string[] =>
  points.filter(({ id }) => !findings[id]?.trim()).map(({ id, text }) => `${id}: ${text}`)

export function findingProblems(given: EventPayload): readonly string[] {
  const { points = [], findings = {} } = given
  const unknown = Object.keys(findings).filter((id) => !points.some((point) => point.id === id))
  return [...unjudged(given), ...unknown.map((id) => `${id}: there is no such point`)]
}

/** A restart needs a reason, and a phase before which nothing is missing. */
function restartProblems(
  plan: Plan,
  { from = '', trigger = '', changes = '', preserve = [], force }: EventPayload,
): string[] {
  const start = phaseNamed(from)
  const kept = start ? preserve.flatMap((name) => phaseNamed(name) ?? []) : []
  const missing = start && !force ? jumpedOver(plan, start) : []
  const found = [
    !Object.hasOwn(triggers, trigger.toLowerCase()) && `--trigger: must be one of ${Object.keys(triggers).join(', ')}`,
    changes.trim() === '' && '--changes: say what has changed',
    !start && `--from: must be one of ${phases.join(', ')}`,
    ...preserve
      .filter((name) => !phaseNamed(name))
      .map((name) => `--preserve: there is no phase "${name}"; there is ${phases.join(', ')}`),
    ...kept.map((phase) => {
      if (start && !before(start).includes(phase)) return `--preserve: ${phase} does not come before ${start}`
      return !hasArtifact(plan, phase) && `--preserve: ${phase} has no artifact`
    }),
    missing.length > 0 &&
      `--from: ${missing.join(', ')} would be jumped over without an artifact; --force does it anyway`,
  ]
  return found.filter((problem) => problem !== false)
}
