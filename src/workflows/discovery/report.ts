import { capital } from '../../text/markdown/code'
import { isSeen, wordsIn } from '../../workflow/event-words'
import type {
  DecisionIn,
  MapPlan,
  ReportedCriterion,
  ReportedDecision,
  ReportedTask,
  Reporting,
  ReportPart,
  ReportSource,
  TaskStatus,
} from '../../workflow/reporting'
import { isByAgent } from './artifact'
import { criterionIn } from './coverage'
import { artifactsIn } from './files'
import { fresh, hasArtifact, type Phase, type Plan, phaseOf, phases, planIn, reviewerIn, titleOf } from './plan'
import { approvedBy, decisionsOf, glance, questionAndDecision } from './show'

function partOf({ context, files, folder, state, story }: ReportSource): ReportPart {
  const plan = planIn(context)
  const { title, acceptance_criteria: criteria, skip_contracts: isSkipped, approvals, stale } = plan ?? fresh
  const probe = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
  const artifacts = plan ? artifactsIn(folder, plan, probe) : {}
  const asked = phases.filter((phase) => !(phase === 'contracts' && isSkipped))
  const approved = asked.flatMap((phase) => (stale.includes(phase) ? [] : (approvals[phase]?.human ?? [])))
  const open = asked.length - approved.length
  const ofDeveloper = story.byHand.filter(({ kind, by }) => kind === 'approval' && by === 'developer')
  // The same step, to the second.
  const isTheirs = (at: string) => ofDeveloper.some(({ time = '' }) => time.slice(0, 19) === at.slice(0, 19))
  const task = (plan: Plan, phase: Phase): ReportedTask => {
    const { human, ai } = approvals[phase] ?? {}
    const time = human ?? ai
    const achieved = artifacts[phase] && `${glance(plan, phase, artifacts)} ${approvedBy(approvals[phase], isTheirs)}`
    const status = statusOf(plan, phase, state)
    return { name: capital(titleOf(phase)), group: '', status, achieved: achieved ?? '', ...(time && { time }) }
  }
  const decided = decisionsOf(artifacts.clarification ?? {})
    .filter(isByAgent)
    .map(questionAndDecision)
  return {
    title,
    criteria: criteria.map(criterion),
    tasks: plan ? phases.map((phase) => task(plan, phase)) : [],
    byHand: decided.map(
      ({ question, decision }): ReportedDecision => ({
        kind: 'decision',
        text: question || decision,
        by: 'agent',
        said: question && decision,
      }),
    ),
    counted: 'phases',
    total: asked.length,
    met: approved.length,
    proven: approved.filter(isTheirs).length,
    rest: plan && open > 0 ? [`${open} open`] : [],
  }
}

const criterion = (said: string): ReportedCriterion => {
  const { text, verify } = criterionIn(said)
  const evidence = verify && `to be shown by: ${verify}`
  return { text, standing: 'agreed', isMet: false, byDeveloper: false, evidence, commands: [] }
}

function statusOf(plan: Plan, phase: Phase, state: string): TaskStatus {
  if (plan.stale.includes(phase)) return 'stale'
  if (phase === 'contracts' && plan.skip_contracts) return 'skipped'
  if (phaseOf(state) === phase) return 'doing'
  return hasArtifact(plan, phase) ? 'done' : 'open'
}

/** What the history of a plan tells of approvals, and of what was sent back or begun again. */
const decisionIn: DecisionIn = ({ trigger, transition, word, about = {} }) => {
  const { phase, note, autonomous, on, typed } = about
  const verb = trigger.toLowerCase()
  const words: Readonly<Record<string, string>> = {
    approve: 'Approved:',
    revise: 'Sent back:',
    replan: 'Begun again from the',
    autonomous: `Autonomous mode was switched ${on === true ? 'on' : 'off'} in:`,
  }
  const what = words[verb]
  // What autonomous mode approved is said already, and a review by the agent decides nothing for the developer.
  if (!what || autonomous === true || (verb === 'approve' && reviewerIn(transition.split(' → ')[0] ?? '') !== 'human'))
    return undefined
  const given = wordsIn(about, verb, word)
  return {
    kind: verb === 'approve' ? 'approval' : 'decision',
    text: `${what} ${typeof phase === 'string' ? titleOf(phase as Phase) : 'plan'}${given && `; ${given}`}`,
    by: isSeen(word) || typed === true ? 'developer' : 'agent',
    said: typeof note === 'string' ? note : '',
  }
}

/** What is done in each phase alike, as a title by what the frame of all phases calls it. */
const titles = { written: 'Being written', ai: 'In review by the agent', human: 'In review by you' }

/** The phases are one frame, and what happens in each of them another. */
const map: MapPlan = {
  phases: ['Phases', 'In each phase'],
  phaseOf: (box) => (box in titles ? 1 : 0),
  boxOf(state) {
    const phase = phaseOf(state)
    return phase === undefined ? state : [phase, reviewerIn(state) ?? 'written']
  },
  titles,
  isDrawn: ({ on, from, to }) =>
    on !== 'replan' && phases.indexOf(phaseOf(to) ?? 'validation') - phases.indexOf(phaseOf(from) ?? 'discovery') < 2,
}

export const reporting: Reporting = { partOf, decisionIn, map }
