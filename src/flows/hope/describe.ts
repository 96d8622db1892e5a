import { partsOf } from '../../engine/place'
import { countStandings } from '../../proof/criteria/counts'
import type { AnswerExtras, Phrases, TransitionResult } from '../flow'
import { readArtifact } from './artifact'
import { briefText, inline, shapeText } from './documents'
import { collaborationOf, fitOf, isTrivial, readyItems, tierOf } from './formulas'
import { gate, type Judged } from './gate'
import { feasibleIn, printFeasible, printMarker } from './marker'
import type { Bringing } from './payload'
import { nextOf, wordsHere } from './places'
import { namesFindings, takenIn } from './problems'
import { blockersChanged, markerOf, most, roundFolder, type Session, type Step, stepOf } from './session'
import { folder } from './states'
import { valuesOf } from './values'
import { strayFiles } from './wave'

/** @returns what a step's entry records, shortened */
export function about(taken: TransitionResult): Readonly<Record<string, unknown>> {
  const { brought, was, session } = stepOf(taken)
  const by = byOf(taken.rows, brought)
  return { ...(by && { by }), ...broughtIn(brought, session), ...blockersIn(was, session) }
}

function byOf(rows: readonly string[], brought: Step['brought']): 'developer' | 'agent' | 'setting' | undefined {
  if (rows.includes('L4')) return 'setting'
  if (brought.verb === 'consult done') return brought.pick === undefined ? 'agent' : 'developer'
  if (brought.verb && ['answer', 'engage', 'cancel', 'intent'].includes(brought.verb)) return 'developer'
  return brought.verb === 'submit' ? 'agent' : undefined
}

/** The BLOCKERs that a step has found or resolved: the history is their only permanent record. */
function blockersIn(was: Session, is: Session): Readonly<Record<string, unknown>> {
  const { found, settled } = blockersChanged(was, is)
  return { ...(found.length > 0 && { found }), ...(settled.length > 0 && { settled }) }
}

function broughtIn(brought: Step['brought'], session: Session): Readonly<Record<string, unknown>> {
  const marker = markerOf(session)
  switch (brought.verb) {
    case 'start':
    case 'engage':
      return marker ? { marker: printMarker(marker) } : {}
    case 'score':
      return { total: session.spec?.total }
    case 'answer':
      return {
        word: brought.word,
        ...(brought.note?.trim() && { said: inline(brought.note, most.line) }),
        ...provenIn(brought),
        ...(session.outcome === 'satisfied' && gate(session).some(isClaim) && { claimed: true }),
      }
    case 'submit':
      return provenIn(brought)
    case 'wave':
      return {
        done: brought.done,
        left: [...brought.carry, ...brought.stall].map(({ id }) => id),
        ...reasonsIn(brought),
        ...(brought.mustNot !== undefined && { mustNot: brought.mustNot }),
      }
    case 'consult':
      return { mode: brought.mode, query: brought.query }
    case 'consult done':
      return brought.pick === undefined ? {} : { pick: brought.pick }
    default:
      return {}
  }
}

/** What no command shows. */
const isClaim = ({ standing }: Judged): boolean => standing === 'claimed'

const provenIn = ({ proofs, shown }: Bringing<'answer' | 'submit'>): Readonly<Record<string, unknown>> => ({
  ...(proofs && { proofs }),
  ...(shown && { shown }),
})

/** What came of items, or why they were not done, by id. */
function reasonsIn({ outcomes = [], carry, stall }: Bringing<'wave'>): Readonly<Record<string, unknown>> {
  const told = [...outcomes, ...carry, ...stall].flatMap(({ id, reason }) => (reason ? [[id, reason] as const] : []))
  return told.length > 0 ? { because: Object.fromEntries(told) } : {}
}

/** What a session adds to an answer: values for the texts, files to read, and its state as data. */
export function tell(taken: TransitionResult, phrases: Phrases): AnswerExtras {
  const step = stepOf(taken)
  const { state, rows, session, brought } = step
  const [soul = '', main = '', service = ''] = partsOf(state)
  const marker = markerOf(session)
  const { spec, wave, limit, spent, budget } = session
  return {
    values: valuesOf(step, phrases),
    warnings: warningsOf(step),
    quotes: [...(isLook(step) ? quotesOf(step) : []), ...unwanted(step)],
    shown: shownIn(step),
    byAgent,
    brevity: isLook(step) || step.was.text === undefined || brought.verb === 'start' ? undefined : 'reminded',
    fields: {
      kind: 'hope',
      rule: rows.join(' → '),
      by: byOf(rows, brought) ?? null,
      soul,
      main,
      service,
      marker: marker ? printMarker(marker) : null,
      type: session.text === undefined ? null : session.type,
      purpose: main === 'consult' ? (session.purpose ?? null) : null,
      ended: session.outcome ?? null,
      score: spec ? { total: spec.total, fit: fitOf(spec) } : null,
      tier: tierOf(session.risk),
      mode: session.collaboration ?? collaborationOf(session),
      waves: { number: wave, limit, spent, budget: budget ?? null },
      items: { done: session.items.filter(({ done }) => done).length, total: session.items.length },
      ready: readyItems(session.items).map(({ id }) => id),
      counts: countStandings(gate(session).map(({ standing }) => standing)),
      answers: wordsHere(session),
      next: nextOf(state, session),
    },
  }
}

