import { partsOf } from '../../engine/place'
import type { Taken, Telling } from '../workflow'
import { audit } from './audit'
import type { Blocked, Brought, Votes } from './brought'
import { asks, densityIn } from './density'
import { briefText, roleText, saidAlready, shapeText, taskLine } from './documents'
import { footerOf } from './footer'
import {
  bondOf,
  collaborationOf,
  fitBand,
  fitOf,
  gate,
  isTrivial,
  readyItems,
  specBand,
  tierOf,
  votes,
} from './formulas'
import { feasibleIn, printFeasible, printMarker } from './marker'
import { nextOf } from './next'
import { checklist } from './pipeline'
import { handedIn, lackIn, reading, specAfter, waveProblems } from './problems'
import { markerOf, most, type Session, sessionIn } from './session'
import { sessionType } from './session-type'
import { wordsHere } from './words-here'

/** @returns what the line of a step says of it, short */
export function about({ payload, context }: Taken): Readonly<Record<string, unknown>> {
  const brought = payload as Brought | Record<string, never>
  const session = sessionIn(context)
  switch (brought.verb) {
    case 'start':
    case 'engage': {
      const marker = markerOf(session)
      return marker ? { marker: printMarker(marker) } : {}
    }
    case 'score':
      return { total: session.spec?.total }
    case 'answer':
    case 'bond answer':
      return { word: brought.word }
    case 'wave':
      return { done: brought.done, left: [...brought.carry, ...brought.stall].map(({ id }) => id) }
    case 'consult':
      return { mode: brought.mode }
    default:
      return {}
  }
}

/** What a session adds to an answer: what the texts name, what to look at, and where it stands as data. */
export function tell(taken: Taken): Telling {
  const { state, context, rows } = taken
  const session = sessionIn(context)
  const [soul = '', main = '', service = ''] = partsOf(state)
  const marker = markerOf(session)
  const { spec, wave, limit, spent, budget } = session
  return {
    values: valuesOf(taken, session),
    warnings: warningsOf(taken, session),
    quotes: quotesOf(taken, session),
    fields: {
      kind: 'hope',
      rule: rows.join(' → '),
      soul,
      main,
      service,
      marker: marker ? printMarker(marker) : null,
      type: session.text === undefined ? null : session.type,
      guessed: session.guessed,
      signals: session.signals,
      purpose: main === 'consult' ? (session.purpose ?? null) : null,
      outcome: session.outcome ?? null,
      score: spec
        ? {
            total: spec.total,
            domain: spec.domain,
            band: specBand(spec.total),
            fit: fitOf(spec),
            mode: fitBand(fitOf(spec)),
          }
        : null,
      waived: session.waived,
      tier: tierOf(session.risk),
      mode: session.collaboration ?? collaborationOf(session),
      waves: { number: wave, limit, spent, budget: budget ?? null },
      items: { done: session.items.filter(({ done }) => done).length, total: session.items.length },
      ready: readyItems(session.items).map(({ id }) => id),
      answers: wordsHere(session),
      next: nextOf(state, session),
    },
  }
}

