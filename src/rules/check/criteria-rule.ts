import { isGoal } from '../../engine/place'
import type { Stage, Workflow } from '../../flows/flow'
import type { PlanToday } from '../../proof/standing/plan-today'
import { agreesTo } from '../../work/history/agreed'
import { type Criterion, compareCriteria } from '../../work/history/compare-criteria'
import { type HistoryLine, transitionToday } from '../../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../work/history/known-criteria'
import type { Happened, LinePlace } from '../finding'
import { type Debt, violationsOf } from './criteria-debts'
import { isFinished, type SpellLine } from './spell-line'

/**
 * Follows the changes of criteria. They may be reworded and removed while planning, and elsewhere if the developer has
 * agreed to it. They may be ticked after a task or a review is finished, until the next one begins; a tick during one
 * counts only once that is finished. A violation that was put right is not reported.
 *
 * @param isShown whether a criterion with these commands has been proven, or without any confirmed: then it may be ticked at any time
 */
export function criteriaRule(workflow: Workflow, isShown: (text: string, commands: string) => boolean) {
  const { definition } = workflow
  const stages: Readonly<Record<string, Stage | undefined>> = workflow.states?.stages ?? {}
  /** By change and criterion. */
  const owed = new Map<string, Debt>()
  /** The task or review in progress may still justify these. */
  const pending = new Map<string, Debt>()
  /** Criteria added outside planning: they may be removed again. */
  const strays = new Set<string>()
  let known: KnownCriteria | undefined
  /** As the last entry had them. */
  let last: KnownCriteria | undefined
  let finishedOne = false
  let underWay = false
  // What was true at any time since the plan was last seen.
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

  const see = (now: KnownCriteria, place: Debt['place']) => {
    if (last && last !== now) compare(last, now, place)
    last = now
    since = { covered: false, underWay: false, planning: false }
  }

  const debts = () => (since.underWay ? pending : owed)
  const forgive = (key: string): boolean => [owed, pending].map((all) => all.delete(key)).includes(true)

  const tick = ({ key, text, number, commands }: Criterion, place: Debt['place']) => {
    if (isShown(text, commands)) return
    if (!since.covered) debts().set(`ticked ${key}`, { deed: 'ticked', place, number, text })
  }

  const compare = (before: KnownCriteria, now: KnownCriteria, place: Debt['place']) => {
    const changes = compareCriteria(before, now)
    if (since.planning) strays.clear()
    for (const { was, now } of changes) {
      if (was && now && was.key === now.key) compareOne(was, now, place)
      else {
        if (was) takeOut(was, now, place)
        if (now) putIn(now, was, place)
      }
    }
  }

  const compareOne = (was: Criterion, now: Criterion, place: Debt['place']) => {
    if (was.isTicked && !now.isTicked) forgive(`ticked ${now.key}`)
    if (now.isTicked && !was.isTicked) tick(now, place)
    if (was.commands === now.commands) return
    const key = `commands ${now.key}`
    const first = owed.get(key)?.commands ?? was.commands
    owed.delete(key)
    if (since.planning || strays.has(now.key) || now.commands === first) return
    owed.set(key, { deed: 'commands', place, number: now.number, text: now.text, commands: first })
  }

  /** What the developer was shown and has passed is no longer owed; it is as if it had been planned. */
  const agree = () => {
    for (const [key, { deed }] of owed) if (deed !== 'ticked') owed.delete(key)
    strays.clear()
  }

  const takeOut = (was: Criterion, now: Criterion | undefined, place: Debt['place']) => {
    for (const all of [owed, pending]) {
      const debt = all.get(`ticked ${was.key}`)
      all.delete(`ticked ${was.key}`)
      // Fulfilling a reworded criterion does not settle the original one.
      if (debt && now?.isTicked) all.set(`ticked ${now.key}`, { ...debt, number: now.number, text: now.text })
    }
    if (since.planning || strays.delete(was.key)) return
    const debt = { place, number: was.number }
    owed.set(`gone ${was.key}`, now ? { ...debt, deed: 'reworded', text: now.text } : { ...debt, deed: 'dropped' })
  }

  const putIn = (now: Criterion, was: Criterion | undefined, place: Debt['place']) => {
    if (now.isTicked && !was?.isTicked) tick(now, place)
    if (!forgive(`gone ${now.key}`) && !since.planning) strays.add(now.key)
  }

  return {
    /** @param begins whether criteria are counted from here on */
    take(line: HistoryLine, spell: SpellLine | undefined, place: LinePlace, begins: boolean): void {
      const { from, to } = transitionToday(definition, line)
      look(from)
      const { plan } = line
      if (plan) known = criteriaAfter(known, plan)
      if (plan && known) {
        see(known, place)
        if (agreesTo(line, known)) agree()
      }
      if (isFinished(line, spell) || isLeft(from, to)) {
        finishedOne = true
        pending.clear()
        since = { ...since, covered: true }
      }
      if (begins) last = undefined
      look(to)
      settle(to)
    },

    /**
     * @param now today's plan, if there is one
     * @param index of the entry that would come next
     * @param fix what helps against a change without an agreement
     */
    end(state: string, now: PlanToday | undefined, index: number, fix?: string): Happened[] {
      look(state)
      const file = now?.file ?? workflow.plan?.file ?? ''
      if (now) see(now.known, { where: file, index })
      settle(state)
      return violationsOf([...owed.values()], { texts: now?.texts ?? new Map(), fix })
    },
  }

  /** A workflow of a repository need not archive the results of a task: it finishes one by going on from it. */
  function isLeft(from: string, to: string): boolean {
    const [before, now] = [from, to].map((state) => (Object.hasOwn(stages, state) ? stages[state] : undefined))
    return workflow.own !== undefined && before === 'task' && now !== 'task' && now !== 'planning'
  }

  /** At the goal nothing is in progress that could still justify it. */
  function settle(state: string): void {
    if (!isGoal(definition, state)) return
    for (const [key, debt] of pending) owed.set(key, debt)
    pending.clear()
  }
}
