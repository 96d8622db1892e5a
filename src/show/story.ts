import { eventsOf } from '../check/noted'
import { getOrInsert } from '../engine/records'
import { followChanges } from '../proof/status/changed-criteria'
import { capital } from '../text/markdown-parts'
import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { type WordCounts, wordCounts } from '../work/history/word-counts'
import type { Workflow } from '../workflow/flow'
import type { DecisionIn, ReportedDecision } from '../workflow/reporting'
import { most, type PathTaken, type WayEdge, type WayState, type WayStep } from './model'

export interface Story {
  readonly way: PathTaken
  readonly byHand: readonly ReportedDecision[]
  readonly leftOut: { readonly edges: number; readonly recent: number; readonly byHand: number }
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] }

/** Follows a history from its first entry on, and keeps only what is shown: it may have a hundred thousand. */
export function followStory(workflow: Workflow, titleOf: (state: string) => string, decisionIn: DecisionIn) {
  const states = new Map<string, Changing<WayState>>()
  const edges = new Map<string, Changing<WayEdge>>()
  const recent: WayStep[] = []
  const byHand: ReportedDecision[] = []
  let steps = 0
  let words: WordCounts | undefined
  let began: string | undefined
  let ended: string | undefined
  let decided = 0
  const changes = followChanges(workflow)

  const visit = (state: string, time: string, times: number) => {
    const known = getOrInsert(states, state, () => ({
      state,
      title: titleOf(state),
      visits: 0,
      first: time,
      last: time,
    }))
    known.visits += times
    known.last = time
  }

  const decide = (decision: ReportedDecision) => {
    decided++
    keepNewest(byHand, decision, most.byHand)
  }

  return {
    take(line: HistoryLine): void {
      const { timestamp: time, trigger, note = '', head } = line
      const { from, to } = transitionToday(workflow.definition, line)
      const by = trigger.toLowerCase()
      changes.take(line)
      steps++
      if (steps === 1) began = head
      ended = head
      words = wordCounts([line], words)
      if (steps === 1) visit(from, time, 1)
      visit(to, time, from === to ? 0 : 1)
      const edge = getOrInsert(edges, `${from}\n${to}\n${by}`, () => ({ from, to, by, count: 0, last: time }))
      edge.count++
      edge.last = time
      keepNewest(recent, { time, by, from, to }, most.recent)

      const events = eventsOf(line, titleOf)
      const found = decisionIn(line)
      for (const { kind, summary } of events) {
        const who = kind === 'unattended' ? 'setting' : kind === 'repair' || kind === 'merge' ? 'program' : 'unknown'
        decide({ kind, text: summary, by: who, said: kind === 'override' ? note : '', time })
      }
      if (found) decide({ ...found, time })
      else if (note !== '' && events.length === 0) {
        const text = `${capital(by)}: ${titleOf(from)} → ${titleOf(to)}`
        decide({ kind: 'note', text, by: line.word === 'unseen' ? 'passed on' : 'unknown', said: note, time })
      }
    },
    /** Which criteria were changed that had counted. */
    changedIn: changes.end,
    end: (): Story => ({
      way: {
        steps,
        ...(began && { began }),
        ...(ended && { ended }),
        ...(words && { words }),
        states: [...states.values()],
        edges: [...edges.values()].slice(0, most.edges),
        recent: recent.slice(-most.recent),
      },
      byHand: byHand.slice(-most.byHand),
      leftOut: {
        edges: Math.max(0, edges.size - most.edges),
        recent: Math.max(0, steps - most.recent),
        byHand: Math.max(0, decided - most.byHand),
      },
    }),
  }
}

/** Adds to a list that is cut later, and now and then: removing the first of a list moves all others. */
function keepNewest<Item>(list: Item[], item: Item, most: number): void {
  list.push(item)
  if (list.length > 2 * most) list.splice(0, list.length - most)
}
