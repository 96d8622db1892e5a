import type { Context, Facts, Payload } from '../../engine/definition'
import type { Probe, Settings } from '../workflow'
import { audit } from './audit'
import { bondOf, fitOf, gate, isEnough, isTrivial, riskIn, specBand, tierOf } from './formulas'
import type { MarkdownDocument } from './markdown-document'
import { markerIn } from './marker'
import { type Bringing, type EventPayload, type Votes, words } from './payload'
import { artifactIn, blockersOf, handedIn, lackIn, problemsIn, specAfter, waveProblems } from './problems'
import { markerOf, type Session, sessionIn, stageOf } from './session'
import { types } from './session-type'
import { modes } from './states'
import { waved } from './wave'

const counts = [0, 1, 2, 3] as const

/** Every value of the facts that a session has. */
const ofSession = {
  /** Whether something has been asked for yet. */
  started: [true, false],
  /** How the question of engagement is settled. */
  engaged: ['asked', 'marker', 'trivial', 'supplied'],
  type: types,
  /** The score of the spec, with what was brought. */
  spec: ['none', 'clarify', 'echo', 'ready'],
  fit: ['enough', 'blocked'],
  waived: [false, true],
  approach: ['known', 'unknown'],
  /** Whether the shape goes without being asked for. */
  alone: [false, true],
  purpose: ['none', 'explore', 'validate', 'reflect'],
  rounds: counts,
  refines: counts,
  stalls: counts,
  revisions: counts,
  /** Whether the consultation that is open belongs to where the work stands. */
  belongs: [true, false],
  /** Whether there are BLOCKERs that a consultation has not taken back yet. */
  held: [false, true],
  /** Whether it is time to ask a person before the next wave. */
  enough: [false, true],
  verdict: ['PROCEED', 'CLARIFY', 'EXPLORE'],
  advice: [false, true],
} as const

/** Every value of those that an event brings; the first is that of an event that leads on. */
const ofEvent = {
  /** What was brought, as a whole. */
  given: ['right', 'wrong'],
  /** The word that was said; `any` is the one that leads on, `none` one that is no word of ours. */
  answer: ['any', 'none', ...words],
  shape: ['whole', 'lacking', 'no premortem'],
  mode: ['panel', ...modes.filter((mode) => mode !== 'panel')],
  /** Whether somebody is asked for who is on the list of those who are not to be. */
  unwanted: [false, true],
  side: [false, true],
  pick: [true, false],
  blockers: [false, true],
  report: ['progress', 'wrong', 'violated', 'all done', 'breaker', 'no progress'],
  review: ['clear', 'intent agreed', 'approach agreed', 'disagreed', 'blockers', 'open items'],
  gate: ['passes', 'fails'],
  bond: ['team', 'subagent', 'solo'],
  apply: [false, true],
  force: [false, true],
  reset: [false, true],
  now: [false, true],
  full: [false, true],
} as const

export const domain = { ...ofSession, ...ofEvent }
export const brought = Object.keys(ofEvent)

/** Whether the facts can be true together. */
export const possible = (): boolean => true

type Guard = (facts: Facts) => boolean
const says =
  (...said: readonly string[]): Guard =>
  ({ answer }) =>
    said.includes(String(answer))
const is =
  (fact: string, value: string | boolean): Guard =>
  (facts) =>
    facts[fact] === value
const all =
  (...guards: readonly Guard[]): Guard =>
  (facts) =>
    guards.every((guard) => guard(facts))
const below =
  (counter: string, most: number): Guard =>
  (facts) =>
    Number(facts[counter]) < most

const breaker = is('enough', true)

