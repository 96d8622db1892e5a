import { frames, items as itemForm } from '../../../templates/hope/workflow.yaml'
import { partsOf } from '../../engine/place'
import { capital } from '../../text/markdown/code'
import { isMet, type Standing } from '../../workflow/criteria/counts'
import { isSeen, isWordAlone, passedOn } from '../../workflow/event-words'
import { wavesOf } from '../../workflow/items/waves'
import {
  countsOf,
  type DecisionIn,
  type MapPlan,
  type Reporting,
  type ReportPart,
  type ReportSource,
} from '../../workflow/reporting'
import { openBlockers } from './blockers'
import { byText, gate, uncoveredBy, wordsOf } from './checks'
import { titleOf } from './documents'
import { readyItems, type Session, sessionIn, type Task } from './session'

const lacking = { evidence: 'no criterion covers it' }
const nothing = { standing: 'open', isMet: false, byDeveloper: false, commands: [] } as const

function partOf({ context, state, shown }: ReportSource): ReportPart {
  const session = sessionIn(context, state)
  const { shape, brief, main } = session
  const ready = readyItems(session)
  const now = Object.fromEntries(shown.map(({ id = '', criterion }) => [id, criterion.standing as Standing]))
  const criteria = gate({ ...session, shown: now }).map(({ check, standing, because }) => ({
    ...nothing,
    text: `${check.id}: ${wordsOf(check)}`,
    standing,
    isMet: isMet(standing),
    evidence: byText(check, because),
    commands: shown.find(({ id }) => id === check.id)?.criterion.commands ?? [],
  }))
  const uncovered = uncoveredBy(shape, brief).map(({ line: text }) => ({ ...nothing, ...lacking, text }))
  const { length: blocked } = openBlockers(session)
  const counts = countsOf(criteria)
  return {
    title: session.text === undefined ? '' : titleOf(session),
    criteria: [...criteria, ...uncovered],
    tasks: withWaves(session).map(({ item, wave }) => ({
      id: item.id,
      dependsOn: item.dependsOn,
      name: item.text,
      group: `Wave ${wave}`,
      status: item.done ? 'done' : ready.includes(item) && main === 'loop.wave_execution' ? 'doing' : 'open',
      achieved: item.outcome ?? item.reason ?? '',
    })),
    ...counts,
    total: counts.total + uncovered.length,
    rest: [
      ...(uncovered.length > 0 ? [`${uncovered.length} not covered`] : []),
      ...(blocked > 0 ? [`${blocked} open ${blocked === 1 ? 'BLOCKER' : 'BLOCKERs'}`] : []),
    ],
  }
}

/** The items by the wave in which they were done, or will be if nothing is carried over. */
function withWaves({ items, wave: last }: Session): readonly { readonly item: Task; readonly wave: number }[] {
  const done = items.filter((item) => item.done)
  const planned = wavesOf(itemForm, items, true)
  return [
    ...done.map((item) => ({ item, wave: item.wave ?? 1 })).toSorted((one, other) => one.wave - other.wave),
    ...planned.flatMap((wave, index) => wave.map((item) => ({ item, wave: last + index + 1 }))),
  ]
}

/** What was decided in a session, by whom, and what was found or settled. */
const decisionIn: DecisionIn = ({ trigger, about = {}, word: seen }) => {
  const { by, word, said, typed, pick, found, settled, engagement, level, mode } = about
  const lists = Object.entries({ found, settled }).flatMap(([what, texts]) =>
    Array.isArray(texts) && texts.length > 0 ? [`BLOCKER ${what}: ${texts.join('; ')}`] : [],
  )
  const isDecision = by === 'developer' || by === 'setting' || /^(engage|intent)$/i.test(trigger)
  if (!isDecision && lists.length === 0) return undefined
  const own = [word, pick, engagement, level, mode].filter((value) => typeof value === 'string').join(', ')
  const what = by === 'setting' ? 'The shape is approved without a question' : `${capital(trigger)}${own && `: ${own}`}`
  return {
    kind: isSeen(seen) ? 'approval' : 'decision',
    text: [what, ...lists].join('; '),
    by: by === 'setting' ? by : isSeen(seen) ? 'developer' : 'agent',
    said: typeof said !== 'string' || isWordAlone(said, String(word)) ? '' : passedOn(said, typed === true),
  }
}

const map: MapPlan = {
  phases: Object.keys(frames),
  phaseOf: (box) => Object.values(frames).findIndex((states) => new RegExp(states).test(box)),
  boxOf: (state) => (['soul.silent_audit', 'user_need', 'idle'].includes(state) ? undefined : state),
  isDrawn({ on, from, to }) {
    const [, main = ''] = partsOf(from)
    if (on === 'start' || on === 'engage') return main === 'user_need' && !/loop|shape|\+ consult/.test(to)
    return ['score', 'answer', 'submit', 'wave'].includes(on)
  },
}

export const reporting: Reporting = { partOf, decisionIn, map }
