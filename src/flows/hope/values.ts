import type { Phrases } from '../flow'
import { readArtifact } from './artifact'
import { audit } from './audit'
import { checkLine, checksOf, nothingElse, seenIn, uncoveredBy, wordsOf } from './checks'
import { inline, taskLine } from './documents'
import { collaborationOf, fitBand, fitOf, isTrivial, readyItems, specBand, tierOf } from './formulas'
import { countsIn, footerOf, gate, unproven } from './gate'
import { hasLeft } from './handover'
import { defaults, printFeasible, printMarker } from './marker'
import { wordsHere } from './places'
import { foundIn, lackIn, specAfter } from './problems'
import { dimensions, markerOf, most, openBlockers, roundFolder, type Session, type Step } from './session'
import { pipelines } from './session-type'
import { waveProblems } from './wave'

/** @returns values for the placeholders in every state; foreign texts without control characters, line by line */
export function valuesOf(step: Step, phrases: Phrases): Record<string, string> {
  const { brought, was, session } = step
  const marker = markerOf(session)
  const footer = footerOf(session)
  const said = (kind: string, which: string) => phrases[`${kind}.${which}`] ?? ''
  const spec = brought.verb === 'score' ? (specAfter(was, brought) ?? session.spec) : session.spec
  const fit = spec ? fitOf(spec) : 0
  const checked = audit(session, brought.verb === 'audit' && brought.confused === true)
  const ready = readyItems(session.items)
  const checks = checksOf(session.shape)
  const untested = session.shape?.mustNot?.includes(nothingElse) ? [`must not ${nothingElse}`] : []
  const done = session.items.filter((item) => item.done)
  const words = wordsHere(session)
  const query = brought.verb === 'consult' ? brought.query : (session.consult?.query ?? was.consult?.query ?? '')
  const asked = inline(query, 200) || 'what is at hand'
  const isFull = session.findings.length >= most.list
  const findings = [...(isFull ? [`the earlier ones: ${roundFolder(session)}`] : []), ...session.findings]
  return {
    request: inline(session.text ?? 'nothing yet', 160),
    signals: typeBecause(session),
    marker: marker ? printMarker(marker) : 'No marker yet.',
    usual: defaults[session.type].horizon,
    feasible: session.feasible ? printFeasible(session.feasible) : 'none',
    asks: said('asks', session.type),
    density: said('density', densityOf(session)),
    total: spec ? String(spec.total) : 'none',
    band: spec ? said('band', specBand(spec.total)) : 'there is no score yet',
    fitness: String(fit),
    fitBand: spec ? said('fit', fitBand(fit)) : 'there is no score yet',
    tier: tierOf(session.risk),
    tierAsks: said('tier', tierOf(session.risk)),
    outside: session.engagement === 'Guided' || isTrivial(session.risk) ? '' : `${phrases.outside} `,
    notAsked: brought.verb === 'consult' && brought.blocklist?.length ? ` ${phrases.notAsked}` : '',
    heldBack: below(phrases.heldBack, session.blockers),
    left: below(
      phrases.left,
      session.items.filter((item) => !item.done).map(({ text }) => text),
    ),
    suggested: below(phrases.suggested, findings),
    watched: session.collaboration ?? collaborationOf(session),
    roundsLeft: left(session.rounds, 'round'),
    tries: left(session.stalls, 'try', 'tries'),
    assumptions: session.waived ? (phrases.assumed ?? '') : '',
    wave: String(session.wave),
    waveNow: String(session.wave + 1),
    limit: String(session.limit),
    cost: costIn(session),
    more: `${count(session.maxWaves, 'more wave')}${session.allowance === undefined ? '' : ` and ${session.allowance} more to spend`}`,
    items: String(session.items.length),
    done: String(done.length),
    ready: listOf(ready.map(taskLine), '- nothing: every item is done'),
    readyIds: ready.map(({ id }) => id).join(',') || 'none',
    remaining: listOf(session.items.filter((item) => !item.done).map(taskLine), '- nothing'),
    answers: words.map((word) => `\`${word}\``).join(', ') || 'none, as no question is open',
    problems: bulletsOf(problemsOf(step), 'nothing'),
    criteria: bulletsOf(checks.filter(({ isLimit }) => !isLimit).map(checkLine), 'none'),
    limits: bulletsOf([...checks.filter(({ isLimit }) => isLimit).map(checkLine), ...untested], 'none'),
    blocking: bulletsOf(session.blockers, 'none'),
    open: bulletsOf(openBlockers(session), 'none'),
    mend: below(phrases.mend, session.blockers),
    found: bulletsOf(brought.verb === 'consult done' ? foundIn(brought) : [], 'none'),
    round: roundFolder(session),
    heard: bulletsOf(
      session.heard.map((name) => `${roundFolder(session)}/${name}`),
      'none',
    ),
    judged: listOf(
      gate(session).map(({ check, standing, because }) => `- ${standing}: ${inline(wordsOf(check))} (${because})`),
      '- no criterion',
    ),
    counts: countsIn(session) || 'none',
    allowing: unproven(gate(session)).length > 0 ? ` ${phrases.allowing}` : '',
    stands: countsIn(session) && `${countsIn(session)}. `,
    unproven: unproven(gate(session))
      .map(({ check }) => check.id)
      .join(' '),
    unshown: bulletsOf(
      unproven(gate(session)).map(({ check, because }) => `${check.id}: ${wordsOf(check)} (${because})`),
      'none',
    ),
    uncovered: below(
      phrases.uncovered,
      session.shape ? uncoveredBy(session.shape, session.brief).map(({ text }) => text) : [],
    ),
    footer: footer && `\n\n${footer}`,
    picked: inline(session.pick ?? 'none'),
    query: asked,
    // A sentence in the template ends with this text, so it needs a final mark.
    note: brought.verb === 'answer' && brought.note?.trim() ? ` “${inline(brought.note, 200)}”` : '',
    echo: inline(session.echo ?? 'not said', most.line),
    approving: bulletsOf(seenIn(session), 'none'),
    objective: inline(session.brief?.objective ?? session.text ?? '', 160),
    revision: String(Math.max(1, session.revision)),
    sinceSeen: changedSince(session, phrases),
    unclear: unclearIn(session),
    start:
      session.shape?.startAction && session.wave === 0 ? ` ${phrases.first} ${inline(session.shape.startAction)}` : '',
    fresh: session.brief ? below(phrases.fresh, freshIn(session)) : '',
    onward: hasLeft(session) ? ` ${phrases.onward}` : '',
    reviewed: (session.short ? phrases.unreviewed : phrases.reviewed) ?? '',
    question: ['?', '.', '!', '…'].includes(asked.slice(-1)) ? asked : `${asked}.`,
    consult: session.consult?.mode ?? (brought.verb === 'consult' ? brought.mode : 'none'),
    whom: brought.verb === 'consult' ? inline(brought.blockedName ?? '') : '',
    whose:
      session.consult?.stage === undefined
        ? 'Beside the work: it moves nothing unless it finds a BLOCKER.'
        : 'This step asks for it.',
    outcome: said('outcome', session.outcome ?? 'none'),
    advised: bulletsOf(checked.advice, 'nothing'),
    checklist: brought.verb === 'start' && brought.full ? stagesOf(session, phrases) : '',
    violated: brought.verb === 'wave' ? inline(brought.mustNot ?? '') : '',
  }
}