function valuesOf(taken: Taken, session: Session): Record<string, string> {
  const { payload, before } = taken
  const brought = payload as Brought | Record<string, never>
  const was = sessionIn(before)
  const marker = markerOf(session)
  const spec = brought.verb === 'score' ? (specAfter(was, brought) ?? session.spec) : session.spec
  const fit = spec ? fitOf(spec) : 0
  const checked = audit(session, brought.verb === 'audit' && brought.confused === true)
  const ready = readyItems(session.items)
  const done = session.items.filter((item) => item.done)
  const words = wordsHere(session)
  const query = brought.verb === 'consult' ? brought.query : (session.consult?.query ?? was.consult?.query ?? '')
  const bond =
    brought.verb === 'bond' && votes.every((vote) => brought.votes[vote]) ? bondOf(brought.votes as Votes) : 'team'
  return {
    request: inline(session.text ?? 'nothing yet', 160),
    type: session.type,
    signals: typeBecause(session),
    marker: marker ? printMarker(marker) : 'No marker yet.',
    usual: `${session.type === 'Reflect' ? 'Existential' : session.type === 'Debug' ? 'Tactical' : 'Strategic'}`,
    engagement: session.engagement ?? 'Collaborative',
    horizon: session.horizon ?? '',
    feasible: session.feasible ? printFeasible(session.feasible) : 'none',
    asks: asks[session.type],
    density: densityIn(session),
    total: spec ? String(spec.total) : 'none',
    band: spec ? bands[specBand(spec.total)] : 'there is no score yet',
    fit: String(fit),
    fitBand: spec ? fits[fitBand(fit)] : 'there is no score yet',
    tier: tierOf(session.risk),
    mode: session.collaboration ?? collaborationOf(session),
    rounds: String(session.rounds),
    roundsLeft: count(Math.max(0, 3 - session.rounds), 'round'),
    tries: count(Math.max(0, 3 - session.stalls), 'try', 'tries'),
    waived: session.waived
      ? 'Label every point that is still open with [ASSUMPTION], and say what you assumed.'
      : 'Nothing is left open: no assumptions.',
    wave: String(session.wave),
    waveNow: String(session.wave + 1),
    limit: String(session.limit),
    cost: session.budget === undefined ? `Spent: ${session.spent}.` : `Spent: ${session.spent} of ${session.budget}.`,
    more: `${count(session.maxWaves, 'more wave')}${session.allowance === undefined ? '' : ` and ${session.allowance} more to spend`}`,
    items: String(session.items.length),
    done: String(done.length),
    open: String(session.items.length - done.length),
    ready: listOf(ready.map(taskLine), '- nothing: every item is done'),
    readyIds: ready.map(({ id }) => id).join(',') || 'none',
    remaining: listOf(session.items.filter((item) => !item.done).map(taskLine), '- nothing'),
    answers: words.map((word) => `\`${word}\``).join(', ') || 'no word',
    problems: listOf(
      problemsOf(taken, was).map((problem) => `- ${problem}`),
      '- nothing',
    ),
    criteria: listOf(
      session.shape?.criteria.map(
        ({ id, text, verify }) => `- \`${id}\`: ${text}${verify ? ` (by: ${verify})` : ''}`,
      ) ?? [],
      '- none',
    ),
    limits: listOf(session.shape?.mustNot.map((limit) => `- ${limit}`) ?? [], '- none'),
    blockers: listOf(
      session.blockers.map((blocker) => `- ${blocker}`),
      '- none',
    ),
    findings: listOf(
      session.findings.map((finding) => `- ${finding}`),
      '- none',
    ),
    gate: listOf(
      gate(session.shape?.criteria ?? [], session.results).map(
        ({ criterion, passes, because }) => `- ${passes ? 'holds' : 'fails'}: ${criterion.text} (${because})`,
      ),
      '- no criterion',
    ),
    footer: footerOf(session) || 'A small thing: nothing more to say about it.',
    pick: session.pick ?? 'none',
    query: inline(query, 200) || 'what is at hand',
    consult: session.consult?.mode ?? (brought.verb === 'consult' ? brought.mode : 'none'),
    unwanted: brought.verb === 'consult' ? (brought.blockedName ?? '') : '',
    belongs:
      session.consult?.stage === undefined
        ? 'It is a side conversation and moves nothing.'
        : 'It is the outside view that this step asks for.',
    outcome: outcomes[session.outcome ?? 'none'] ?? '',
    advice: listOf(
      checked.advice.map((line) => `- ${line}`),
      '- nothing',
    ),
    bond: bond,
    order: orders[session.horizon ?? 'Strategic'] ?? '',
    roles: listOf(session.blueprint.map(roleText), 'no role'),
    revisions: count(Math.max(0, 3 - session.revisions), 'change'),
    checklist: checklist(session),
    said: listOf(
      saidAlready(session).map((line) => `- ${line}`),
      '- nothing under a label',
    ),
    violated: brought.verb === 'wave' ? inline(brought.mustNot ?? '', most.line) : '',
  }
}

const bands = {
  ready: 'clear enough for a brief',
  echo: 'nearly clear: one sentence to confirm',
  clarify: 'too vague to go on',
} as const
const fits = {
  tool: 'the AI may work alone (tool)',
  'tool-review': 'the AI works and is reviewed (tool-review)',
  colleague: 'step by step together (colleague)',
  blocked: 'too little to work with: explore first',
} as const
const outcomes: Readonly<Record<string, string>> = {
  satisfied: 'It is what was wanted.',
  output: 'What came of it has been handed over.',
  cancelled: 'It was cancelled.',
  stopped: 'It was stopped at its limits.',
  hard_stop: 'It was stopped, as something happened that must not.',
}
const orders: Readonly<Record<string, string>> = {
  Tactical: 'as much at the same time as possible',
  Strategic: 'along the chain of what depends on what',
  Existential: 'the foundations first',
}

