import type { Facts } from '../engine/definition'
import { attemptAsync, Failure } from '../text/failure'
import { capital } from '../text/markdown-parts'
import { wantedFor, withWord } from '../word/permission'
import { probeAfter } from '../work/state/probe'
import type { Work } from '../work/work'
import { change, isContextIntact, type Plan, planEffects, planOfLine, stampOf, write } from '../work/writing'
import type { Probe } from '../workflow/transition'
import type { CastContext } from './cast'
import { type Decision, decide, isChange, noPlan, refuseInvalid, resultOf, transitionOf } from './decide'
import { factsOf, readWorld } from './read'
import { unchanged } from './tell'

export interface Written {
  readonly decision: Decision
  readonly plan: Plan
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
export async function writeStep(
  decision: Decision,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
): Promise<Written> {
  if (!isChange(decision)) return unchanged(decision, await finishStep(decision, spell, ctx))
  const { work, settings, payload } = decision.world
  const rows = [decision.step.row, ...decision.step.via].map(({ id }) => id)
  const wanted = wantedFor(work, spell, payload, rows)
  return withWord(wanted, { ...ctx, settings }, (permitted) => writeDecided(decision, spell, permitted, note))
}

/**
 * Finishes an interrupted step, for a spell that changes nothing itself: otherwise it would answer for that step for ever,
 * for what is written meanwhile counts as what the step moves. An edit of the state by hand waits for a step, and so does
 * what cannot be finished now.
 *
 * @returns what the history says now, a sentence each
 */
async function finishStep({ world: { work, saved } }: Decision, spell: string, ctx: CastContext) {
  const recorded = await attemptAsync(async (): Promise<readonly string[]> => {
    if (saved.byHand || !isContextIntact(work.root, work.flow, saved)) return []
    return change(work, spell, ctx, async (_, told) => told)
  })
  return recorded instanceof Failure ? [] : recorded
}

async function writeDecided(
  decision: Decision,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
): Promise<Written> {
  const { work, saved, payload } = decision.world
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
  return change(work, spell, ctx, async (now, settled, safe) => {
    const isSame = now.saved.version === saved.version
    const before = isSame ? decision : decide(await readWorld(now, spell, ctx, payload), spell)
    refuseInvalid(before, ctx)
    if (!isChange(before))
      return { decision: before, plan: noPlan(settled), probe: before.world.probe, facts: before.facts }
    const plan = planned && isSame ? planned : await planOf(before)
    const changed = await commitStep(before, plan, spell, ctx, note, safe)
    const told = [...settled, ...before.world.warnings, ...changed]
    return {
      decision: before,
      plan: { ...plan, warnings: [...told, ...plan.warnings] },
      ...seenAfter(before, plan),
      passed: ctx.passed,
    }
  })
}

async function commitStep(
  decision: Decision,
  { changes }: Plan,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
  safe: Set<string>,
): Promise<string[]> {
  const { world, step } = decision
  const { work } = world
  const { plan, changed } = planOfLine(work, decision.facts, world.proofs)
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
  return tellChanged(changed, work, ctx)
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

/** What is agreed changes while planning, or by the word that this step has passed. */
async function tellChanged(count: number, work: Work, { passed }: CastContext): Promise<string[]> {
  const isPlanning = work.flow.states.stages?.[work.saved.current] === 'planning'
  if (count === 0 || isPlanning || passed?.agreed?.criteria !== undefined) return []
  const { changesToAgree } = await import('../proof/status/task-proofs')
  const criteria = count === 1 ? 'One criterion was' : `${count} criteria were`
  return [
    `${criteria} taken out, reworded or given other commands outside planning. The developer has to agree to that.`,
    ...changesToAgree(work),
  ]
}
