import type { TransitionResult } from '../flow'
import { type Artifact, recordsIn, textsOf } from './artifact'
import { minutes, type Phase, phases, titleOf } from './phases'
import { type Plan, planIn } from './plan'

/** The number of restarts from which an answer asks whether it is still the right plan. */
const restartsToWarn = 4

/** @returns warnings to show before the work continues. Nothing happens by timer: a deadline is checked in the next answer. */
export function warningsOf(
  { from, state, before: known, rows, now }: TransitionResult,
  plan: Plan,
  phase: Phase,
  read: (of: Phase) => Artifact | undefined,
): string[] {
  const was = planIn(known)
  const left = phases.find((work) => work === from)
  const elapsed = was && left ? (now.getTime() - Date.parse(was.state_entered_at)) / 60_000 : 0
  const store = plan.context_store
  const resolved = recordsIn(read('clarification')?.resolved_ambiguities)
  const risky = plan.autonomous_mode && state !== 'verified' ? resolved : []
  const warnings = [
    left &&
      elapsed > minutes[left] &&
      `The ${titleOf(left)} phase has taken ${duration(elapsed)}; ${minutes[left]} minutes are planned for it.`,
    (phase === 'discovery' || phase === 'clarification') &&
      store.discovery_partial === true &&
      `Discovery is partial: ${String(store.tool_failures)} of its tools failed. There may be gaps.`,
    state === 'verified' && store.ready === false && 'The validation itself says that the plan is not ready.',
    ...risky
      .filter(({ risk_level: risk }) => risk === 'HIGH')
      .flatMap(({ final_decision: decision, original_question: question }) => textsOf([decision, question]).slice(0, 1))
      .map((decision) => `Decided without you, at a high risk: ${decision}`),
    plan.restarts >= restartsToWarn &&
      rows.includes('RP') &&
      `This plan begins again for the ${plan.restarts}th time: it may be better to cut the task differently.`,
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}

/** A time span in the unit that a reader would use. */
function duration(of: number): string {
  if (of < 120) return `${Math.floor(of)} minutes`
  return of < 48 * 60 ? `${Math.floor(of / 60)} hours` : `${Math.floor(of / (24 * 60))} days`
}
