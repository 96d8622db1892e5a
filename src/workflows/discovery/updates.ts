import { triggers } from '../../../templates/discovery/workflow.yaml'
import type { Context } from '../../engine/definition'
import { mapValues } from '../../engine/records'
import { named } from '../../workflow/findings/finding'
import { type Artifact, listIn, readArtifact, recordsIn } from './artifact'
import { isReady } from './checks'
import { coverageOf, subtasksIn } from './coverage'
import {
  type Approval,
  artifactKey,
  before,
  counts,
  type Feedback,
  fresh,
  from,
  hasArtifact,
  leftOpen,
  type Phase,
  type Plan,
  type PlanPayload,
  phaseNamed,
  type Restart,
  reviewerIn,
  revisionOf,
} from './plan'

/** Changes of a plan, by their names in the table. The time is part of the payload. */
export const updates = {
  begin: (
    _: Context,
    { at = '', task = '', title = task, goal = '', criteria = [], autonomous = false }: PlanPayload,
  ): Plan => ({
    ...{ ...fresh, task, title, goal, acceptance_criteria: criteria, autonomous_mode: autonomous },
    state_entered_at: at,
    context_store: { discovery_start_time: at },
  }),

  'take artifact': (plan, { at = '', text = '', settled = {} }) => {
    const { phase } = plan
    const { artifact = {} } = readArtifact(phase, text)
    return {
      ...entered(plan, phase, at, {
        [artifactKey[phase]]: `artifacts/${artifactKey[phase]}.json`,
        ...mapValues(counts[phase], (field) => listIn(artifact[field]).length),
        ...mapValues(learned[phase], (learn) => learn(artifact, plan, at)),
      }),
      feedback: plan.feedback.map((one) => {
        const how = one.phase === phase ? settled[one.id] : undefined
        return how === undefined ? one : { ...one, settled: how }
      }),
      stale: plan.stale.filter((other) => other !== phase),
    }
  },

  'approve as AI': (plan, { at = '', points, findings = {} }) => {
    const found = Object.keys(findings).length > 0 && { ...(points && { points }), findings }
    return approved(plan, [plan.phase], { ai: at, ...found }, at)
  },
  /** With the phases that a human has left for this review. */
  'approve as human': (plan, { at = '', as, said = '', typed }) => {
    const by = as === 'ai' ? 'autonomous' : 'human'
    const after = approved(plan, [...leftOpen(plan, plan.phase), plan.phase], { human: at, by }, at)
    const note = { phase: plan.phase, text: said, ...(typed && { typed }) }
    return said.trim() ? { ...after, notes: [...(plan.notes ?? []), note].slice(-maxNotes) } : after
  },
  'approve by itself': (plan, { at = '' }) => approved(plan, [plan.phase], { human: at, by: 'autonomous' }, at),

  /** Clarification leads to a router, which names its target; the last phase leads to the end. */
  'go on': (plan, { at = '' }) => entered(plan, from(plan.phase)[1] ?? plan.phase, at),
  'skip contracts': (plan, { at = '' }) => ({
    ...entered(plan, 'implementation_plan', at, { skip_contracts: true, complexity_note: lowComplexity }),
    skip_contracts: true,
  }),
  'take contracts': (plan, { at = '' }) => ({
    ...entered(plan, 'contracts', at, { skip_contracts: false }),
    skip_contracts: false,
  }),

  'send back': (plan, { at = '', as, feedback = [], typed }, state) => {
    const by = as ?? reviewerIn(state) ?? 'ai'
    return {
      ...entered(setAside(plan, [plan.phase], by), plan.phase, at),
      ...withoutResults(plan, [plan.phase]),
      feedback: withFeedback(plan, plan.phase, feedback, typed ? 'developer' : by),
    }
  },

  switch: (plan, { on = !plan.autonomous_mode }) => ({ ...plan, autonomous_mode: on }),

  complete: (plan, { at = '' }) => ({
    ...plan,
    restart_context: null,
    context_store: {
      ...plan.context_store,
      approved_by: plan.approvals.validation?.by ?? 'human',
      completion_time: at,
    },
  }),

  restart: (
    plan,
    { at = '', from: asked = '', trigger = '', changes = '', preserve, invalidate = [], typed },
    state,
  ) => {
    const start = phaseNamed(asked) ?? 'discovery'
    const redone = from(start)
    const earlier = before(start).filter((phase) => hasArtifact(plan, phase))
    const named = preserve?.map(phaseNamed)
    const kept = earlier.filter((phase) => (named ? named.includes(phase) : !plan.stale.includes(phase)))
    const restart: Restart = {
      trigger: trigger.toLowerCase(),
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
      ...withoutResults(plan, redone),
      feedback: failed.reduce(
        (feedback, one) => withFeedback({ ...plan, feedback }, one, [changes], typed ? 'developer' : 'human'),
        plan.feedback,
      ),
      stale: earlier.filter((phase) => !kept.includes(phase)),
      skip_contracts: redone.includes('contracts') ? false : plan.skip_contracts,
      restart_context: restart,
      restarts: plan.restarts + 1,
    }
  },
} satisfies Readonly<Record<string, (plan: Plan, brought: PlanPayload, state: string) => Plan>>

