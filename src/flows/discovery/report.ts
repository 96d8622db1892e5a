import { capital } from '../../markdown/code'
import type {
  Decision,
  DecisionIn,
  ReportedCriterion,
  ReportedTask,
  Reporting,
  ReportPart,
  ReportSource,
  TaskStatus,
} from '../reporting'
import { isSeen, wordsIn } from '../words'
import { criterionIn } from './coverage'
import { decisionsOf, isByAgent, questionAndDecision } from './decisions'
import { artifactsIn } from './files'
import { phaseOf, phases, reviewerIn, titleOf } from './phases'
import { type Plan, planIn } from './plan'
import { hasArtifact } from './problems'
import { approvedBy, glance } from './show'

function partOf({ context, files, folder, state, story }: ReportSource): ReportPart {
  const plan = planIn(context)
  if (!plan) return { title: '', criteria: [], tasks: [], byHand: [], ...nothing }
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
  const ofDeveloper = story.byHand.filter(({ kind, by }) => kind === 'approval' && by === 'developer')
  // The same step, to the second.
  const isSeen = (at = '') => at !== '' && ofDeveloper.some(({ time = '' }) => time.slice(0, 19) === at.slice(0, 19))
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
        achieved: artifacts[phase]
          ? `${glance(plan, phase, artifacts)} ${approvedBy(plan.approvals[phase], isSeen)}`
          : '',
        ...(time && { time }),
      }
    }),
    byHand: [
      ...decisionsOf(artifacts.clarification ?? {})
        .filter(isByAgent)
        .map((one) => questionAndDecision(one))
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
    proven: approvals.filter(({ human }) => isSeen(human)).length,
    rest: open > 0 ? [`${open} open`] : [],
  }
}

const nothing = { counted: 'phases', total: phases.length, met: 0, proven: 0, rest: [] } as const

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

/** What the history of a plan tells of approvals, and of what was sent back or begun again. */
const decisionIn: DecisionIn = ({ trigger, transition, word, about = {} }) => {
  const { phase, note, autonomous, typed } = about
  const verb = trigger.toLowerCase()
  const words: Readonly<Record<string, string>> = {
    approve: 'Approved',
    revise: 'Sent back',
    replan: 'Begun again from the',
    autonomous: about.on === true ? 'Autonomous mode was switched on in' : 'Autonomous mode was switched off in',
  }
  const what = words[verb]
  // What autonomous mode approved is said already, and a review by the agent decides nothing for the developer.
  if (!what || autonomous === true || (verb === 'approve' && reviewerIn(transition.split(' → ')[0] ?? '') !== 'human'))
    return undefined
  const given = wordsIn(about, verb, word)
  return {
    kind: verb === 'approve' ? 'approval' : 'decision',
    text: `${what}${verb === 'replan' ? '' : ':'} ${typeof phase === 'string' ? phase.replace('_', ' ') : 'plan'}${given && `; ${given}`}`,
    by: isSeen(word) || typed === true ? 'developer' : 'agent',
    said: typeof note === 'string' ? note : '',
  }
}

export const reporting: Reporting = { partOf, decisionIn }
