import type { TurnInput } from '../../workflow/transition'
import type { Turn } from '../../workflow/turn'
import { agent, done, say, you } from '../../workflow/turn'
import { criteriaIn, leftIn } from './criteria'
import { isUnwritten } from './facts'
import { file } from './files'
import { withoutOrigin } from './states'

const accio = say(['Accio'], { command: 'spell accio' })
const finite = say(['Finite'], { command: 'spell finite' })
const addCriterion = you('add a criterion to the plan', 'spell accio')

/** Without them Accio would give up what was done. */
const writeResults = you('tell the agent to write the results')

const tellAgent = 'tell the agent what is to be done'

/** @returns who acts next, as the table answers with these facts; what the agent has written already is the developer's to read */
export function turn(now: TurnInput): Turn {
  const { state, probe, facts } = now
  const isOpen = Number(facts.openCriteria) > 0
  switch (withoutOrigin(state)) {
    case 'GATHER_EDITING_CONTEXT':
      return isUnwritten(probe[file.context]) ? you(tellAgent, 'spell accio') : accio
    case 'GATHER_EDITING':
      if (!facts.plan || isOpen || (facts.task && !facts.template)) return accio
      if (!isUnwritten(probe[file.plan])) return addCriterion
      return isUnwritten(probe[file.context]) ? you(tellAgent, 'spell accio') : agent('writing the plan')
    case 'ACHIEVE_TASK_DRAFTING':
      if (!facts.plan) return accio
      if (facts.criteria === 0) return addCriterion
      if (!isOpen && facts.proof !== 'complete') return showing(now)
      if (facts.missingCommand) return finite
      return isOpen && facts.task ? (confirming(now) ?? drafting(now)) : accio
    case 'ACHIEVE_TASK_EXECUTED':
      if (!facts.plan || facts.results) return accio
      return facts.task ? agent('carrying out the task') : you('bring back `task.md`')
    case 'ACHIEVE_COMPLETE':
      if (isOpen) return finite
      return facts.proof === 'complete' ? done : showing(now)
    case 'PR_GATHERING_COMMENTS':
      return isUnwritten(probe[file.comments]) ? agent('gathering the comments') : accio
    case 'PR_REVIEW_TASK_DRAFT':
      return facts.reviewTemplate ? agent('drafting the review task') : accio
    case 'PR_APPLIED_PENDING_ARCHIVE':
      if (facts.reviewResults) return accio
      return facts.reviewTask ? agent('applying the review') : you('bring back `review-task.md`')
    case 'ERROR_TASK_RESULTS_MISSING':
      return facts.results ? accio : writeResults
    case 'ERROR_REVIEW_TASK_RESULTS_MISSING':
      return facts.reviewResults ? accio : writeResults
    case 'ERROR_PLAN_MISSING':
      return facts.plan ? accio : you('bring back `plan.md`')
    case 'PR_CONFIRM_RESTART_COMMENTS':
    case 'PR_CONFIRM_RESTART_TASK':
      return say(['Reparo', 'Accio', 'Reverto'], { command: 'spell reparo' })
    default:
      return accio
  }
}

function showing(now: TurnInput): Turn {
  const isAsked = now.rows?.some((row) => asksToProve.includes(row))
  const prove = isAsked ? agent('to run `spell prove`', 'spell prove') : you('run `spell prove`', 'spell prove')
  return confirming(now) ?? prove
}

/** The rows that ask the agent to run it, if all is ticked and not proven. */
const asksToProve: readonly string[] = ['A3s', 'A2', 'A2c']

/** Between two tasks an open criterion may need none. */
function drafting(now: TurnInput): Turn {
  const { facts, proofs, from, state, rows } = now
  const isBegun = from !== undefined && from !== state
  const isAsked = rows?.includes('A1t')
  const { confirm, yours, isFirst } = leftToYou(now)
  if (isBegun && yours.length > 0) return you(`run \`${confirm}\``, confirm)
  if (!facts.template) return accio
  if (!proofs?.hasCommands || isFirst || isBegun || isAsked) return agent('drafting the task')
  if (proofs.mayProve) return you('run `spell prove`', 'spell prove')
  return yours.length > 0 ? you(`run \`${confirm}\``, confirm) : you('tell the agent what the next task is')
}

/** If nothing but what the developer confirms is left. */
function confirming(now: TurnInput): Turn | undefined {
  const { isAll, confirm } = leftToYou(now)
  return isAll ? you(`run \`${confirm}\``, confirm) : undefined
}

function leftToYou(now: TurnInput) {
  const plan = now.probe[file.plan]
  const left = leftIn(typeof plan === 'string' ? criteriaIn(plan) : [], now)
  return { ...left, confirm: `spell confirm ${left.yours.join(' ')}` }
}
