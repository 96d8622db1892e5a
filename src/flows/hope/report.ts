import { capital } from '../../markdown/code'
import { isMet, type Standing } from '../../proof/criteria/counts'
import {
  countsOf,
  type DecisionIn,
  type ReportedTask,
  type Reporting,
  type ReportPart,
  type ReportSource,
} from '../reporting'
import { uncoveredBy, wordsOf } from './checks'
import { titleOf } from './documents'
import { readyItems } from './formulas'
import { gate } from './gate'
import { openBlockers, sessionIn } from './session'

function partOf({ context, state, shown }: ReportSource): ReportPart {
  const session = sessionIn(context, state)
  const { shape, brief, items, main, outcome } = session
  const ready = readyItems(items)
  const now = Object.fromEntries(shown.map(({ id = '', criterion }) => [id, criterion.standing as Standing]))
  const criteria = gate({ ...session, shown: now }).map(({ check, standing, evidence }) => ({
    ...nothing,
    text: `${check.id}: ${wordsOf(check)}`,
    standing,
    isMet: isMet(standing),
    evidence,
    commands: shown.find(({ id }) => id === check.id)?.criterion.commands ?? [],
  }))
  const uncovered = (shape ? uncoveredBy(shape, brief) : []).map(({ number, text }) => ({
    ...nothing,
    text: `ACCEPTANCE ${number}: ${text}`,
    evidence: 'no criterion covers it',
  }))
  const blockers = openBlockers(session)
  const counts = countsOf(criteria)
  return {
    title: session.text === undefined ? '' : titleOf(session),
    criteria: [...criteria, ...uncovered],
    tasks: items.map(
      (item): ReportedTask => ({
        name: `${item.id}: ${item.text}`,
        group: item.wave === undefined ? '' : `Wave ${item.wave}`,
        status: item.done ? 'done' : ready.includes(item) && main === 'loop.wave_execution' ? 'doing' : 'open',
        achieved: item.outcome ?? item.reason ?? '',
      }),
    ),
    byHand: [],
    ...counts,
    total: counts.total + uncovered.length,
    rest: [
      ...(uncovered.length > 0 ? [`${uncovered.length} not covered`] : []),
      ...(blockers.length > 0 ? [`${blockers.length} open ${blockers.length === 1 ? 'BLOCKER' : 'BLOCKERs'}`] : []),
    ],
    isStopped: main === 'ended' || (outcome !== undefined && !['satisfied', 'output'].includes(outcome)),
  }
}

const nothing = { standing: 'open', isMet: false, byDeveloper: false, commands: [] } as const

/** What was decided in a session, by whom, and what was found or settled. */
const decisionIn: DecisionIn = ({ trigger, about = {} }) => {
  const { by, word, said, pick, found, settled, marker, mode } = about
  const lists = [
    Array.isArray(found) && found.length > 0 && `BLOCKER found: ${found.join('; ')}`,
    Array.isArray(settled) && settled.length > 0 && `BLOCKER settled: ${settled.join('; ')}`,
  ].filter(Boolean)
  const own = [word, pick, marker, mode].filter((value) => typeof value === 'string').join(', ')
  if (by !== 'developer' && by !== 'setting' && lists.length === 0) return undefined
  return {
    kind: by === 'developer' ? 'approval' : 'decision',
    text: [
      by === 'setting' ? 'The shape is approved without a question' : `${capital(trigger)}${own && `: ${own}`}`,
      ...lists,
    ].join('; '),
    by: by === 'developer' || by === 'setting' ? by : 'agent',
    said: typeof said === 'string' ? said : '',
  }
}

export const reporting: Reporting = { partOf, decisionIn }
