import { capital } from '../answer/markdown'
import type { Facts } from '../engine/definition'
import type { Probe } from '../flows/flow'
import type { PlanSeen } from '../work/history/known-criteria'
import { probeAfter } from '../work/state/probe'
import type { Work } from '../work/work'
import { change, type Plan, planEffects, planOfLine, stampOf, write } from '../work/writing'
import type { CastContext } from './context'
import { type Decision, decide, isChange, noPlan, refuseInvalid, resultOf, transitionOf } from './decide'
import { factsOf, readWorld } from './read'

export interface Written {
  readonly decision: Decision
  readonly plan: Plan
  /** The files afterwards, and the facts without a payload. */
  readonly probe: Probe
  readonly facts: Facts
}

/**
 * Step 3 of a cast: writes what was decided, as one recorded step. The world is read again only if another process has
 * made a step since; then the table is asked again.
 *
 * @param decision of which `isChange` holds
 * @throws Failure if the lock is held for too long, waiting is cancelled, the payload is refused now, or a write fails
 */
export async function writeStep(
  decision: Decision,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
): Promise<Written> {
  const { work, saved, settings } = decision.world
  const stamp = () => stampOf(ctx.now)
  const planOf = (decided: Decision) =>
    planEffects(
      decided.world.work,
      decided.step.effects,
      transitionOf(decided),
      ctx.texts,
      stamp,
      decided.world.proofs?.table,
    )
  // Plan before locking: what fails here leaves no trace.
  const planned = saved.unlogged.length === 0 ? await planOf(decision) : undefined
  return change(work, spell, ctx, async (now, settled) => {
    const isSame = now.saved.version === saved.version
    const before = isSame ? decision : decide(await readWorld(now, spell, settings, ctx), spell, decision.payload)
    refuseInvalid(before, ctx)
    if (!isChange(before))
      return { decision: before, plan: noPlan(settled), probe: before.world.probe, facts: before.facts }
    const plan = planned && isSame ? planned : await planOf(before)
    const changed = await commitStep(before.world.work, before, plan, spell, ctx, note)
    const told = [...settled, ...before.world.warnings, ...changed]
    return { decision: before, plan: { ...plan, warnings: [...told, ...plan.warnings] }, ...seenAfter(before, plan) }
  })
}

async function commitStep(
  work: Work,
  decision: Decision,
  { changes }: Plan,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
): Promise<string[]> {
  const { world, step } = decision
  const { flow } = work
  const { plan, changed } = await planOfLine(work, decision.facts, world.proofs)
  const about = flow.history?.about?.(resultOf(decision, ctx.now))
  await write(
    work,
    {
      to: step.state,
      trigger: capital(spell),
      about: {
        row: step.row.id,
        ...(step.via.length > 0 && { via: step.via.map(({ id }) => id) }),
        ...(note && { note }),
        ...(about && { about }),
        ...(plan && { plan }),
      },
      changes,
      base: { ...world.saved, context: step.context },
    },
    ctx,
  )
  const isPlanning = flow.states?.stages?.[world.saved.current] === 'planning'
  return changed && !isPlanning ? tellChanged(changed) : []
}

/** The files after a step. Facts depend on the state only in a workflow with several regions. */
function seenAfter(decision: Decision, { changes }: Plan): Pick<Written, 'probe' | 'facts'> {
  const { world, step } = decision
  const { work, saved } = world
  const probe = changes.length > 0 ? probeAfter(work.root, work.flow.probes, world.probe, changes) : world.probe
  const isHere = step.state === saved.current || work.flow.definition.regions === undefined
  const isSeen = probe === world.probe && step.context === saved.context && isHere
  const facts = isSeen ? decision.facts : factsOf({ ...world, probe }, undefined, step.context, step.state)
  return { probe, facts }
}

/** What is agreed changes only while planning. */
function tellChanged({ gone, come, otherCommands }: NonNullable<PlanSeen['changed']>): string[] {
  const counted = [
    gone > 0 && `${gone} gone or reworded`,
    come > 0 && `${come} new or reworded`,
    otherCommands > 0 && `${otherCommands} with another command`,
  ].filter(Boolean)
  const said = `Criteria have changed outside planning: ${counted.join(', ')}.`
  return counted.length > 0 ? [`${said} \`spell finite\` is the way to change them; \`spell check\` names it.`] : []
}
