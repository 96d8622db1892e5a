import type { Context } from '../../engine/definition'
import { readArtifact } from './artifact'
import { artifactKey, before, type Phase, phases } from './phases'
import { type EventPayload, type Plan, planIn, triggers } from './plan'

/** @returns everything that is wrong with what an event brings, each with its place; nothing where it is right */
export function problems(context: Context, given: EventPayload): readonly string[] {
  const plan = planIn(context)
  if (!plan) return []
  if (given.text !== undefined) return readArtifact(plan.phase, given.text).problems
  return given.from === undefined ? [] : restartProblems(plan, given)
}

/** @returns the phase that somebody has named, in any case and with spaces or hyphens for underscores */
export const phaseNamed = (name: string): Phase | undefined =>
  phases.find((phase) => phase === name.trim().toLowerCase().replace(/[ -]+/g, '_'))

export const hasArtifact = ({ context_store: store }: Plan, phase: Phase): boolean => artifactKey[phase] in store

/** When a plan may begin anew (specs: discovery §9). */
function restartProblems(
  plan: Plan,
  { from = '', trigger = '', changes = '', preserve, force }: EventPayload,
): string[] {
  const found: string[] = []
  const names = Object.keys(triggers)
  if (!names.includes(trigger.toLowerCase())) {
    found.push(`--trigger: must be one of ${names.join(', ')}`)
  }
  if (changes.trim() === '') found.push('--changes: say what has changed')
  const start = phaseNamed(from)
  const unknown = preserve?.filter((name) => !phaseNamed(name)) ?? []
  found.push(
    ...(start ? [] : [`--from: must be one of ${phases.join(', ')}`]),
    ...unknown.map((name) => `--preserve: there is no phase "${name}"; there is ${phases.join(', ')}`),
  )
  if (!start) return found
  const earlier = before(start)
  for (const name of preserve ?? []) {
    const kept = phaseNamed(name)
    if (!kept) continue
    if (!earlier.includes(kept)) found.push(`--preserve: ${kept} does not come before ${start}`)
    else if (!hasArtifact(plan, kept)) found.push(`--preserve: ${kept} has no artifact`)
  }
  const missing = earlier.filter(
    (phase) => !hasArtifact(plan, phase) && !(phase === 'contracts' && plan.skip_contracts),
  )
  if (missing.length > 0 && !force) {
    found.push(`--from: ${missing.join(', ')} would be jumped over without an artifact; --force does it all the same`)
  }
  return found
}