const lowComplexity = 'contracts skipped: low complexity'

const entered = (plan: Plan, phase: Phase, at: string, learned: Plan['context_store'] = {}): Plan => ({
  ...plan,
  phase,
  state_entered_at: at,
  context_store: { ...plan.context_store, ...learned },
})

const approved = (plan: Plan, those: readonly Phase[], approval: Approval, at: string): Plan => ({
  ...plan,
  state_entered_at: at,
  approvals: {
    ...plan.approvals,
    ...Object.fromEntries(those.map((phase) => [phase, { ...plan.approvals[phase], ...approval }])),
  },
})

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

/** What a plan learns from an artifact, besides the length of its lists. */
const learned: Readonly<Record<Phase, Readonly<Record<string, Learning>>>> = {
  discovery: {
    complexity_assessment: ({ complexity_assessment: complexity }) => complexity,
    file_count: ({ relevant_files: files }) => new Set(listIn(files)).size,
    discovery_partial: ({ tool_failures: failures }) => listIn(failures).length > 0,
  },
  clarification: {
    domain_knowledge: ({ domain_knowledge_gained: gained }) => listIn(gained),
    conversation_duration: (_, plan, at) =>
      Math.max(0, Math.round((Date.parse(at) - Date.parse(plan.state_entered_at)) / 1000)),
    questions_asked: ({ resolved_ambiguities: resolved }) =>
      listIn(resolved).length + recordsIn(resolved).flatMap((one) => listIn(one.follow_up_questions)).length,
  },
  contracts: {},
  implementation_plan: {
    total_context_size: ({ subtasks }) =>
      recordsIn(subtasks)
        .flatMap(({ context_bundle: bundle }) => (bundle === undefined ? [] : JSON.stringify(bundle)))
        .reduce((size, text) => size + new TextEncoder().encode(text).length, 0),
    independence_score: (artifact) => shareOf(subtasksIn(artifact), ({ needs }) => needs.length === 0),
    coverage_score: (artifact, { acceptance_criteria: criteria }) =>
      shareOf(coverageOf(criteria, { implementation_plan: artifact }), ({ ids }) => ids.length > 0),
  },
  validation: { ready: isReady },
}

/** What a plan knows about a phase from other sources. */
const decided: Readonly<Partial<Record<Phase, readonly string[]>>> = {
  contracts: ['skip_contracts', 'complexity_note'],
  validation: ['approved_by', 'completion_time'],
}

/** @returns what a plan knows, and who approved it, without some phases; what it knows also without what is `gone` */
export function withoutResults(
  { approvals, context_store: store }: Plan,
  redone: readonly Phase[],
  gone = redone,
): Pick<Plan, 'approvals' | 'context_store'> {
  const lost = [...redone, ...gone].flatMap((phase) => [
    artifactKey[phase],
    ...Object.keys({ ...counts[phase], ...learned[phase] }),
    ...(decided[phase] ?? []),
  ])
  const without = <Value>(record: Readonly<Record<string, Value>>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
  return { approvals: without(approvals, redone), context_store: without(store, lost) }
}

/** How many of all, to two decimals; 1 if there is nothing. */
const shareOf = <One>(all: readonly One[], isIt: (one: One) => boolean): number =>
  all.length === 0 ? 1 : Math.round((all.filter(isIt).length / all.length) * 100) / 100
