import type { Context } from '../../engine/definition'
import { named } from '../../workflow/findings/finding'
import { type Artifact, listIn, readArtifact, recordsIn } from './artifact'
import { isReady } from './checks'
import { coverageOf, subtasksIn } from './coverage'
import { artifactKey, before, from, type Phase, reviewerIn } from './phases'
import {
  type Approval,
  type EventPayload,
  type Feedback,
  fresh,
  type Plan,
  type Restart,
  revisionOf,
  type Trigger,
  triggers,
} from './plan'
import { hasArtifact, leftOpen, phaseNamed } from './problems'
import { needsOf } from './subtasks'

/** Changes of a plan, by their names in the table. The time is part of the payload. */
export const updates = {
  begin: (
    _: Context,
    { at = '', task = '', title, goal = '', criteria = [], autonomous = false, reviews }: EventPayload,
  ): Plan => ({
    ...fresh,
    task,
    title: title ?? task,
    goal,
    acceptance_criteria: criteria,
    autonomous_mode: autonomous,
    ...(reviews && { reviews }),
    state_entered_at: at,
    context_store: { discovery_start_time: at },
  }),

  'take artifact': (plan: Plan, { at = '', text = '', settled = {} }: EventPayload): Plan => {
    const { artifact = {} } = readArtifact(plan.phase, text)
    return {
      ...plan,
      state_entered_at: at,
      feedback: plan.feedback.map((one) => {
        const how = one.phase === plan.phase ? settled[one.id] : undefined
        return how === undefined ? one : { ...one, settled: how }
      }),
      stale: plan.stale.filter((phase) => phase !== plan.phase),
      context_store: {
        ...plan.context_store,
        [artifactKey[plan.phase]]: `artifacts/${artifactKey[plan.phase]}.json`,
        ...Object.fromEntries(
          Object.entries(learned[plan.phase]).map(([key, learn]) => [key, learn(artifact, plan, at)]),
        ),
      },
    }
  },

  'approve as AI': (plan: Plan, { at = '', points, findings }: EventPayload): Plan =>
    approved(
      plan,
      { ai: at, ...(findings && Object.keys(findings).length > 0 && { ...(points && { points }), findings }) },
      at,
    ),
  /** With the phases that a human has left for this review. */
  'approve as human': (plan: Plan, { at = '', as, said, typed }: EventPayload): Plan => {
    const by = as === 'ai' ? 'autonomous' : 'human'
    const both = [...leftOpen(plan, plan.phase), plan.phase].map((one) => [
      one,
      { ...plan.approvals[one], human: at, by },
    ])
    const approvals: Plan['approvals'] = { ...plan.approvals, ...Object.fromEntries(both) }
    return noted({ ...plan, state_entered_at: at, approvals }, said, typed)
  },
  'approve by itself': (plan: Plan, { at = '' }: EventPayload): Plan =>
    approved(plan, { human: at, by: 'autonomous' }, at),

  /** Clarification leads to a router, which names its target; the last phase leads to the end. */
  'go on': (plan: Plan, { at = '' }: EventPayload): Plan => entered(plan, from(plan.phase)[1] ?? plan.phase, at),
  'skip contracts': (plan: Plan, { at = '' }: EventPayload): Plan => ({
    ...entered(plan, 'implementation_plan', at),
    skip_contracts: true,
    context_store: {
      ...plan.context_store,
      skip_contracts: true,
      complexity_note: 'contracts skipped: low complexity',
    },
  }),
  'take contracts': (plan: Plan, { at = '' }: EventPayload): Plan => ({
    ...entered(plan, 'contracts', at),
    skip_contracts: false,
    context_store: { ...plan.context_store, skip_contracts: false },
  }),

  'send back': (plan: Plan, { at = '', as, feedback = [], typed }: EventPayload, state: string): Plan => {
    const by = as ?? reviewerIn(state) ?? 'ai'
    const { [plan.phase]: _, ...approvals } = plan.approvals
    return {
      ...entered(setAside(plan, [plan.phase], by), plan.phase, at),
      approvals,
      context_store: without(plan.context_store, [plan.phase]),
      feedback: withFeedback(plan, plan.phase, feedback, typed ? 'developer' : by),
    }
  },

  switch: (plan: Plan, { on }: EventPayload): Plan => ({ ...plan, autonomous_mode: on ?? !plan.autonomous_mode }),

  complete: (plan: Plan, { at = '' }: EventPayload): Plan => ({
    ...plan,
    restart_context: null,
    context_store: {
      ...plan.context_store,
      approved_by: plan.approvals.validation?.by ?? 'human',
      completion_time: at,
    },
  }),

  restart: (
    plan: Plan,
    { at = '', from: asked = '', trigger = '', changes = '', preserve, invalidate = [], typed }: EventPayload,
    state: string,
  ): Plan => {
    const start = phaseNamed(asked) ?? 'discovery'
    const redone = from(start)
    const earlier = before(start).filter((phase) => hasArtifact(plan, phase))
    const kept = preserve
      ? earlier.filter((phase) => preserve.some((name) => phaseNamed(name) === phase))
      : earlier.filter((phase) => !plan.stale.includes(phase))
    const restart: Restart = {
      trigger: trigger.toLowerCase() as Trigger,
      restart_from: start,
      changes,
      preserve_artifacts: kept,
      set_aside: redone.filter((phase) => hasArtifact(plan, phase)),
      invalidated: invalidate,
      timestamp: at,
      previous_state: state,
    }
    const isFailure = triggers[restart.trigger] === 'implementation_plan'
    const failed = restart.set_aside.filter((one) => one === start || (isFailure && one === 'implementation_plan'))
    return {
      ...entered(setAside(plan, restart.set_aside, 'human'), start, at),
      feedback: failed.reduce(
        (list, one) => withFeedback({ ...plan, feedback: list }, one, [changes], typed ? 'developer' : 'human'),
        plan.feedback,
      ),
      approvals: Object.fromEntries(
        Object.entries(plan.approvals).filter(([phase]) => !redone.includes(phase as Phase)),
      ),
      context_store: without(plan.context_store, redone),
      stale: earlier.filter((phase) => !kept.includes(phase)),
      skip_contracts: redone.includes('contracts') ? false : plan.skip_contracts,
      restart_context: restart,
      restarts: plan.restarts + 1,
    }
  },
}