function typeBecause({ type, guessed, signals }: Session): string {
  if (guessed) return `That it is a ${type} session is a guess; \`--type\` says otherwise.`
  return signals.length > 0 ? `It reads like ${type} (${signals.join(', ')}).` : `It is a ${type} session.`
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`
const listOf = (lines: readonly string[], none: string): string => (lines.length > 0 ? lines.join('\n') : none)
const inline = (text: string, longest: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** What a refusal lists: what a shape lacks, or how a wave does not add up. */
function problemsOf({ payload }: Pick<Taken, 'payload'>, was: Session): readonly string[] {
  const brought = payload as Brought | Record<string, never>
  if (brought.verb === 'wave') return waveProblems(was, brought)
  if (brought.verb === 'submit' && lackIn(was, brought.artifact))
    return reading(was, 'shape', brought.artifact).problems
  return []
}

function warningsOf(taken: Taken, session: Session): string[] {
  const { rows, before, payload } = taken
  const brought = payload as Brought | Record<string, never>
  const was = sessionIn(before)
  const is = (...ids: readonly string[]) => ids.some((id) => rows.includes(id))
  const warnings: string[] = []
  if (
    brought.verb === 'submit' &&
    is('I10', 'H4', 'L9', 'R3', 'R3.breaker', 'R4', 'R4.breaker', 'R5', 'V1', 'V2', 'V2.breaker')
  ) {
    const kind = handedIn[was.main]
    if (kind) warnings.push(...reading(was, kind, brought.artifact).advice.map((advice) => `${advice}.`))
  }
  if (brought.verb === 'bond submit' && is('B4'))
    warnings.push(...reading(was, 'blueprint', brought.artifact).advice.map((advice) => `${advice}.`))
  if ((brought.verb === 'start' || brought.verb === 'engage') && brought.feasible !== undefined) {
    const left = feasibleIn(brought.feasible)?.left ?? []
    if (left.length > 0 && session.feasible)
      warnings.push(`Of several limits the first one counts: ${printFeasible(session.feasible)}.`)
  }
  if (is('D1', 'D1.full') && brought.verb === 'start' && brought.type === undefined) {
    const { type, guessed } = sessionType(brought.text)
    if (!guessed && type !== session.type)
      warnings.push(
        `The session stays one of type ${session.type}; the request reads like ${type}: \`spell hope start --type ${type}\` would have said so.`,
      )
  }
  const isAlone = !session.consulted && !isTrivial(session.risk)
  if (is('H4') && was.main === 'shape.extract' && isAlone) warnings.push('The shape was made without an outside view.')
  if (is('C7', 'C8') && isAlone) warnings.push('No outside view was ever asked for in this session.')
  if (is('B1') && (session.risk.points ?? 4) <= 3) warnings.push('The work is small: a team costs more than it brings.')
  if (is('V1')) {
    const monitored = gate(session.shape?.criteria ?? [], session.results).filter((judged) => judged.monitored)
    warnings.push(...monitored.map(({ criterion }) => `Ship with monitoring, as it was only read: ${criterion.text}`))
  }
  return warnings
}

/** Texts of others that the agent needs where the session stands. */
function quotesOf({ state, payload }: Taken, session: Session): { heading: string; text: string }[] {
  const brought = payload as Brought | Record<string, never>
  const { main } = session
  if (session.text === undefined && !session.consult) return []
  const wants = (heading: string, text: string, where: boolean) => (where && text !== '' ? [{ heading, text }] : [])
  const isConsulting = state.includes('consult.')
  const isWork = !['completed', 'ended', 'user_need'].includes(main)
  const blocklist: readonly Blocked[] = brought.verb === 'consult' ? (brought.blocklist ?? []) : []
  return [
    ...wants('The Request', session.text ?? '', isWork || main === 'user_need' || isConsulting),
    ...wants('The Brief', briefText(session), isWork && !main.startsWith('intent.')),
    ...wants(
      'The Shape',
      shapeText(session),
      main.startsWith('loop.') || main.startsWith('consult') || main === 'shape.synthesize',
    ),
    ...wants('Decided So Far', session.decisions.join('\n'), main === 'loop.review_feedback' || isConsulting),
    ...wants(
      'Whom Not to Ask',
      blocklist.map(({ name, reason }) => `${name}${reason ? `: ${reason}` : ''}`).join('\n'),
      true,
    ),
  ]
}
