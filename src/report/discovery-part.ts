import { capital } from '../answer/markdown'
import { isRecord } from '../failure/json'
import { listIn } from '../flows/discovery/artifact'
import { isByAgent, questionAndDecision } from '../flows/discovery/decisions'
import { artifactsIn } from '../flows/discovery/files'
import { phaseOf, phases, reviewerIn, titleOf } from '../flows/discovery/phases'
import { type Plan, planIn } from '../flows/discovery/plan'
import { hasArtifact } from '../flows/discovery/problems'
import { glance } from '../flows/discovery/show'
import { criterionIn } from '../flows/discovery/verification'
import type { Decision, ReportedCriterion, ReportedTask, TaskStatus } from './model'
import type { Loaded, Part } from './part'
import type { DecisionIn } from './story'

/** @returns what a report says of a plan: its phases are its tasks */
export function discoveryPart({ context, files, folder, state }: Loaded): Part {
  const plan = planIn(context)
  if (!plan) return { title: '', criteria: [], tasks: [], threads: [], byHand: [], ...nothing }
  const artifacts = artifactsIn(
    folder,
    plan,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  )
  const asked = phases.filter((phase) => !(phase === 'contracts' && plan.skip_contracts))
  const approvals = asked.flatMap((phase) =>
    plan.approvals[phase]?.human && !plan.stale.includes(phase) ? [plan.approvals[phase]] : [],
  )
  const open = asked.length - approvals.length
  return {
    title: plan.title,
    criteria: plan.acceptance_criteria.map(criterion),
    tasks: phases.map((phase): ReportedTask => {
      const status = statusOf(plan, phase, state)
      const { human, ai } = plan.approvals[phase] ?? {}
      const time = human ?? ai
      return {
        name: capital(titleOf(phase)),
        group: '',
        status,
        achieved: artifacts[phase] ? `${glance(plan, phase, artifacts)} ${approvedBy(plan, phase)}` : '',
        ...(time && { time }),
      }
    }),
    threads: [],
    byHand: [
      ...listIn(artifacts.clarification?.resolved_ambiguities)
        .filter(isRecord)
        .filter(isByAgent)
        .map(questionAndDecision)
        .map(
          ({ question, decision }): Decision => ({
            kind: 'decision',
            text: question || decision,
            by: 'agent',
            said: question && decision,
          }),
        ),
      ...(plan.reviews === 'final'
        ? [
            {
              kind: 'unattended',
              text: 'The developer reviews the clarification and the end only.',
              by: 'setting',
              said: '',
            } as const,
          ]
        : []),
    ],
    counted: 'phases',
    total: asked.length,
    met: approvals.length,
    proven: approvals.filter(({ by }) => by !== 'autonomous').length,
    rest: open > 0 ? [`${open} open`] : [],
    isStopped: false,
  }
}

const nothing = { counted: 'phases', total: phases.length, met: 0, proven: 0, rest: [], isStopped: false } as const

const criterion = (said: string): ReportedCriterion => {
  const { text, verify } = criterionIn(said)
  const evidence = verify && `to be shown by: ${verify}`
  return { text, standing: 'agreed', isMet: false, byDeveloper: false, evidence, commands: [] }
}

function statusOf(plan: Plan, phase: (typeof phases)[number], state: string): TaskStatus {
  if (plan.stale.includes(phase)) return 'stale'
  if (phase === 'contracts' && plan.skip_contracts) return 'skipped'
  if (phaseOf(state) === phase) return 'doing'
  return hasArtifact(plan, phase) ? 'done' : 'open'
}

function approvedBy(plan: Plan, phase: (typeof phases)[number]): string {
  const { ai, human, by } = plan.approvals[phase] ?? {}
  if (human) return by === 'autonomous' ? 'Approved by the agent alone.' : 'Approved by the developer.'
  return ai ? 'Approved by the agent; the developer has not.' : 'Not reviewed yet.'
}

/** What the history of a plan tells of approvals, and of what was sent back or begun again. */
export const decisionInDiscovery: DecisionIn = ({ trigger, transition, about = {} }) => {
  const { by, phase, note, autonomous } = about
  const verb = trigger.toLowerCase()
  const reviewer = reviewerIn(transition.split(' → ')[0] ?? '')
  const words: Readonly<Record<string, string>> = {
    approve: 'Approved',
    revise: 'Sent back',
    replan: 'Begun again from',
    autonomous: about.on === true ? 'Autonomous mode was switched on in' : 'Autonomous mode was switched off in',
  }
  const what = words[verb]
  // What autonomous mode approved is said already.
  if (!what || autonomous === true || (verb === 'approve' && reviewer === undefined && by === undefined))
    return undefined
  return {
    kind: verb === 'approve' ? 'approval' : 'decision',
    text: `${what}: ${typeof phase === 'string' ? phase.replace('_', ' ') : 'the plan'}`,
    by: by === 'human' ? 'developer' : by === 'ai' ? 'agent' : 'unknown',
    said: typeof note === 'string' ? note : '',
  }
}
