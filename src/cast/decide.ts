import type { Context, Facts } from '../engine/definition'
import { reduce, type Transition } from '../engine/reduce'
import { exit, Failure } from '../text/failure'
import { fill } from '../text/markdown-parts'
import type { StepPlan } from '../work/state/plan-effects'
import type { Effect } from '../workflow/effect'
import { changesFiles } from '../workflow/effect'
import type { TransitionInput, TransitionResult } from '../workflow/transition'
import type { CastContext } from './cast'
import { factsOf, type World } from './read'

/** What the table answers in a world. */
export interface Decision {
  readonly world: World
  readonly facts: Facts
  readonly step: Transition<Effect>
}

/** Step 2 of a cast: asks the table. Pure. */
export function decide(world: World, event: string): Decision {
  const { work, saved, payload } = world
  const facts = factsOf(world, payload)
  const factsIn = (context: Context, state: string) =>
    context === saved.context && state === saved.current ? facts : factsOf(world, payload, context, state)
  const step = reduce(work.flow.definition, saved.current, event, factsIn, saved.context, payload)
  return { world, facts, step }
}

/** The plan of a cast that changes no file. */
export const noPlan = (warnings: readonly string[] = []): StepPlan => ({
  changes: [],
  files: { created: [], kept: [], moved: [] },
  shown: [],
  untouched: [],
  warnings,
})

export const isChange = ({ world: { saved }, step }: Decision): boolean =>
  step.state !== saved.current || step.context !== saved.context || step.effects.some(changesFiles)

/** The transition, as the functions of a workflow take it. */
export const transitionOf = ({ world: { saved, probe, payload = {} }, step }: Decision): TransitionInput => ({
  from: saved.current,
  state: step.state,
  probe,
  before: saved.context,
  context: step.context,
  payload,
})

export const resultOf = (decision: Decision, now: Date): TransitionResult => ({
  ...transitionOf(decision),
  rows: [decision.step.row, ...decision.step.via].map(({ id }) => id),
  now,
  ...(decision.world.proofs && { proofs: decision.world.proofs }),
})

/** Refuses a payload with all its mistakes at once. Throws Failure (usage) with the code of the row's text. */
export function refuseInvalid(decision: Decision, { texts, now }: Pick<CastContext, 'texts' | 'now'>): void {
  const { world, step, facts } = decision
  const { payload = {} } = world
  const { flow } = world.work
  if (step.row.kind !== 'invalid') return
  const { code, problem, fix } = texts.rows.get(step.row.id)?.refusal ?? { code: 'invalid', problem: '', fix: '' }
  const details = flow.answers.problems?.(world.saved.context, payload, world.saved.current) ?? []
  const described = flow.answers.describe?.(resultOf(decision, now), texts.phrases)
  const values = { folder: flow.folder, ...facts, ...described?.values }
  throw new Failure(exit.usage, code, fill(problem, values), fill(fix, values), { details })
}
