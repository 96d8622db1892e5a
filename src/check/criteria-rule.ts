import { isGoal } from '../engine/place'
import type { PlanToday } from '../proof/status/plan-today'
import { agreesTo } from '../work/history/agreed'
import { type CriterionChange, compareCriteria } from '../work/history/compare-criteria'
import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../work/history/known-criteria'
import type { Workflow } from '../workflow/flow'
import type { Stage } from '../workflow/workflow-entry'
import { findingsOf, type WrongChange } from './criteria-findings'
import type { LinePlace, PastFinding } from './finding'
import { isFinished, type SpellLine } from './history-rules'

/** What was true at any time since the plan was last seen. */
interface Since {
  readonly isCovered: boolean
  readonly isUnderWay: boolean
  readonly isPlanning: boolean
}

/** What the entries so far have shown. */
interface Seen {
  readonly isShown: (text: string, commands: string) => boolean
  /** The changes that were not allowed, by what was done and the criterion. */
  readonly wrong: Map<string, WrongChange>
  /** The task or review in progress may still justify these. */
  readonly pending: Map<string, WrongChange>
  /** Criteria added outside planning: they may be removed again. */
  readonly strays: Set<string>
  /** Whether a task or a review was ever finished. */
  isAnyFinished: boolean
  isUnderWay: boolean
  since: Since
}

type ChangeRule = (seen: Seen, change: CriterionChange, place: WrongChange['place']) => void

/** Another criterion, or none, may take its place only while planning, unless it had come outside planning. */
const takenOut: ChangeRule = ({ wrong, pending, strays, since }, { was, now }, place) => {
  if (!was || was.key === now?.key) return
  for (const all of [wrong, pending]) {
    const tick = all.get(`ticked ${was.key}`)
    all.delete(`ticked ${was.key}`)
    // Fulfilling a reworded criterion does not settle the original one.
    if (tick && now?.isTicked) all.set(`ticked ${now.key}`, { ...tick, number: now.number, text: now.text })
  }
  if (since.isPlanning || strays.delete(was.key)) return
  const gone = { place, number: was.number }
  wrong.set(`gone ${was.key}`, now ? { ...gone, kind: 'reworded', text: now.text } : { ...gone, kind: 'dropped' })
}

/** A tick may be taken back at any time. */
const unticked: ChangeRule = (seen, { was, now }) => {
  if (was && now && was.key === now.key && was.isTicked && !now.isTicked) takeBack(seen, `ticked ${now.key}`)
}

/** A tick needs a proof, or a task or a review that has been finished. */
const ticked: ChangeRule = ({ isShown, since, wrong, pending }, { was, now }, place) => {
  if (!now?.isTicked || was?.isTicked || since.isCovered || isShown(now.text, now.commands)) return
  const { key, text, number } = now
  const changes = since.isUnderWay ? pending : wrong
  changes.set(`ticked ${key}`, { kind: 'ticked', place, number, text })
}

/** Commands may be changed only while planning, unless the criterion had come outside planning, or back to what they were. */
const commandsChanged: ChangeRule = ({ wrong, strays, since }, { was, now }, place) => {
  if (!was || !now || was.key !== now.key || was.commands === now.commands) return
  const key = `commands ${now.key}`
  const first = wrong.get(key)?.commands ?? was.commands
  wrong.delete(key)
  if (since.isPlanning || strays.has(now.key) || now.commands === first) return
  wrong.set(key, { kind: 'commands', place, number: now.number, text: now.text, commands: first })
}

/** A criterion may come at any time; if it was there before, it puts right that it went. */
const putIn: ChangeRule = (seen, { was, now }) => {
  if (!now || was?.key === now.key) return
  if (!takeBack(seen, `gone ${now.key}`) && !seen.since.isPlanning) seen.strays.add(now.key)
}

/** In this order: a tick goes with its criterion before it is judged. */
const changeRules = [takenOut, unticked, ticked, commandsChanged, putIn]

const takeBack = ({ wrong, pending }: Seen, key: string): boolean =>
  [wrong, pending].map((all) => all.delete(key)).includes(true)

