import { type HistoryLine, transitionToday } from '../../store/history/history-line'
import type { Stage, Workflow } from '../../workflows/workflow'
import { type Happened, type LinePlace, type Place, violation } from './rules'
import type { SpellLine } from './spell-line'

/** How many criteria a plan had, and how many of them were open. */
export interface Count {
  readonly criteria: number
  readonly open: number
}

interface Debt {
  readonly place: Place & { readonly index: number }
  readonly kind: 'ticked' | 'dropped'
  /** How many have not been given back. */
  left: number
}

/**
 * Follows how the number of open criteria fell. It may fall once a task or a review has been finished, until the next one
 * begins; what falls while one is under way counts only when that is finished. While planning, open criteria may be taken
 * out, but not ticked. What was wrong and has been put right since is nothing to tell of.
 *
 * @param stages what goes on in each state
 */
export function criteriaRule(workflow: Workflow) {
  const { definition, plan } = workflow
  const planFile = plan?.file ?? ''
  const stages: Readonly<Record<string, Stage | undefined>> = workflow.stages ?? {}
  const debts: Debt[] = []
  let pending: Debt[] = []
  let last: Count | undefined
  let finishedOne = false
  let underWay = false
  // What was so at any time since the last count.
  let since = { covered: false, underWay: false, planning: true }

  const look = (state: string) => {
    const stage = Object.hasOwn(stages, state) ? stages[state] : undefined
    if (stage === 'task' || stage === 'review') underWay = true
    if (stage === 'planning' || stage === 'between') underWay = false
    since = {
      covered: since.covered || (finishedOne && !underWay),
      underWay: since.underWay || underWay,
      planning: since.planning || stage === 'planning',
    }
  }

  const count = (now: Count, place: Debt['place']) => {
    if (last) {
      const ticked = now.criteria - now.open - (last.criteria - last.open)
      const fell = last.open - now.open
      giveBack('ticked', -ticked)
      giveBack('dropped', -fell - Math.max(-ticked, 0))
      owe('ticked', Math.min(ticked, fell), place)
      if (!since.planning) owe('dropped', fell - Math.max(ticked, 0), place)
    }
    last = now
    since = { covered: false, underWay: false, planning: false }
  }

  const owe = (kind: Debt['kind'], left: number, place: Debt['place']) => {
    if (left <= 0 || since.covered) return
    ;(since.underWay ? pending : debts).push({ kind, left, place })
  }

  const giveBack = (kind: Debt['kind'], amount: number) => {
    for (const debt of [...debts, ...pending].reverse()) {
      if (debt.kind !== kind || amount <= 0) continue
      const back = Math.min(debt.left, amount)
      debt.left -= back
      amount -= back
    }
  }

  /** At the goal nothing is under way that could still account for it. */
  const settle = (state: string) => {
    if (state !== definition.goal) return
    debts.push(...pending)
    pending = []
  }

  return {
    take(line: HistoryLine, spell: SpellLine | undefined, place: LinePlace): void {
      const { from, to } = transitionToday(definition, line)
      look(from)
      const { plan } = line
      if (isCount(plan)) count(plan, place)
      if (isFinished(line, spell)) {
        finishedOne = true
        underWay = false
        pending = []
        since = { ...since, covered: true }
      }
      // With another branch its plan has come, and what was ticked there.
      if (line.trigger === 'Doctor' && line.other !== undefined) last = undefined
      look(to)
      settle(to)
    },

    /**
     * @param now what the plan says today, where there is one
     * @param index of the next line, if there were one
     */
    end(state: string, now: Count | undefined, index: number): Happened[] {
      look(state)
      if (now) count(now, { where: planFile, index })
      settle(state)
      return debts.filter(({ left }) => left > 0).map(violationOf)
    },
  }
}

const isCount = (plan: HistoryLine['plan']): plan is NonNullable<HistoryLine['plan']> =>
  Number.isSafeInteger(plan?.criteria) && Number.isSafeInteger(plan?.open)

/** Whether a line puts the results of a task or a review away. */
export const isFinished = ({ moved = [] }: HistoryLine, spell: SpellLine | undefined): boolean =>
  spell !== undefined &&
  spell.results.length > 0 &&
  spell.results.every((file) => moved.some(({ from }) => from === file))

function violationOf({ kind, left, place }: Debt): Happened {
  const [many, open, them] =
    left === 1
      ? ['One criterion was', 'One open criterion was', 'it']
      : [`${left} criteria were`, `${left} open criteria were`, 'them']
  if (kind === 'ticked') {
    const message = `${many} ticked before this, but no task or review was finished that could have met ${them}.`
    const fix = 'Untick what no results show to be met; a task that meets it is the way to tick it.'
    return violation('criteria-ticked', place, message, fix)
  }
  const message = `${open} taken out of the plan before this, while nobody was planning.`
  const fix = 'spell finite   # and change the plan there; here, put back what was taken out'
  return violation('criteria-dropped', place, message, fix)
}
