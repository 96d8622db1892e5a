import type { Facts } from '../engine/definition'
import { attemptAsync, Failure } from '../text/failure'
import { capital } from '../text/markdown-parts'
import { wantedFor, withWord } from '../word/permission'
import type { HistoryLine } from '../work/history/history-line'
import { probeAfter } from '../work/state/probe'
import { change, isContextIntact, planEffects, planOfLine, type StepPlan, stampOf, write } from '../work/writing'
import type { Probe } from '../workflow/transition'
import type { Asked, CastContext } from './cast'
import { type Decision, decide, isChange, noPlan, refuseInvalid, resultOf, transitionOf } from './decide'
import { factsOf, readWorld } from './read'
import { unchanged } from './tell'

export interface Written {
  readonly decision: Decision
  readonly plan: StepPlan
  /** The files afterwards, and the facts without a payload. */
  readonly probe: Probe
  readonly facts: Facts
  /** How the developer's word for the step is known, and what it agrees to. */
  readonly passed?: CastContext['passed']
}

/**
 * Step 3 of a cast: writes what was decided, as one recorded step, if the developer's word lets it. The world is read
 * again only if another process has made a step since; then the table is asked again. If nothing changes, an
 * interrupted step is finished.
 *
 * @throws Failure if a word is missing, the lock is held for too long, waiting is cancelled, the payload is refused now,
 *   or a write fails
 */
export async function writeStep(decision: Decision, asked: Asked): Promise<Written> {
  if (!isChange(decision)) return unchanged(decision, await finishStep(decision, asked))
  const { spell, ctx } = asked
  const { work, settings, payload } = decision.world
  const rows = [decision.step.row, ...decision.step.via].map(({ id }) => id)
  const wanted = wantedFor(work, spell, payload, rows)
  return withWord(wanted, { ...ctx, settings }, (permitted) => writeDecided(decision, { ...asked, ctx: permitted }))
}

/**
 * Finishes an interrupted step, for a spell that changes nothing itself: otherwise it would answer for that step for ever,
 * for what is written meanwhile counts as what the step moves. An edit of the state by hand waits for a step, and so does
 * what cannot be finished now.
 *
 * @returns what the history says now, a sentence each
 */
async function finishStep({ world: { work, saved } }: Decision, { spell, ctx }: Asked) {
  const recorded = await attemptAsync(async (): Promise<readonly string[]> => {
    if (saved.byHand || !isContextIntact(work.root, work.flow, saved)) return []
    return change(work, spell, ctx, async (_, told) => told)
  })
  return recorded instanceof Failure ? [] : recorded
}

async function writeDecided(decision: Decision, asked: Asked): Promise<Written> {
  const { spell, ctx } = asked
  const { work, saved, payload } = decision.world
  const stamp = () => stampOf(ctx.now)
  const planOf = (decided: Decision) => {
    const { step, world } = decided
    const table = world.proofs?.table?.(lineOf(decided, ctx))
    return planEffects(world.work, step.effects, transitionOf(decided), ctx.texts, stamp, table)
  }
  // Plan before locking: what fails here leaves no trace.
  const planned = saved.unlogged.length === 0 ? await planOf(decision) : undefined
  return change(work, spell, ctx, async (now, settled, safe) => {
    const isSame = now.saved.version === saved.version
    const before = isSame ? decision : decide(await readWorld(now, spell, ctx, payload), spell)
    refuseInvalid(before, ctx)
    if (!isChange(before))
      return { decision: before, plan: noPlan(settled), probe: before.world.probe, facts: before.facts }
    const plan = planned && isSame ? planned : await planOf(before)
    await commitStep(before, plan, asked, safe)
    const told = [...settled, ...before.world.warnings]
    return {
      decision: before,
      plan: { ...plan, warnings: [...told, ...plan.warnings] },
      ...seenAfter(before, plan),
      passed: ctx.passed,
    }
  })
}

/** What an entry will say of the criteria, as far as that is known before it is written. */
const lineOf = ({ world, step, facts }: Decision, { now, passed }: CastContext): HistoryLine => {
  const plan = planOfLine(world.work, facts, world.proofs)
  const transition = `${world.saved.current} → ${step.state}`
  return { timestamp: now.toISOString(), transition, trigger: '', ...passed, ...(plan && { plan }) }
}

async function commitStep(
  decision: Decision,
  { changes }: StepPlan,
  { spell, ctx, note }: Asked,
  safe: Set<string>,
): Promise<void> {
  const { world, step } = decision
  const { work } = world
  const plan = planOfLine(work, decision.facts, world.proofs)
  const about = work.flow.memory.about?.(resultOf(decision, ctx.now))
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
    safe,
  )
}

/** The files after a step. Facts depend on the state only in a workflow with several regions. */
function seenAfter(decision: Decision, { changes }: StepPlan): Pick<Written, 'probe' | 'facts'> {
  const { world, step } = decision
  const { work, saved } = world
  const probe = changes.length > 0 ? probeAfter(work.root, work.flow.probes, world.probe, changes) : world.probe
  const isHere = step.state === saved.current || work.flow.definition.regions === undefined
  const isSeen = probe === world.probe && step.context === saved.context && isHere
  const facts = isSeen ? decision.facts : factsOf({ ...world, probe }, undefined, step.context, step.state)
  return { probe, facts }
}
