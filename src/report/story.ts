import { capital } from '../answer/markdown'
import { kept } from '../engine/records'
import type { Workflow } from '../flows/flow'
import { notedOf } from '../rules/check/noted'
import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { type Decision, type DecisionKind, most, type Way, type WayEdge, type WayState, type WayStep } from './model'

/** What a history tells. */
export interface Story {
  readonly way: Way
  readonly byHand: readonly Decision[]
  /** How many of each were left out. */
  readonly leftOut: { readonly edges: number; readonly recent: number; readonly byHand: number }
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] }

const kinds: Readonly<Record<string, DecisionKind>> = {
  override: 'override',
  undo: 'undo',
  adopted: 'repair',
  merged: 'merge',
  autonomous: 'unattended',
}

/** What a workflow says of a step that someone decided; nothing for any other. */
export type DecisionIn = (line: HistoryLine) => Pick<Decision, 'kind' | 'text' | 'by' | 'said'> | undefined

/**
 * Follows a history from its first entry on, and keeps only what is shown: it may have a hundred thousand.
 *
 * @param titleOf the title of a state
 * @param decisionIn what the workflow itself records of decisions
 */
export function followStory(workflow: Workflow, titleOf: (state: string) => string, decisionIn: DecisionIn) {
  const states = new Map<string, Changing<WayState>>()
  const edges = new Map<string, Changing<WayEdge>>()
  const recent: WayStep[] = []
  const byHand: Decision[] = []
  let steps = 0
  let decided = 0

  const visit = (state: string, time: string, times: number) => {
    const known = kept(states, state, () => ({ state, title: titleOf(state), visits: 0, first: time, last: time }))
    known.visits += times
    known.last = time
  }

  const keep = (decision: Decision) => {
    decided++
    byHand.push(decision)
    if (byHand.length > 2 * most.byHand) byHand.splice(0, byHand.length - most.byHand)
  }

  return {
    take(line: HistoryLine): void {
      const { timestamp: time, trigger, note = '' } = line
      const { from, to } = transitionToday(workflow.definition, line)
      const by = trigger.toLowerCase()
      steps++
      if (steps === 1) visit(from, time, 1)
      visit(to, time, from === to ? 0 : 1)
      const edge = kept(edges, `${from}\n${to}\n${by}`, () => ({ from, to, by, count: 0, last: time }))
      edge.count++
      edge.last = time
      recent.push({ time, by, from, to })
      if (recent.length > 2 * most.recent) recent.splice(0, recent.length - most.recent)

      const noted = notedOf(line, nowhere, titleOf)
      const found = decisionIn(line)
      for (const { rule, message } of noted) {
        const kind = rule === 'adopted' && message.includes('was stopped half-way') ? 'edit' : (kinds[rule] ?? 'repair')
        const text = kind === 'override' || kind === 'undo' ? message.split(' around the table: ')[0] : message
        const who = kind === 'unattended' ? 'setting' : kind === 'repair' || kind === 'merge' ? 'program' : 'unknown'
        keep({ kind, text: text ?? '', by: who, said: kind === 'override' ? note : '', time })
      }
      if (found) keep({ ...found, time })
      else if (note !== '' && noted.length === 0) {
        keep({
          kind: 'note',
          text: `${capital(by)}: ${titleOf(from)} → ${titleOf(to)}`,
          by: 'developer',
          said: note,
          time,
        })
      }
    },
    end: (): Story => ({
      way: {
        steps,
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

/** A report names no lines. */
const nowhere = { where: '', line: 1, index: 0 }