/** What a row's `when` can ask. */
export const guards = {
  wrong: is('given', 'wrong'),
  'a session': is('started', true),
  'no session': is('started', false),
  'right, no session': all(is('given', 'right'), is('started', false)),
  'right, a session': all(is('given', 'right'), is('started', true)),
  'wrong, no session': all(is('given', 'wrong'), is('started', false)),
  'no session, the whole way': all(is('given', 'right'), is('started', false), is('full', true)),
  'a session, the whole way': all(is('given', 'right'), is('started', true), is('full', true)),
  'a session, from the beginning': all(is('started', true), is('reset', true)),

  'marker exists': is('engaged', 'marker'),
  trivial: is('engaged', 'trivial'),
  'engagement supplied': is('engaged', 'supplied'),
  'not forced': is('force', false),

  'vague, applied': all(is('verdict', 'CLARIFY'), is('apply', true)),
  vague: is('verdict', 'CLARIFY'),
  'unfit, applied': all(is('verdict', 'EXPLORE'), is('apply', true)),
  unfit: is('verdict', 'EXPLORE'),
  'there is advice': is('advice', true),
  'approach unknown': is('approach', 'unknown'),

  'known, Reflect': all(is('spec', 'ready'), is('type', 'Reflect')),
  known: is('spec', 'ready'),
  ready: is('spec', 'ready'),
  'nearly, refines left': all(is('spec', 'echo'), below('refines', 3)),
  nearly: is('spec', 'echo'),
  'rounds left': below('rounds', 3),
  Reflect: is('type', 'Reflect'),

  'too vague': is('spec', 'clarify'),
  'too vague, not waived': all(is('spec', 'clarify'), is('waived', false)),
  'fit too low': is('fit', 'blocked'),
  'goes alone': is('alone', true),
  'criteria or limits missing': is('shape', 'lacking'),
  'premortem missing': is('shape', 'no premortem'),

  'exploring, no pick': all(is('purpose', 'explore'), is('pick', false)),
  exploring: is('purpose', 'explore'),
  reflecting: is('purpose', 'reflect'),
  'validating, a BLOCKER': all(is('purpose', 'validate'), is('blockers', true)),
  'validating, Plan': all(is('purpose', 'validate'), is('type', 'Plan')),
  'skip of a BLOCKER': all(is('purpose', 'validate'), says('any', 'skip'), is('held', true)),
  'skip, Plan': all(is('purpose', 'validate'), says('any', 'skip'), is('type', 'Plan')),
  skip: all(is('purpose', 'validate'), says('any', 'skip')),

  yes: says('any', 'yes'),
  edits: says('edits'),
  edit: says('edit'),
  proceed: says('any', 'proceed'),
  cancel: says('cancel'),
  unblocked: says('any', 'unblocked'),
  'failed, tries left': all(says('failed'), below('stalls', 2)),
  failed: says('failed'),
  continue: says('any', 'continue'),
  stop: says('stop'),
  satisfied: says('any', 'satisfied'),
  'new-work': says('new-work'),
  'adjust, revisions left': all(says('adjust'), below('revisions', 3)),
  adjust: says('adjust'),

  'does not add up': is('report', 'wrong'),
  'limit violated': is('report', 'violated'),
  'all done': is('report', 'all done'),
  breaker: is('report', 'breaker'),
  'no progress': is('report', 'no progress'),

  'intent is wrong, agreed': is('review', 'intent agreed'),
  'approach fails, agreed': is('review', 'approach agreed'),
  'not agreed': is('review', 'disagreed'),
  'BLOCKERs, breaker': all(is('review', 'blockers'), breaker),
  BLOCKERs: is('review', 'blockers'),
  'items open, breaker': all(is('review', 'open items'), breaker),
  'items open': is('review', 'open items'),
  'gate passes': is('gate', 'passes'),
  'at the breaker': breaker,
  'not now': is('now', false),

  ...Object.fromEntries(modes.map((mode) => [`mode ${mode}`, is('mode', mode)] as const)),
  ...Object.fromEntries(modes.map((mode) => [`side, mode ${mode}`, all(is('side', true), is('mode', mode))] as const)),
  unwanted: all(is('mode', 'single'), is('unwanted', true)),
  'of this stage, no pick': all(is('belongs', true), is('pick', false)),
  'of this stage': is('belongs', true),
  team: is('bond', 'team'),
  subagent: is('bond', 'subagent'),
} satisfies Readonly<Record<string, Guard>>

const usual = Object.fromEntries(Object.entries(ofEvent).map(([fact, [first = false]]) => [fact, first]))

