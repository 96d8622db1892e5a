import type { Context, Definition } from '../../engine/definition'
import { replay } from '../../workflow/replay'
import type { PastStep, Probe, Rebuilt, Remains } from '../../workflow/transition'
import { readArtifact } from './artifact'
import { artifactPath } from './files'
import {
  artifactKey,
  from,
  hasArtifact,
  type Phase,
  type Plan,
  type PlanPayload,
  phaseOf,
  phases,
  planIn,
  reviewerIn,
} from './plan'
import { updates, withoutResults } from './updates'

const words = 'the title, the goal, the acceptance criteria, and whether humans review'

/**
 * Rebuilds a plan whose context is lost, by replaying the history. Without a history it has its artifacts, and nothing
 * is approved.
 */
export function rebuildIn(definition: Definition, folder: string, task: string) {
  return ({ probe, past, base }: Remains): Rebuilt => {
    const begun = updates.begin({}, { task, at: past[0]?.time ?? '' })
    if (!base && past.length === 0) return fromArtifacts(folder, begun, probe)
    const { state, context } = replay(
      definition,
      { past, base: base ?? { state: definition.initial, context: begun } },
      payloadIn(folder, task, probe),
    )
    const isTold = base || past.some(({ row, about }) => row === 'start' || about?.remembered !== undefined)
    const found = backToMissing(folder, state, planIn(context) ?? begun, probe)
    return isTold ? found : { ...found, lost: [words, ...(found.lost ?? [])] }
  }
}

/** The payload of a step. Its artifact is today's content of the file: of replaced versions nothing is remembered. */
const payloadIn =
  (folder: string, task: string, probe: Probe) =>
  ({ time, to, from: left, row, about = {} }: PastStep): PlanPayload => {
    const { by, said, note = said, ...recorded }: PlanPayload & { readonly by?: string; readonly note?: string } = about
    const phase = phaseOf(left)
    const text = phase && probe[artifactPath(folder, phase)]
    return {
      ...recorded,
      at: time,
      ...(row === 'start' && { task }),
      ...(row === 'P.submit' && typeof text === 'string' && { text }),
      ...((by === 'ai' || by === 'human') && { as: by }),
      ...(note && { feedback: recorded.feedback ?? [note], changes: note, said: note }),
      ...(row === 'RP' && { from: phaseOf(to) ?? to }),
    }
  }

/** A plan requires its artifacts: if one is missing, the plan is in that phase. */
function backToMissing(folder: string, state: string, plan: Plan, probe: Probe): Rebuilt {
  const gone = phases.filter((phase) => hasArtifact(plan, phase) && !isReadable(folder, phase, probe))
  const first = gone.find((phase) => !plan.stale.includes(phase))
  const lost = gone.map((phase) => {
    const path = artifactPath(folder, phase)
    const what = `${path} is ${probe[path] === undefined ? 'not there' : 'no artifact any more'}`
    return plan.stale.includes(phase) ? what : `${what}, and its approval counts no more`
  })
  const phase = first ?? phaseOf(state) ?? 'validation'
  const isOpen = first !== undefined || (reviewerIn(state) !== undefined && !hasArtifact(plan, phase))
  const context: Plan = {
    ...plan,
    phase,
    ...withoutResults(plan, first ? from(first) : [], gone),
    stale: plan.stale.filter((other) => !gone.includes(other)),
  }
  const missing = gone.map((other) => artifactPath(folder, other)).filter((path) => probe[path] === undefined)
  return { state: isOpen ? phase : state, context, isReplayed: true, lost, missing }
}

function fromArtifacts(folder: string, begun: Plan, probe: Probe): Rebuilt {
  const there = phases.filter((phase) => isReadable(folder, phase, probe))
  let context = begun
  for (const phase of there) {
    const text = String(probe[artifactPath(folder, phase)])
    context = updates['take artifact']({ ...context, phase }, { text, at: begun.state_entered_at })
  }
  return {
    state: 'discovery',
    context: { ...context, phase: 'discovery' },
    ...(there.length > 0 && { because: `what lies in ${folder}/artifacts/` }),
    lost: [words, 'every approval', 'feedback'],
  }
}

function isReadable(folder: string, phase: Phase, probe: Probe): boolean {
  const text = probe[artifactPath(folder, phase)]
  return typeof text === 'string' && readArtifact(phase, text).artifact !== undefined
}

/** For a recovered plan: makes sure that no earlier version of an artifact is overwritten. */
export function holdsIn(folder: string) {
  return (context: Context, files: readonly string[]): Context => {
    const plan = planIn(context)
    if (!plan) return context
    const revised = phases.map((phase): [string, number] => {
      const key = artifactKey[phase]
      const name = new RegExp(`^artifacts/${key}\\.r(\\d+)\\.json$`)
      const there = files.map((path) => Number(name.exec(path.slice(folder.length + 1))?.[1] ?? 0))
      return [key, Math.max(plan.revisions[key] ?? 0, ...there)]
    })
    return { ...plan, revisions: Object.fromEntries(revised.filter(([, count]) => count > 0)) }
  }
}
