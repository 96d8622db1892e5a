import type { Turn, TurnInput } from '../flow'
import { agent, done, you } from '../turn'
import { criteriaIn, leftIn } from './criteria'
import { isUnwritten } from './facts'
import { file } from './files'

const accio = you('say **Accio**', 'spell accio')
const finite = you('say **Finite**', 'spell finite')
const addCriterion = you('add a criterion to the plan, then say **Accio**', 'spell accio')

/** @returns who acts next, as the table answers with these facts; what the agent has written already is the developer's to read */
export function turn({ state, probe, facts, proofs }: TurnInput): Turn {
  const isOpen = Number(facts.openCriteria) > 0
  switch (state.replace(/_[GA]$/, '')) {
    case 'GATHER_EDITING_CONTEXT':
      return isUnwritten(probe[file.context]) ? you('say what is to be done, then **Accio**', 'spell accio') : accio
    case 'GATHER_EDITING':
      if (!facts.plan || isOpen || (facts.task && !facts.template)) return accio
      return addCriterion
    case 'ACHIEVE_TASK_DRAFTING':
      if (!facts.plan) return accio
      if (facts.criteria === 0) return addCriterion
      if (!isOpen && facts.proof !== 'complete') return showing(probe, proofs)
      if (facts.missingCommand) return finite
      return isOpen && facts.task
        ? (confirming(probe, proofs) ?? (isUnwritten(probe[file.task]) ? agent('drafting the task') : accio))
        : accio
    case 'ACHIEVE_TASK_EXECUTED':
      if (facts.template) return you('say what the task is, then **Accio**', 'spell accio')
      return facts.plan && facts.task && !facts.results ? agent('carrying out the task') : accio
    case 'ACHIEVE_COMPLETE':
      if (isOpen) return finite
      return facts.proof === 'complete' ? done : showing(probe, proofs)
    case 'PR_GATHERING_COMMENTS':
      return isUnwritten(probe[file.comments]) ? agent('gathering the comments') : accio
    case 'PR_REVIEW_TASK_DRAFT':
      return isUnwritten(probe[file.reviewTask]) ? agent('drafting the review task') : accio
    case 'PR_APPLIED_PENDING_ARCHIVE':
      return facts.reviewResults ? accio : agent('applying the review')
    case 'PR_CONFIRM_RESTART_COMMENTS':
    case 'PR_CONFIRM_RESTART_TASK':
      return you('say **Reparo**, **Accio** or **Reverto**', 'spell reparo')
    default:
      return accio
  }
}

const showing = (probe: TurnInput['probe'], proofs: TurnInput['proofs']): Turn =>
  confirming(probe, proofs) ?? agent('running `spell prove`', 'spell prove')

/** If nothing but what the developer confirms is left. */
function confirming(probe: TurnInput['probe'], proofs: TurnInput['proofs']): Turn | undefined {
  const plan = probe[file.plan]
  const { yours, isAll } = leftIn(typeof plan === 'string' ? criteriaIn(plan) : [], proofs)
  const confirm = `spell confirm ${yours.join(' ')}`
  return isAll ? you(`look, and run \`${confirm}\``, confirm) : undefined
}