const entered = (plan: Plan, phase: Phase, at: string): Plan => ({ ...plan, phase, state_entered_at: at })

const approved = (plan: Plan, approval: Approval, at: string): Plan => ({
  ...plan,
  state_entered_at: at,
  approvals: { ...plan.approvals, [plan.phase]: { ...plan.approvals[plan.phase], ...approval } },
})

const noted = (plan: Plan, text: string | undefined, typed?: boolean): Plan => {
  const note = { phase: plan.phase, text: text ?? '', ...(typed && { typed }) }
  return text?.trim() ? { ...plan, notes: [...(plan.notes ?? []), note].slice(-maxNotes) } : plan
}
const maxNotes = 20

/**
 * With the artifacts of those phases counted as earlier revisions. Which the developer saw is known by their answer: an
 * approval, or by whom they are set aside; an agent that takes its own back may have shown nothing.
 */
function setAside(plan: Plan, redone: readonly Phase[], who: Feedback['by']): Plan {
  const [revisions, seen] = [{ ...plan.revisions }, { ...plan.seen }]
  for (const phase of redone) {
    const { by, ai } = plan.approvals[phase] ?? {}
    const count = revisionOf(plan, phase)
    revisions[artifactKey[phase]] = count
    if (by === 'human' || (phase === plan.phase && ai && who === 'human')) seen[phase] = count
  }
  return { ...plan, revisions, seen }
}

function withFeedback(plan: Plan, phase: Phase, texts: readonly string[], by: Feedback['by']): Plan['feedback'] {
  const last = Number(plan.feedback.at(-1)?.id.slice(1) ?? 0)
  const revision = revisionOf(plan, phase)
  const said = texts.filter((text) => text.trim() !== '')
  const more = named('F', said, last).map(({ name: id, text }): Feedback => ({ id, phase, text, by, revision }))
  return [...plan.feedback, ...more]
}

type Learning = (artifact: Artifact, plan: Plan, at: string) => unknown

/** What a plan learns from an artifact: counts, as the artifact has the rest. */
const learned: Readonly<Record<Phase, Readonly<Record<string, Learning>>>> = {
  discovery: {
    complexity_assessment: (artifact) => artifact.complexity_assessment,
    file_count: (artifact) => new Set(listIn(artifact.relevant_files)).size,
    integration_count: (artifact) => listIn(artifact.integration_points).length,
    tools_used: ({ tools_used: used }) => listIn(used).length,
    tool_failures: ({ tool_failures: failures }) => listIn(failures).length,
    discovery_partial: ({ tool_failures: failures }) => listIn(failures).length > 0,
  },
  clarification: {
    domain_knowledge: ({ domain_knowledge_gained: gained }) => listIn(gained).length,
    conversation_duration: (_, plan, at) =>
      Math.max(0, Math.round((Date.parse(at) - Date.parse(plan.state_entered_at)) / 1000)),
    questions_asked: (artifact) => {
      const resolved = listIn(artifact.resolved_ambiguities)
      const further = recordsIn(resolved).flatMap((one) => listIn(one.follow_up_questions))
      return resolved.length + further.length
    },
  },
  contracts: {
    interface_count: (artifact) => listIn(artifact.method_contracts).length,
    model_count: (artifact) => listIn(artifact.data_models).length,
    api_endpoint_count: (artifact) => listIn(artifact.api_contracts).length,
  },
  implementation_plan: {
    subtask_count: (artifact) => subtasksIn(artifact).length,
    total_context_size: (artifact) =>
      subtasksIn(artifact)
        .flatMap(({ context_bundle: bundle }) => (bundle === undefined ? [] : [JSON.stringify(bundle)]))
        .reduce((size, text) => size + new TextEncoder().encode(text).length, 0),
    independence_score: (artifact) => {
      const subtasks = subtasksIn(artifact)
      return share(subtasks.filter((one) => needsOf(one).length === 0).length, subtasks.length)
    },
    coverage_score: (artifact, { acceptance_criteria: criteria }) => {
      const covered = coverageOf(criteria, { implementation_plan: artifact })
      return share(covered.filter(({ ids }) => ids.length > 0).length, criteria.length)
    },
  },
  validation: { ready: isReady },
}

/** What a plan knows about a phase from other sources. */
const decided: Readonly<Partial<Record<Phase, readonly string[]>>> = {
  contracts: ['skip_contracts', 'complexity_note'],
  validation: ['approved_by', 'completion_time'],
}

/** @returns a plan's knowledge without the results of some phases */
export function without(store: Plan['context_store'], redone: readonly Phase[]): Record<string, unknown> {
  const gone = redone.flatMap((phase) => [
    artifactKey[phase],
    ...Object.keys(learned[phase]),
    ...(decided[phase] ?? []),
  ])
  return Object.fromEntries(Object.entries(store).filter(([key]) => !gone.includes(key)))
}

/** Of all, to two decimals; 1 if there is nothing. */
const share = (some: number, all: number): number => (all === 0 ? 1 : Math.round((some / all) * 100) / 100)