/** The facts of a session and of what an event brings. Nothing brought means all that should be. */
export function facts(_: Probe, __: Settings, context: Context, payload?: Payload, state = ''): Facts {
  const session = sessionIn(context, state)
  const given = payload as EventPayload | undefined
  const isWrong = given !== undefined && problemsIn(session, given).length > 0
  const right = isWrong ? undefined : given
  const spec = right?.verb === 'score' ? specAfter(session, right) : session.spec
  const checked = audit(session, right?.verb === 'audit' && right.confused === true)
  return {
    ...usual,
    started: session.text !== undefined,
    engaged: engagedIn(session, right),
    type: session.type,
    spec: spec ? specBand(spec.total) : 'none',
    fit: spec && fitOf(spec) < 15 ? 'blocked' : 'enough',
    waived: session.waived,
    approach: session.approach,
    alone: session.engagement === 'Autonomous' && tierOf(session.risk) !== 'critical',
    purpose: session.purpose ?? 'none',
    rounds: session.rounds,
    refines: session.refines,
    stalls: session.stalls,
    revisions: session.revisions,
    belongs: session.consult?.stage !== undefined && session.consult.stage === stageOf(session),
    held: session.blockers.length > 0,
    enough: isEnough(session, session),
    verdict: checked.verdict,
    advice: checked.advice.length > 0,
    ...(isWrong && { given: 'wrong', answer: 'none' }),
    ...(right && broughtBy(right, session)),
  }
}

/** What an event brings that is right; of each only what its rows ask for. */
function broughtBy(given: EventPayload, session: Session): Facts {
  switch (given.verb) {
    case 'start':
      return { full: given.full === true }
    case 'engage':
      return { force: given.force === true }
    case 'answer':
    case 'bond answer':
      return { answer: given.word }
    case 'submit':
      return submittedIn(session, given.artifact)
    case 'wave':
      return { report: waveIn(session, given) }
    case 'consult':
      return { mode: given.mode, side: given.side === true, unwanted: given.blockedName !== undefined }
    case 'consult done':
      return { pick: given.pick !== undefined, blockers: foundIn(session, given).length > 0 }
    case 'bond':
      return { bond: bondOf(given.votes as Votes) }
    case 'intent':
      return { reset: given.reset === true }
    case 'cancel':
      return { now: given.now === true }
    case 'audit':
      return { apply: given.apply === true && mayHandOff(session) }
    default:
      return {}
  }
}

function submittedIn(session: Session, document: MarkdownDocument): Facts {
  switch (handedIn[session.main]) {
    case 'shape':
      return { shape: lackIn(session, document) ?? 'whole' }
    case 'review':
      return { review: reviewIn(session, document) }
    case 'verification':
      return { gate: gateIn(session, document) }
    default:
      return {}
  }
}

function engagedIn(session: Session, given: EventPayload | undefined): string {
  if (given?.verb !== 'start') return 'asked'
  if (markerOf(session) ?? markerIn(given.text)) return 'marker'
  if (isTrivial(riskIn(given))) return 'trivial'
  return given.engagement === undefined ? 'asked' : 'supplied'
}

/** Work that is being carried out is moved only with the consent of the developer. */
const mayHandOff = ({ main }: Session) => main.startsWith('shape.') || main === 'consult'

/** The BLOCKERs that a consultation has brought, from its findings and one by one. */
export function foundIn(session: Session, { blockers, artifact }: Bringing<'consult done'>): string[] {
  const review = artifactIn(session, 'review', artifact)
  return [...blockers, ...(review ? blockersOf(review) : [])]
}

function waveIn(session: Session, given: Bringing<'wave'>): string {
  if (waveProblems(session, given).length > 0) return 'wrong'
  if (given.mustNot !== undefined) return 'violated'
  const after = waved(session, given)
  if (after.items.every(({ done }) => done)) return 'all done'
  if (isEnough(session, { wave: session.wave + 1, spent: after.spent })) return 'breaker'
  return given.done.length === 0 ? 'no progress' : 'progress'
}

function reviewIn(session: Session, document: MarkdownDocument): string {
  const review = artifactIn(session, 'review', document)
  if (!review) return 'clear'
  const { intentMismatch, approachFailure, consent } = review
  if (intentMismatch && consent) return 'intent agreed'
  if (approachFailure && consent) return 'approach agreed'
  if (intentMismatch || approachFailure) return 'disagreed'
  if (blockersOf(review).length > 0) return 'blockers'
  return session.items.some(({ done }) => !done) ? 'open items' : 'clear'
}

function gateIn(session: Session, document: MarkdownDocument): string {
  const { results = [] } = artifactIn(session, 'verification', document) ?? {}
  return gate(session.shape?.criteria ?? [], results).every(({ passes }) => passes) ? 'passes' : 'fails'
}
