import type { Context, Facts } from '../../engine/definition'
import type { Probe, Settings } from '../flow'
import { phases, reviewerIn } from './phases'
import { type EventPayload, type Plan, planIn } from './plan'
import { artifactProblems, feedbackProblems, hasArtifact, problems } from './problems'

/** The facts of a plan and a payload. Without a payload they are those of a valid one, by whose turn it is. */
export function facts(_: Probe, __: Settings, context: Context, given?: EventPayload, state = ''): Facts {
  const plan = planIn(context)
  const wrong = given === undefined ? 0 : problems(context, given).length
  return {
    started: plan !== undefined,
    artifact: given?.text !== undefined && plan ? artifactProblems(plan, given).kind : 'right',
    restart: given?.from !== undefined && wrong > 0 ? 'wrong' : 'right',
    feedback: given === undefined || ((given.feedback ?? []).length > 0 && feedbackProblems(given).length === 0),
    as: (given ? given.as : reviewerIn(state)) ?? 'ai',
    autonomous: plan?.autonomous_mode ?? false,
    // By default the mode is toggled.
    switch: (given?.on ?? plan?.autonomous_mode === false) ? 'on' : 'off',
    ready: plan?.context_store.ready !== false,
    simple: plan !== undefined && isSimple(plan.context_store),
    findings: given?.points !== undefined && wrong > 0 ? 'missing' : 'all',
    later: plan !== undefined && isLater(plan),
    // The developer may still jump ahead.
    untouched: plan !== undefined && isUntouched(plan) && given?.force !== true,
  }
}

const isUntouched = (plan: Plan): boolean =>
  Object.keys(plan.revisions).length === 0 && !phases.some((phase) => hasArtifact(plan, phase))

/**
 * Whether a human reviews the current phase together with a later one: where only clarification and the end are asked
 * for, or a simple discovery, which the review of the clarification shows, too.
 */
const isLater = ({ reviews, phase, context_store: store }: Plan): boolean =>
  (reviews === 'final' && phase !== 'clarification' && phase !== 'validation') ||
  (phase === 'discovery' && isSimple(store))

/** Whether contracts can be skipped: few files are touched, and nothing is integrated. */
const isSimple = (store: Readonly<Record<string, unknown>>): boolean =>
  store.complexity_assessment === 'LOW' && Number(store.file_count) <= 3 && store.integration_count === 0