const byAgent = ['score', 'submit', 'wave', 'audit', 'consult done'] as const

function warningsOf({ rows, brought, was, session, before, context }: Step): string[] {
  // What is refused changes nothing.
  const isTaken = context !== before
  const is = (...ids: readonly string[]) => ids.some((id) => rows.includes(id))
  const warnings: string[] = []
  const kind = brought.verb === 'submit' ? takenIn(was, brought.artifact) : undefined
  if (brought.verb === 'submit' && kind && isTaken)
    warnings.push(...readArtifact(kind, brought.artifact, was).advice.map((advice) => `${advice}.`))
  if ((brought.verb === 'start' || brought.verb === 'engage') && brought.feasible !== undefined) {
    const left = feasibleIn(brought.feasible)?.left ?? []
    if (left.length > 0 && session.feasible)
      warnings.push(`Of several limits the first one counts: ${printFeasible(session.feasible)}.`)
  }
  if (brought.verb === 'wave' && isTaken) warnings.push(...strayFiles(was, brought))
  if (
    brought.verb === 'consult done' &&
    brought.artifact &&
    /\bBLOCKER\b/.test(brought.artifact) &&
    !namesFindings(brought.artifact)
  )
    warnings.push(
      'The text says BLOCKER, and none was taken from it: `--blocker "…"` reports one, or a line `- BLOCKER: …` under FINDINGS.',
    )
  const isAlone = !session.consulted && !isTrivial(session.risk)
  if (is('H4') && was.main === 'shape.extract' && isAlone) warnings.push('The shape was made without an outside view.')
  if (is('C7', 'C8') && isAlone) warnings.push('No outside view was ever asked for in this session.')
  return warnings
}

/** In a step, name the files that the agent has read or written in this conversation; in a look, quote all of them. */
const isLook = ({ rows }: Step): boolean => rows.some((row) => row.startsWith('S.'))

const lastOf = (decisions: readonly string[]): string =>
  [
    ...(decisions.length < most.decisions ? [] : [`The ${most.decisions} last; all are in ${folder}/history.jsonl`]),
    ...decisions,
  ].join('\n')

/** Words of an outside view or the developer, quoted in a look only: after a step, its agent knows them. */
function shownIn(step: Step): readonly string[] {
  if (!isLook(step)) return []
  const { main, type, heard } = step.session
  const outside = main === 'completed' && type !== 'Reflect' ? [] : heard.slice(-1)
  const needed: Readonly<Partial<Record<string, readonly string[]>>> = {
    'intent.refine': ['answer-edits.md'],
    'shape.synthesize': outside,
    consult: outside,
    'loop.spec_scoring': ['answer-edit.md', 'answer-new-work.md'],
    completed: outside,
  }
  return (needed[main] ?? []).map((name) => `${roundFolder(step.session)}/${name}`)
}

function quotesOf({ state, session }: Step): { heading: string; text: string }[] {
  const { main, text = '', consult, decisions } = session
  if (session.text === undefined && !consult) return []
  const isConsulting = state.includes('consult.')
  const isWork = !['completed', 'ended', 'user_need'].includes(main)
  const isShaped = main.startsWith('loop.') || main.startsWith('consult') || main === 'shape.synthesize'
  const quotes = [
    { heading: 'The Request', text: isWork || main === 'user_need' || isConsulting ? text : '' },
    { heading: 'The Brief', text: isWork && !main.startsWith('intent.') ? briefText(session) : '' },
    { heading: 'The Shape', text: isShaped ? shapeText(session) : '' },
    {
      heading: 'Decided So Far',
      text: main === 'loop.review_feedback' || isConsulting ? lastOf(decisions) : '',
    },
  ]
  return quotes.filter((quote) => quote.text !== '')
}

function unwanted({ brought }: Step): { heading: string; text: string }[] {
  const list = brought.verb === 'consult' ? (brought.blocklist ?? []) : []
  const text = list.map(({ name, reason }) => `${name}${reason ? `: ${reason}` : ''}`).join('\n')
  return text === '' ? [] : [{ heading: 'Whom Not to Ask', text }]
}
