import { facts as domain } from '../../../templates/hope/workflow.yaml'
import type { Context, Facts, Payload } from '../../engine/definition'
import { mapValues, recordOf } from '../../engine/records'
import { isUnchanged, stillOpen } from '../../workflow/findings/finding'
import type { Settings } from '../../workflow/settings'
import type { Probe } from '../../workflow/transition'
import { unsettled } from './blockers'
import { gate, unproven } from './checks'
import type { HopePayload } from './payload'
import { artifactIn, foundIn, problemsIn, takenIn } from './problems'
import { isShort, isTrivial, riskIn, specAfter, specBand, tierOf } from './request'
import { openItems, type Session, sessionIn, stageOf } from './session'
import { unshownIn, untouchedIn, waved, waveProblems } from './wave'

type Value = Facts[string]

/** The facts that a session has by their names. */
const asRemembered = ['type', 'waived', 'approach', 'rounds', 'stalls', 'returns', 'repairs'] as const

/** How each fact is read from the session, and a payload. */
// biome-ignore format: one fact a line
const known: Readonly<Record<string, (session: Session, given: HopePayload | undefined) => Value>> = {
  ...recordOf(asRemembered, String, (fact) => (session: Session) => session[fact]),
  started: ({ text }) => text !== undefined,
  engaged: ({ risk, engagement }) => isTrivial(risk) ? 'trivial' : engagement ? 'supplied' : 'asked',
  spec: bandIn,
  alone: ({ engagement, risk }) => engagement === 'Autonomous' && tierOf(risk) !== 'critical',
  short: (session) => session.main === 'user_need' ? isShort(session) : session.short,
  purpose: ({ purpose }) => purpose ?? 'none',
  belongs: (session) => session.consult?.stage !== undefined && session.consult.stage === stageOf(session, session.consult.mode),
  held: (session) => (session.main === 'consult' ? session.blockers : unsettled(session)).length > 0,
  unchanged: ({ sentBack }) => sentBack,
  enough: ({ wave, limit }) => wave >= limit,
}

/** The same for what a valid payload brings; without one a fact has its first value. */
// biome-ignore format: one fact a line
const chosen: Readonly<Record<string, (session: Session, given: HopePayload) => Value>> = {
  unasked: ({ engagement }, given) => given.verb === 'start' && !engagement && !given.engagement && !isTrivial(riskIn(given)),
  answer: (_, given) => 'word' in given ? given.word : 'any',
  kind: (session, given) => given.verb === 'submit' && takenIn(session, given.artifact) === 'brief' ? 'brief' : 'shape',
  settling: settlingIn,
  mode: (_, given) => given.verb === 'consult' ? given.mode : 'panel',
  pick: (_, given) => given.verb !== 'consult done' || given.pick !== undefined,
  blockers: (_, given) => given.verb === 'consult done' && foundIn(given).length > 0,
  told: ({ consult }, given) => given.verb !== 'consult done' || Boolean(given.artifact?.trim() || (given.pick && consult?.mode === 'explore')),
  report: waveIn,
  review: reviewIn,
  gate: gateIn,
  news: ({ text }, given) => given.verb === 'intent' && ![undefined, '', text].includes(given.text?.trim()),
}

/** The facts of a session and a payload. Without a payload they are those of a valid one. */
export function facts(_: Probe, __: Settings, context: Context, payload?: Payload, state = ''): Facts {
  const session = sessionIn(context, state)
  const given = payload as HopePayload | undefined
  const isWrong = given !== undefined && problemsIn(session, given).length > 0
  const right = isWrong ? undefined : given
  const read = (values: readonly Value[], fact: string) =>
    known[fact]?.(session, right) ?? (right && chosen[fact]?.(session, right)) ?? (values[0] as Value)
  return { ...mapValues(domain, read), ...(isWrong && { given: 'wrong', answer: 'none' }) }
}

function bandIn(session: Session, given: HopePayload | undefined): string {
  const spec = given?.verb === 'score' ? specAfter(session, given) : session.spec
  return spec ? specBand(spec.total) : 'none'
}

function settlingIn(session: Session, given: HopePayload): string {
  if (given.verb !== 'submit' || takenIn(session, given.artifact) !== 'shape') return 'settled'
  const shape = artifactIn(session, 'shape', given.artifact)
  if (!shape) return 'settled'
  if (isUnchanged(session.shape, shape)) return 'same'
  return stillOpen(unsettled(session), given.settled).length > 0 ? 'open' : 'settled'
}

function waveIn(session: Session, given: HopePayload): string {
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

function reviewIn(session: Session, given: HopePayload): string {
  if (given.verb !== 'submit' || takenIn(session, given.artifact) !== 'review') return 'clear'
  const review = artifactIn(session, 'review', given.artifact)
  if (!review) return 'clear'
  const { intentMismatch, approachFailure, consent } = review
  if (intentMismatch || approachFailure)
    return consent ? `${intentMismatch ? 'intent' : 'approach'} agreed` : 'disagreed'
  return foundIn(given).length > 0 || openItems(session).length > 0 ? 'something left' : 'clear'
}

function gateIn(session: Session, given: HopePayload): string {
  if (given.verb !== 'answer' || given.word !== 'satisfied') return 'passes'
  return unproven(gate({ ...session, shown: given.shown ?? {} })).length > 0 ? 'unproven' : 'passes'
}
