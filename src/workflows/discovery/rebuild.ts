import type { Context } from '../../engine/definition'
import type { PastStep, Probe } from '../workflow'
import { readArtifact } from './artifact'
import { isSimple } from './facts'
import { artifactPath } from './files'
import { artifactKey, from, type Phase, phaseOf, phases, type State } from './phases'
import { type Approval, type Plan, planIn } from './plan'
import { hasArtifact } from './problems'
import { updates } from './updates'

/**
 * Makes a plan from what is left where its own memory is gone: the artifacts, and the approvals that the history tells of. It
 * stands in the phase after the last one that was approved.
 *
 * @param past what the history still has, the oldest first
 */
export function rebuildIn(folder: string, task: string) {
  return (probe: Probe, past: readonly PastStep[]): { state: State; context: Context; because: string } => {
    const at = past.at(-1)?.time ?? ''
    const approved = approvalsIn(past)
    let plan = updates.begin({}, { task, at: past[0]?.time ?? at })
    for (const phase of phases) {
      const text = probe[artifactPath(folder, phase)]
      if (typeof text !== 'string' || !readArtifact(phase, text).artifact) continue
      plan = updates['take artifact']({ ...plan, phase }, { text, at })
    }
    const skips = isSimple(plan.context_store)
    const isDone = (phase: Phase) =>
      (approved.has(phase) && artifactKey[phase] in plan.context_store) || (phase === 'contracts' && skips)
    const next = phases.find((phase) => !isDone(phase))
    const context: Plan = {
      ...plan,
      phase: next ?? 'validation',
      state_entered_at: at,
      skip_contracts: skips && !approved.has('contracts'),
      approvals: Object.fromEntries([...approved].filter(([phase]) => isDone(phase))),
    }
    return {
      state: next ?? 'verified',
      context,
      because: 'the list of approved artifacts',
    }
  }
}

/**
 * Of a plan that was found again: it builds on artifacts that are there, and no earlier version of one is written over.
 *
 * @returns undefined where one of its artifacts is not there
 */
export function holdsIn(folder: string) {
  return (context: Context, probe: Probe, files: readonly string[]): Context | undefined => {
    const plan = planIn(context)
    if (!plan) return context
    if (phases.some((phase) => hasArtifact(plan, phase) && probe[artifactPath(folder, phase)] === undefined))
      return undefined
    const highest = (pattern: RegExp) =>
      Math.max(0, ...files.map((path) => Number(pattern.exec(path.slice(folder.length + 1))?.[1] ?? 0)))
    const revised = phases.map((phase): [string, number] => {
      const key = artifactKey[phase]
      return [key, Math.max(plan.revisions[key] ?? 0, highest(new RegExp(`^artifacts/${key}\\.r(\\d+)\\.json$`)))]
    })
    const preserved = highest(/^artifacts\/preserved_\w+\.r(\d+)\.json$/)
    const held: Plan = {
      ...plan,
      revisions: Object.fromEntries(revised.filter(([, count]) => count > 0)),
      restarts: Math.max(
        plan.restarts,
        files.some((path) => path.includes('/preserved_')) ? preserved + 1 : 0,
        files.some((path) => path.startsWith(`${folder}/archive/`)) ? 1 : 0,
        highest(/^archive\/\d{4}-\d\d-\d\d-(\d+)\//),
      ),
    }
    return held
  }
}

function approvalsIn(past: readonly PastStep[]): Map<Phase, Approval> {
  const approved = new Map<Phase, Approval>()
  for (const { from: left, to, row, time } of past) {
    const phase = phaseOf(left)
    if (phase && (row === 'P.hu' || row === 'P.auto')) {
      approved.set(phase, { ai: time, human: time, by: row === 'P.auto' ? 'autonomous' : 'human' })
    }
    const restarted = row === 'RP' ? phaseOf(to) : undefined
    if (restarted) for (const redone of from(restarted)) approved.delete(redone)
  }
  return approved
}
