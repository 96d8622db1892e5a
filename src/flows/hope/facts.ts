import { conditions } from '../../../templates/hope/workflow.yaml'
import type { Context, Facts, Payload } from '../../engine/definition'
import { guardsOf } from '../../workflow/conditions'
import { isUnchanged } from '../../workflow/findings/changed'
import { stillOpen } from '../../workflow/findings/finding'
import type { Probe, Settings } from '../flow'
import { unsettled } from './blockers'
import { isShort, isTrivial, riskIn, specBand, tierOf } from './formulas'
import { gate, unproven } from './gate'
import { type EventPayload, words } from './payload'
import { artifactIn, foundIn, problemsIn, specAfter, takenIn } from './problems'
import { openItems, type Session, sessionIn, stageOf } from './session'
import { types } from './session-type'
import { modes } from './states'
import { unshownIn, untouchedIn, waved, waveProblems } from './wave'

type Value = boolean | number | string

/** The values of a fact, and how it is read from the session and a valid payload. */
const ofSession = <const Values extends readonly Value[]>(
  values: Values,
  read: (session: Session, given: EventPayload | undefined) => Value,
) => ({ values, read })

/** The same for a payload. The first value is that of a payload that leads on, and of a missing one. */
const ofEvent = <const Values extends readonly [Value, ...Value[]]>(
  values: Values,
  read: (given: EventPayload, session: Session) => Value,
) => ofSession(values, (session, given) => (given ? read(given, session) : values[0]))

const counts = [0, 1, 2, 3] as const

// biome-ignore format: one fact a line
const known = {
  started: ofSession([true, false], ({ text }) => text !== undefined),
  engaged: ofSession(['asked', 'trivial', 'supplied'], ({ risk, engagement }) => isTrivial(risk) ? 'trivial' : engagement ? 'supplied' : 'asked'),
  type: ofSession(types, ({ type }) => type),
  // The band of the score, including the payload.
  spec: ofSession(['none', 'clarify', 'echo', 'ready'], bandIn),
  waived: ofSession([false, true], ({ waived }) => waived),
  approach: ofSession(['known', 'unknown'], ({ approach }) => approach),
  alone: ofSession([false, true], ({ engagement, risk }) => engagement === 'Autonomous' && tierOf(risk) !== 'critical'),
  // Whether the request is the shape, and the work begins at once.
  short: ofSession([false, true], (session) => (session.main === 'user_need' ? isShort(session) : session.short)),
  purpose: ofSession(['none', 'explore', 'validate', 'reflect'], ({ purpose }) => purpose ?? 'none'),
  rounds: ofSession(counts, ({ rounds }) => rounds),
  stalls: ofSession(counts, ({ stalls }) => stalls),
  returns: ofSession(counts, ({ returns }) => returns),
  repairs: ofSession(counts, ({ repairs }) => repairs),
  // Whether the open consultation belongs to the current state.
  belongs: ofSession([true, false], (session) => session.consult?.stage !== undefined && session.consult.stage === stageOf(session, session.consult.mode)),
  // Whether a BLOCKER is open; before the review of what settles it, whether there was one.
  held: ofSession([false, true], (session) => (session.main === 'consult' ? session.blockers : unsettled(session)).length > 0),
  unchanged: ofSession([false, true], ({ sentBack }) => sentBack),
  enough: ofSession([false, true], ({ wave, limit }) => wave >= limit),
} as const