/** @returns how much the developer takes part at this point, as a phrase; it never changes which steps there are */
export function densityOf({ main, engagement = 'Collaborative' }: Pick<Session, 'main' | 'engagement'>): string {
  const [part = '', place] = main.split('.')
  if (place === 'stall_detection' || place === 'review_feedback') return `${place}.${engagement}`
  const stages: Readonly<Record<string, string>> = { loop: 'loop', shape: 'shape', consult: 'shape' }
  return `${stages[part] ?? 'intent'}.${engagement}`
}

function stagesOf({ type }: Session, phrases: Phrases): string {
  const stages = ['engagement', ...pipelines[type]].map((stage) => phrases[`stage.${stage}`] ?? '')
  return ` All stages:\n\n${stages.map((stage, index) => `${index + 1}. [ ] ${stage}`).join('\n')}`
}

function typeBecause({ type, guessed, signals }: Session): string {
  if (guessed) return `That it is a ${type} session is a guess; \`--type\` says otherwise.`
  return signals.length > 0 ? `It reads like ${type} (${signals.join(', ')}).` : `It is a ${type} session.`
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`
/** Three attempts at most. */
const left = (gone: number, one: string, many?: string): string => count(Math.max(0, 3 - gone), one, many)
const listOf = (lines: readonly string[], none: string): string => (lines.length > 0 ? lines.join('\n') : none)

const bulletsOf = (texts: readonly string[], none: string): string =>
  listOf(
    texts.map((text) => `- ${inline(text)}`),
    `- ${none}`,
  )

/** A list after the last step of the agent's part, if it is not empty. */
const below = (phrase = '', texts: readonly string[]): string =>
  texts.length > 0 ? `\n\n${phrase}\n\n${bulletsOf(texts, '')}` : ''

/** What differs from what the developer has last answered to. */
function changedSince(session: Session, phrases: Phrases): string {
  const { seen } = session
  const now = seenIn(session)
  if (!seen) return ''
  const lines = [
    ...now.filter((line) => !seen.includes(line)).map((line) => `new: ${line}`),
    ...seen.filter((line) => !now.includes(line)).map((line) => `gone: ${line}`),
  ]
  return below(phrases.since, lines.length > 0 ? lines : ['nothing'])
}

const freshIn = ({ shape, brief }: Session): string[] =>
  shape ? uncoveredBy(shape, brief).map(({ number, text }) => `ACCEPTANCE ${number}: ${text}`) : []

function unclearIn({ spec }: Session): string {
  const low = dimensions.filter((name) => spec?.dims && spec.dims[name] < 2)
  return low.length > 0 ? `; unclear: ${low.map((name) => `${name} ${spec?.dims?.[name]}`).join(', ')}` : ''
}

function costIn({ spent, budget }: Session): string {
  if (budget === undefined) return spent > 0 ? ` Spent: ${spent}.` : ''
  return ` Spent: ${spent} of ${budget}.`
}

/** The list in a refusal: what a shape lacks, or why a wave does not add up. */
function problemsOf({ brought, was }: Step): readonly string[] {
  if (brought.verb === 'wave') return waveProblems(was, brought)
  const isLacking = brought.verb === 'submit' && lackIn(was, brought.artifact)
  return isLacking ? readArtifact('shape', brought.artifact, was).problems : []
}
