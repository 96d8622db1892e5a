import type { Context } from '../../engine/definition'
import { type Artifact, isRecord, readArtifact } from './artifact'
import { artifactKey, before, from, type Phase } from './phases'
import type { Approval, EventPayload, Plan, Restart, Trigger } from './plan'
import { hasArtifact, phaseNamed } from './problems'

/** What becomes of a plan, by the names that the table uses. The time comes with the event. */
export const updates = {
  begin: (
    _: Context,
    { at = '', task = '', title, goal = '', criteria = [], autonomous = false }: EventPayload,
  ): Context =>
    ({
      task,
      title: title ?? task,
      goal,
      acceptance_criteria: criteria,
      autonomous_mode: autonomous,
      phase: 'discovery',
      state_entered_at: at,
      skip_contracts: false,
      feedback: null,
      approvals: {},
      context_store: { discovery_start_time: at },
      revisions: {},
      stale: [],
      restart_context: null,
      restarts: 0,
    }) satisfies Plan & Context,

  'take artifact': (plan: Plan, { at = '', text = '' }: EventPayload): Plan => {
    const { artifact = {} } = readArtifact(plan.phase, text)
    const path = `artifacts/${artifactKey[plan.phase]}.json`
    return {
      ...plan,
      state_entered_at: at,
      feedback: null,
      stale: plan.stale.filter((phase) => phase !== plan.phase),
      context_store: {
        ...plan.context_store,
        [artifactKey[plan.phase]]: path,
        ...learned[plan.phase](artifact, plan, at),
      },
    }
  },

  'approve as AI': (plan: Plan, { at = '' }: EventPayload): Plan => approved(plan, { ai: at }, at),
  'approve as human': (plan: Plan, { at = '', as }: EventPayload): Plan =>
    approved(plan, { human: at, by: as === 'ai' ? 'autonomous' : 'human' }, at),
  'approve by itself': (plan: Plan, { at = '' }: EventPayload): Plan =>
    approved(plan, { human: at, by: 'autonomous' }, at),

  /** Clarification leads to a decision, which says itself where it leads; the last phase leads to the end. */
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

  'send back': (plan: Plan, { at = '', as, feedback = '' }: EventPayload): Plan => {
    const { [plan.phase]: seen, ...approvals } = plan.approvals
    const { [artifactKey[plan.phase]]: _, ...store } = without(plan.context_store, [plan.phase])
    const revisions = counted(plan, [plan.phase])
    return {
      ...entered(plan, plan.phase, at),
      approvals,
      context_store: store,
      revisions,
      feedback: {
        text: feedback,
        by: as ?? (seen?.ai ? 'human' : 'ai'),
        revision: revisions[artifactKey[plan.phase]] ?? 1,
      },
    }
  },

  switch: (plan: Plan, { on }: EventPayload): Plan => ({ ...plan, autonomous_mode: on ?? !plan.autonomous_mode }),

  complete: (plan: Plan, { at = '' }: EventPayload): Plan => ({
    ...plan,
    feedback: null,
    restart_context: null,
    context_store: {
      ...plan.context_store,
      approved_by: plan.approvals.validation?.by ?? 'human',
      completion_time: at,
    },
  }),

  restart: (
    plan: Plan,
    { at = '', from: asked = '', trigger = '', changes = '', preserve, invalidate = [] }: EventPayload,
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
    return {
      ...entered(plan, start, at),
      feedback: null,
      approvals: Object.fromEntries(
        Object.entries(plan.approvals).filter(([phase]) => !redone.includes(phase as Phase)),
      ),
      context_store: without(plan.context_store, redone),
      revisions: counted(plan, restart.set_aside),
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

const counted = (plan: Plan, redone: readonly Phase[]): Plan['revisions'] => ({
  ...plan.revisions,
  ...Object.fromEntries(redone.map((phase) => [artifactKey[phase], (plan.revisions[artifactKey[phase]] ?? 0) + 1])),
})

/** What an artifact adds to what the plan knows (§7). Lists are kept short: the artifact has all of it. */
const learned: Readonly<Record<Phase, (artifact: Artifact, plan: Plan, at: string) => Record<string, unknown>>> = {
  discovery: (artifact) => ({
    complexity_assessment: artifact.complexity_assessment,
    file_count: new Set(listIn(artifact.relevant_files)).size,
    integration_count: listIn(artifact.integration_points).length,
    tools_used: short(artifact.tools_used),
    tool_failures: short(artifact.tool_failures),
    discovery_partial: listIn(artifact.tool_failures).length > 0,
  }),
  clarification: (artifact, plan, at) => {
    const resolved = listIn(artifact.resolved_ambiguities)
    const further = resolved.flatMap((one) => (isRecord(one) ? listIn(one.follow_up_questions) : []))
    return {
      domain_knowledge: short(artifact.domain_knowledge_gained),
      conversation_duration: Math.max(0, Math.round((Date.parse(at) - Date.parse(plan.state_entered_at)) / 1000)),
      questions_asked: resolved.length + further.length,
    }
  },
  contracts: (artifact) => ({
    interface_count: listIn(artifact.method_contracts).length,
    model_count: listIn(artifact.data_models).length,
    api_endpoint_count: listIn(artifact.api_contracts).length,
  }),
  implementation_plan: (artifact) => {
    const subtasks = listIn(artifact.subtasks).filter(isRecord)
    const alone = subtasks.filter(({ scope }) => !isRecord(scope) || listIn(scope.depends_on_subtasks).length === 0)
    const bundles = subtasks.flatMap(({ context_bundle: bundle }) => (bundle === undefined ? [] : [bundle]))
    return {
      subtask_count: subtasks.length,
      total_context_size: bundles.length === 0 ? 0 : new TextEncoder().encode(JSON.stringify(bundles)).length,
      independence_score: subtasks.length === 0 ? 1 : Math.round((alone.length / subtasks.length) * 100) / 100,
    }
  },
  validation: (artifact) => ({
    final_metrics: isRecord(artifact.quality_metrics)
      ? Object.fromEntries(Object.entries(artifact.quality_metrics).slice(0, maxReplans))
      : {},
    ready:
      artifact.ready_for_implementation !== false &&
      !['NEEDS_REVISION', 'REJECTED'].includes(String(artifact.final_approval_status)),
  }),
}

/** The keys that each phase adds, beside its artifact. */
const added: Readonly<Record<Phase, readonly string[]>> = {
  discovery: [
    'complexity_assessment',
    'file_count',
    'integration_count',
    'tools_used',
    'tool_failures',
    'discovery_partial',
  ],
  clarification: ['domain_knowledge', 'conversation_duration', 'questions_asked'],
  contracts: ['interface_count', 'model_count', 'api_endpoint_count', 'skip_contracts', 'complexity_note'],
  implementation_plan: ['subtask_count', 'total_context_size', 'independence_score'],
  validation: ['final_metrics', 'ready', 'approved_by', 'completion_time'],
}

function without(store: Plan['context_store'], redone: readonly Phase[]): Record<string, unknown> {
  const gone = redone.flatMap((phase) => [artifactKey[phase], ...added[phase]])
  return Object.fromEntries(Object.entries(store).filter(([key]) => !gone.includes(key)))
}

const maxReplans = 50
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const short = (value: unknown): readonly string[] =>
  listIn(value)
    .slice(0, maxReplans)
    .map((item) => String(item).slice(0, 500))