// biome-ignore format: one fact a line
const chosen = {
  // Whether the developer was never asked how they take part, and the new round is not trivial.
  unasked: ofEvent([false, true], (given, { engagement }) => given.verb === 'start' && !engagement && !given.engagement && !isTrivial(riskIn(given))),
  given: ofEvent(['right', 'wrong'], () => 'right'),
  // The answer that was given; `any` is one that leads on, `none` is an unknown word.
  answer: ofEvent(['any', 'none', ...words], (given) => ('word' in given ? given.word : 'any')),
  // What was submitted, where it may be one of two kinds.
  kind: ofEvent(['shape', 'brief'], (given, session) => given.verb === 'submit' && takenIn(session, given.artifact) === 'brief' ? 'brief' : 'shape'),
  // Whether a shape differs from the one that is there, and says of each BLOCKER how it is settled.
  settling: ofEvent(['settled', 'same', 'open'], settlingIn),
  mode: ofEvent(['panel', ...modes.filter((mode) => mode !== 'panel')], (given) => given.verb === 'consult' ? given.mode : 'panel'),
  pick: ofEvent([true, false], (given) => given.verb !== 'consult done' || given.pick !== undefined),
  blockers: ofEvent([false, true], (given) => given.verb === 'consult done' && foundIn(given).length > 0),
  // Whether a consultation is closed with a text, or a choice.
  told: ofEvent([true, false], (given, { consult }) => given.verb !== 'consult done' || Boolean(given.artifact?.trim() || (given.pick && consult?.mode === 'explore'))),
  report: ofEvent(['progress', 'wrong', 'violated', 'not proven', 'all done', 'breaker', 'no progress'], waveIn),
  review: ofEvent(['clear', 'intent agreed', 'approach agreed', 'disagreed', 'something left'], reviewIn),
  // Whether every command passes on the files that are here at the end.
  gate: ofEvent(['passes', 'unproven'], gateIn),
  news: ofEvent([false, true], (given, { text }) => given.verb === 'intent' && ![undefined, '', text].includes(given.text?.trim())),
} as const

const all = { ...known, ...chosen }

export const domain = Object.fromEntries(Object.entries(all).map(([fact, { values }]) => [fact, values]))
export const brought = Object.keys(chosen)

export const possible = (): boolean => true

/** The conditions that a step can name. */
export const guards = guardsOf({ facts: domain, conditions })

/** The facts of a session and a payload. Without a payload they are those of a valid one. */
export function facts(_: Probe, __: Settings, context: Context, payload?: Payload, state = ''): Facts {
  const session = sessionIn(context, state)
  const given = payload as EventPayload | undefined
  const isWrong = given !== undefined && problemsIn(session, given).length > 0
  const right = isWrong ? undefined : given
  return {
    ...Object.fromEntries(Object.entries(all).map(([fact, { read }]) => [fact, read(session, right)])),
    ...(isWrong && { given: 'wrong', answer: 'none' }),
  }
}

function bandIn(session: Session, given: EventPayload | undefined): string {
  const spec = given?.verb === 'score' ? specAfter(session, given) : session.spec
  return spec ? specBand(spec.total) : 'none'
}

function settlingIn(given: EventPayload, session: Session): string {
  if (given.verb !== 'submit' || takenIn(session, given.artifact) !== 'shape') return 'settled'
  const shape = artifactIn(session, 'shape', given.artifact)
  if (!shape) return 'settled'
  if (isUnchanged(session.shape, shape)) return 'same'
  return stillOpen(unsettled(session), given.settled).length > 0 ? 'open' : 'settled'
}

function waveIn(given: EventPayload, session: Session): string {
  if (given.verb !== 'wave') return 'progress'
  if (waveProblems(session, given).length > 0) return 'wrong'
  if (given.mustNot !== undefined) return 'violated'
  if (unshownIn(session, given).length > 0) return 'not proven'
  if (untouchedIn(session, given).length > 0) return 'wrong'
  const { items } = waved(session, given)
  if (openItems({ items }).length === 0) return 'all done'
  if (session.wave + 1 >= session.limit) return 'breaker'
  return given.done.length === 0 ? 'no progress' : 'progress'
}

function reviewIn(given: EventPayload, session: Session): string {
  if (given.verb !== 'submit' || takenIn(session, given.artifact) !== 'review') return 'clear'
  const review = artifactIn(session, 'review', given.artifact)
  if (!review) return 'clear'
  const { intentMismatch, approachFailure, consent } = review
  if (intentMismatch || approachFailure)
    return consent ? `${intentMismatch ? 'intent' : 'approach'} agreed` : 'disagreed'
  return foundIn(given).length > 0 || openItems(session).length > 0 ? 'something left' : 'clear'
}

function gateIn(given: EventPayload, session: Session): string {
  if (given.verb !== 'answer' || given.word !== 'satisfied') return 'passes'
  return unproven(gate({ ...session, shown: given.shown ?? {} })).length > 0 ? 'unproven' : 'passes'
}
