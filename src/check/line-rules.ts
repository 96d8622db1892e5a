import { isGoal } from '../engine/place'
import { speakingOf } from '../proof/consent/current-commands'
import { followChanges } from '../proof/status/changed-criteria'
import type { PlanToday } from '../proof/status/plan-today'
import { keptWith } from '../work/history/history-file'
import {
  type HistoryLine,
  historyPath,
  isArchiving,
  isSettlement,
  parseLine,
  transitionToday,
} from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import { archivedFiles, inFolder } from '../work/state/archived-files'
import { commandOn, type Work } from '../work/work'
import type { Proof } from '../workflow/criteria/status'
import { type BaseHistory, baseRule } from './base'
import { goBack } from './bring-back'
import type { Settlement } from './check'
import { criteriaRule } from './criteria-rule'
import { endedRounds } from './ended-rounds'
import { type LinePlace, type PastFinding, pastFinding } from './finding'
import { finishedRule } from './finished-rule'
import { isRepair, type NamedProof, namedBy, type SpellLine, spellLines } from './history-rules'
import { notedOf } from './noted'
import type { Checking } from './request'
import { wordRule } from './word-rule'

/** The rules that look at every entry of a history, from the oldest on: each takes it, and says at the end what it has found. */
export function lineRules(checking: Checking, proofs: readonly Proof[], history: BaseHistory) {
  const { work, title, request } = checking
  const { flow } = work
  const path = historyPath(flow)
  const here = inFolder(work.written)
  const spellLine = spellLines(flow)
  const criteria = followCriteria(checking, proofs, history, spellLine)
  const finished = finishedRule(flow, proofs)
  const verbs = verbRule()
  const files = archivedFiles<LinePlace>(work.written)
  const met = baseRule(history)
  const changes = followChanges(flow)
  const rounds = endedRounds(flow)
  const words = wordRule(flow, title, commandOn(work, 'undo'))
  const entries = entriesOf(work, title)
  let index = 0

  const take = (then: HistoryLine, number: number) => {
    request.each?.(then)
    const line = here(then)
    const place = { where: path, line: number, index: index++ }
    const spell = spellLine(line)
    for (const rule of [verbs, files, met, rounds, entries]) rule.take(line, place)
    for (const rule of [criteria, finished]) rule.take(line, spell, place)
    changes.take(line)
    words.take(line, place, met.end().index === place.index)
  }
  return { take, criteria, finished, verbs, files, met, rounds, words, changes, entries }
}

/** Gathers what the entries say that is no fault by itself. */
function entriesOf(work: Work, title: Checking['title']) {
  const { definition } = work.flow
  const said = {
    steps: 0,
    named: [] as NamedProof[],
    noted: [] as PastFinding[],
    others: [] as string[],
    settled: [] as Settlement[],
    /** Which of the steps is the last that is no archiving, from 0. */
    lastMove: -1,
    isOverridden: false,
  }
  return {
    take(line: HistoryLine, place: LinePlace): void {
      said.steps++
      if (!isArchiving(line)) said.lastMove = place.index
      if (line.trigger === 'Doctor' && line.other) said.others.push(line.other)
      // What was lost before a repair was told then.
      if (isRepair(line)) said.named.length = 0
      const digest = namedBy(line)
      if (digest) said.named.push({ place, digest })
      if (isSettlement(line) && line.tip)
        said.settled.push({ place, tip: line.tip, id: idOf(work), path: historyPath(work.written) })
      said.noted.push(...notedOf(line, place, title))
      const { from, to } = transitionToday(definition, line)
      if (from !== to && isGoal(definition, to)) said.isOverridden = line.trigger === 'Override' || isRepair(line)
    },
    end: () => said,
  }
}

/** Follows the criteria of a piece of work, including those of a history that a repair has set aside. */
function followCriteria(
  { work }: Checking,
  proofs: readonly Proof[],
  { digests, shared = 0 }: BaseHistory,
  spellLine: ReturnType<typeof spellLines>,
) {
  const { root, flow } = work
  const isShown = (text: string, commands: string) =>
    proofs.some(
      ({ outcome, criterion, commands: its }) =>
        criterion === text && its === commands && (outcome === 'passed' || outcome === 'confirmed'),
    )
  const rule = criteriaRule(flow, isShown)

  /** A history that begins with a repair knows nothing of earlier plans; the one that was set aside does. */
  const takeKept = (other: string) => {
    const history = keptWith(root, other)
    // Events before the base are not reported again.
    let index = digests.length > 0 ? -1 : 0
    for (const { number, text } of history?.lines() ?? []) {
      const line = parseLine(text)
      if (line) rule.take(line, spellLine(line), { where: history?.path ?? '', line: number, index }, false)
      if (line?.digest === digests.at(-1)) index = 0
    }
  }

  const take = (line: HistoryLine, spell: SpellLine | undefined, place: LinePlace): void => {
    const isRepaired = line.trigger === 'Doctor' && line.other !== undefined && flow.plan !== undefined
    // What the base has was checked before.
    const isOfBase = place.line <= shared
    if (isRepaired && !isOfBase && line.previous === undefined) takeKept(line.other)
    rule.take(line, spell, place, isRepaired && isOfBase)
  }

  const end = (state: string, now: PlanToday | undefined, index: number) =>
    rule.end(state, now, index, fixOf(work, state))
  return { take, end }
}

/** Only an Accio that leads on can agree to something, and nothing of an archive can be passed again. */
function fixOf({ flow, isArchived }: Work, state: string): string | undefined {
  if (isArchived) return undefined
  if (state !== flow.definition.goal)
    return `${speakingOf(flow).look}   # shows the developer what is new; their next word agrees to it`
  return 'spell finite   # add to the plan, or take the tick off that criterion; the next Accio agrees to the criteria'
}

/** Covers all entries that can be undone; the state keeps fifty. */
const kept = 200

/**
 * Checks what a single entry does not show: whether the step that an undo reverts exists, and whether work archived in
 * the middle of a history was restored.
 */
function verbRule() {
  const recent: string[] = []
  const archived = new Map<string, LinePlace>()
  const wrong: PastFinding[] = []
  // The entry before, if it archives the work: only one that reverts it may follow.
  let end: [digest: string, place: LinePlace] | undefined
  return {
    take(line: HistoryLine, place: LinePlace): void {
      const { trigger, digest = '', undoes } = line
      // A merge of an archive may have been settled since.
      if (end && isSettlement(line)) return
      if (trigger === 'Undo' && !recent.includes(undoes ?? ''))
        wrong.push(illegal(place, 'takes back a step that is not there'))
      if (end && end[0] !== undoes) archived.set(...end)
      if (undoes) archived.delete(undoes)
      end = isArchiving(line) ? [digest, place] : undefined
      recent.push(digest)
      if (recent.length > 2 * kept) recent.splice(0, kept)
    },
    end: (): PastFinding[] => [
      ...wrong,
      ...[...archived.values()].map((place) =>
        illegal(place, 'says that the work was archived, but its history goes on'),
      ),
    ],
  }
}

function illegal(place: LinePlace, what: string): PastFinding {
  const { where, line } = place
  return pastFinding(place, 'history-walk-illegal', `${where} line ${line} ${what}.`, goBack(where))
}