/**
 * Follows the changes of criteria. They may be reworded and removed while planning, and elsewhere if the developer has
 * agreed to it. They may be ticked after a task or a review is finished, until the next one begins; a tick during one
 * counts only once that is finished. A violation that was put right is not reported.
 *
 * @param isShown whether a criterion with these commands has been proven, or without any confirmed: then it may be ticked at any time
 */
export function criteriaRule(workflow: Workflow, isShown: Seen['isShown']) {
  const { definition } = workflow
  const stages: Readonly<Record<string, Stage | undefined>> = workflow.states.stages ?? {}
  const stageOf = (state: string) => (Object.hasOwn(stages, state) ? stages[state] : undefined)
  const seen: Seen = {
    isShown,
    wrong: new Map(),
    pending: new Map(),
    strays: new Set(),
    isAnyFinished: false,
    isUnderWay: false,
    since: { isCovered: false, isUnderWay: false, isPlanning: true },
  }
  let known: KnownCriteria | undefined
  /** As the last entry had them. */
  let last: KnownCriteria | undefined

  const compare = (now: KnownCriteria, place: WrongChange['place']) => {
    if (last && last !== now) {
      if (seen.since.isPlanning) seen.strays.clear()
      for (const change of compareCriteria(last, now)) for (const rule of changeRules) rule(seen, change, place)
    }
    last = now
    seen.since = { isCovered: false, isUnderWay: false, isPlanning: false }
  }

  const isLeft = (from: string, to: string): boolean =>
    workflow.states.isTaskLeft === true && stageOf(from) === 'task' && !['task', 'planning'].includes(stageOf(to) ?? '')

  return {
    /** @param begins whether criteria are counted from here on */
    take(line: HistoryLine, spell: SpellLine | undefined, place: LinePlace, begins: boolean): void {
      const { from, to } = transitionToday(definition, line)
      pass(seen, stageOf(from))
      known = criteriaAfter(known, line)
      if (line.plan && known) {
        compare(known, place)
        if (agreesTo(line, known)) agree(seen)
      }
      if (isFinished(line, spell) || isLeft(from, to)) finish(seen)
      if (begins) last = undefined
      pass(seen, stageOf(to))
      if (isGoal(definition, to)) conclude(seen)
    },

    /**
     * @param now today's plan, if there is one
     * @param index of the entry that would come next
     * @param fix what helps against a change without an agreement
     */
    end(state: string, now: PlanToday | undefined, index: number, fix?: string): PastFinding[] {
      pass(seen, stageOf(state))
      if (now) compare(now.known, { where: now.file, index })
      if (isGoal(definition, state)) conclude(seen)
      return findingsOf([...seen.wrong.values()], { texts: now?.texts ?? new Map(), fix })
    },
  }
}

/** The work is at a stage. */
function pass(seen: Seen, stage: Stage | undefined): void {
  if (stage === 'task' || stage === 'review') seen.isUnderWay = true
  if (stage === 'planning' || stage === 'between') seen.isUnderWay = false
  const { isAnyFinished, isUnderWay, since } = seen
  seen.since = {
    isCovered: since.isCovered || (isAnyFinished && !isUnderWay),
    isUnderWay: since.isUnderWay || isUnderWay,
    isPlanning: since.isPlanning || stage === 'planning',
  }
}

/** What the developer was shown and has passed is as if it had been planned. */
function agree({ wrong, strays }: Seen): void {
  for (const [key, { kind }] of wrong) if (kind !== 'ticked') wrong.delete(key)
  strays.clear()
}

/** A task or a review is finished: it justifies what was ticked meanwhile. */
function finish(seen: Seen): void {
  seen.isAnyFinished = true
  seen.pending.clear()
  seen.since = { ...seen.since, isCovered: true }
}

/** At the goal nothing is in progress that could still justify it. */
function conclude({ wrong, pending }: Seen): void {
  for (const [key, change] of pending) wrong.set(key, change)
  pending.clear()
}
