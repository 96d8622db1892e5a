import { code } from '../../markdown/code'
import { changedLines } from '../../workflow/findings/changed'
import { isSame } from '../../workflow/hollow'
import type { Phrases } from '../flow'
import { readArtifact } from './artifact'
import { blockerLine, isOpen, leftFindings, openBlockers, settledFindings, unsettled } from './blockers'
import { checkLine, checksOf, nothingElse, uncoveredBy, wordsOf } from './checks'
import { bullets, inline, partLines, shapeLines, taskLine } from './documents'
import { isTrivial, readyItems, specBand, tierOf } from './formulas'
import { countsIn, gate, unproven } from './gate'
import { hasLeft, leftOf } from './handover'
import { wordsHere } from './places'
import { viewIn } from './problems'
import { reviewBrief } from './review-brief'
import { findingsIn, itemIn, type Shape } from './schemas'
import { most, openItems, roundFolder, type Session, type Step } from './session'
import { unshownIn, untouchedIn, waveProblems } from './wave'

/** @returns values for the placeholders in every state; foreign texts without control characters, line by line */
export function valuesOf(step: Step, phrases: Phrases): Record<string, string> {
  const { brought, was, session } = step
  const { items, risk, shape, brief, waived, wave, consult, spec } = session
  const said = (kind: string, which: string) => phrases[`${kind}.${which}`] ?? ''
  /** A list after the last step of the agent's part, if it is not empty. */
  const below = (phrase: string, texts: readonly string[]) =>
    texts.length > 0 ? `\n\n${phrases[phrase]}\n\n${bullets(texts)}` : ''
  const checks = checksOf(shape)
  const untested = shape?.mustNot?.includes(nothingElse) ? [`must not ${nothingElse}`] : []
  const judged = gate(session)
  const unshown = brought.verb === 'wave' ? unshownIn(was, brought) : unproven(judged)
  const ready = readyItems(items)
  const readyIds = ready.map(({ id }) => id).join(',') || 'none'
  // What the agent has just submitted it knows.
  const isGiven = step.rows.some((row) => row.startsWith('L9'))
  const left = openItems(session)
  const uncovered = uncoveredBy(shape, brief).map(({ line }) => line)
  const note = brought.verb === 'answer' && brought.said?.trim() ? inline(brought.said, 200) : ''
  const folder = roundFolder(session)
  const briefed = `${phrases.briefed}\n\n   \`\`\`text\n${indented(reviewBrief(session, 'shape'))}\n   \`\`\``
  return {
    request: inline(session.text ?? 'nothing yet', 160),
    sessionType: session.type,
    taken: brought.verb === 'engage' && brought.level === undefined ? ', the default' : '',
    engagement: session.engagement ?? 'not said yet',
    asks: said('asks', session.type),
    density: said('density', densityOf(session)),
    prefer: said('prefer', session.engagement ?? 'Collaborative'),
    total: spec ? String(spec.total) : 'none',
    band: spec ? said('band', specBand(spec.total)) : 'there is no score yet',
    tier: tierOf(risk),
    tierAsks: said('tier', tierOf(risk)),
    outside: session.engagement === 'Guided' || isTrivial(risk) ? '' : `${phrases.outside} `,
    left: listOf(leftOf(session), 'nothing'),
    settled: below('settled', settledFindings(session).map(blockerLine)),
    warned: below('warned', session.warnings.filter(isOpen).map(blockerLine)),
    unreviewed: session.reviewed === session.revision ? '' : `\n\n${phrases.unreviewed}`,
    brief: below('brief', brief ? partLines(brief).filter((line) => !line.endsWith(': none')) : []),
    risks: below('risks', shape ? risksOf(shape) : []),
    found: foundOf(step),
    reviewer: consult?.stage === 'consult: validate' ? briefed : (phrases.reviewers ?? ''),
    reviewWork: indented(reviewBrief(session, 'work')),
    stalled: session.stalls > 2 ? `\n\n${phrases.stalled}\n\n${left.map(taskLine).join('\n')}` : '',
    skip: session.blockers.length === 0 ? ` ${phrases.skip}` : '',
    sentBack: session.sentBack ? ' since the shape was sent back' : '',
    settle: unsettled(session)
      .map(({ name }) => ` --settled "${name}: how"`)
      .join(''),
    suggested: below('suggested', leftFindings(session)),
    roundsLeft: count(Math.max(0, 3 - session.rounds), 'round'),
    tries: count(Math.max(0, 3 - session.stalls), 'try', 'tries'),
    assumptions: (waived && phrases.assumed) || '',
    wave: String(wave),
    waveNow: String(wave + 1),
    limit: String(session.limit),
    more: count(session.maxWaves, 'more wave'),
    items: String(items.length),
    done: String(items.length - left.length),
    ready: isGiven
      ? `- ${readyIds}: ${phrases.given}`
      : ready.map(taskLine).join('\n') || '- nothing: every item is done',
    readyIds,
    remaining: left.map(taskLine).join('\n') || '- nothing',
    answers: wordsHere(session).map(code).join(', ') || 'none, as no question is open',
    problems: listOf(
      brought.verb === 'wave' ? [...waveProblems(was, brought), ...untouchedIn(was, brought)] : [],
      'nothing',
    ),
    criteria: listOf(checks.filter(({ isLimit }) => !isLimit).map(checkLine)),
    limits: listOf([...checks.filter(({ isLimit }) => isLimit).map(checkLine), ...untested]),
    blocking: listOf(unsettled(session).map(blockerLine)),
    open: listOf(openBlockers(session).map(blockerLine)),
    fix: below('fix', unsettled(session).map(blockerLine)),
    round: folder,
    heard: listOf(session.heard.map((name) => `${folder}/${name}`)),
    judged: listOf(
      judged.map(({ check, standing, because }) => `${standing}: ${inline(wordsOf(check))} (${because})`),
      'no criterion',
    ),
    counts: countsIn(session) || 'none',
    proveFirst: judged.some(({ check }) => check.hasCommand) ? `${phrases.proveFirst} ` : '',
    unproven: unshown.map(({ check }) => check.id).join(' '),
    unshown: listOf(unshown.map(({ check, because }) => `${check.id}: ${wordsOf(check)} (${because})`)),
    uncovered: below('uncovered', uncovered),
    picked: inline((brought.verb === 'consult done' && brought.pick) || 'none'),
    query: inline((consult ?? was.consult)?.query ?? '', 200) || 'what is at hand',
    // A sentence in the template ends with this text, so it needs a final mark.
    note: note && ` “${note}”`,
    echo: inline(session.echo ?? 'not said', most.line),
    approving: listOf(checks.map(checkLine)),
    revision: String(Math.max(1, session.revision)),
    sinceSeen: session.seen ? below('since', changedSince(session.seen, shapeLines(session))) : '',
    start: shape?.startAction && wave === 0 ? ` ${phrases.first} ${inline(shape.startAction)}` : '',
    onward: hasLeft(session) ? ` ${phrases.onward}` : '',
    consult: consult?.mode ?? 'none',
    whose: consult?.stage === undefined ? 'Beside the work: it moves nothing.' : 'This step asks for it.',
    outcome: said('outcome', session.outcome ?? 'none'),
    violated: brought.verb === 'wave' ? inline(brought.mustNot ?? '') : '',
  }
}

/** @returns how much the developer takes part at this point, as a phrase; it never changes which steps there are */
export function densityOf({ main, engagement = 'Collaborative' }: Pick<Session, 'main' | 'engagement'>): string {
  const [part = '', place = ''] = main.split('.')
  if (['stall_detection', 'review_feedback'].includes(place)) return `${place}.${engagement}`
  const stages: Readonly<Record<string, string>> = { loop: 'loop', shape: 'shape', consult: 'shape' }
  return `${stages[part] ?? 'intent'}.${engagement}`
}

/** Part of a step of the agent's list. */
const indented = (text: string): string => text.replace(/^/gm, '   ')

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

const listOf = (texts: readonly string[], none = 'none'): string => bullets(texts.length > 0 ? texts : [none])

/** What differs from what the developer has last answered to. */
function changedSince(seen: readonly string[], now: readonly string[]): readonly string[] {
  const { gone, added } = changedLines(seen, now)
  const lines = [...added.map((line) => `new: ${line}`), ...gone.map((line) => `gone: ${line}`)]
  return lines.length > 0 ? lines : ['nothing']
}

/** What may go wrong, as the shape says. */
const risksOf = ({ tensions, premortem, rollback }: Shape): readonly string[] => [
  ...[...tensions, ...premortem],
  ...(rollback === undefined ? [] : [`rollback: ${rollback}`]),
]

/** What a review or a view of experts says, for the developer; what is held has its name. */
function foundOf({ brought, was, session }: Step): string {
  if (brought.verb !== 'submit' && brought.verb !== 'consult done') return ''
  const kind = brought.verb === 'submit' ? 'review' : viewIn(was)
  const view = kind && readArtifact(kind, brought.artifact ?? '', was).artifact
  const findings = findingsIn(brought.artifact)
  const held = [...openBlockers(session), ...session.warnings.filter(isOpen)]
  const isMoving = brought.verb === 'submit' || was.consult?.stage !== undefined
  const lines = findings.map(({ severity, text }) => {
    const said = itemIn(text).text
    const one = isMoving ? held.find((other) => isSame(other.text, text) || isSame(other.text, said)) : undefined
    return [[severity, one?.name].filter(Boolean).join(' '), one ? one.text : text].filter(Boolean).join(': ')
  })
  const said = partLines(view && 'question' in view ? view : {}).filter((line) => !/^(QUESTION|FINDINGS):/.test(line))
  const checked = view && 'checked' in view ? view.checked : []
  const parts = [
    ['', said],
    ['#### Findings\n\n', kind === 'review' && lines.length === 0 ? ['none'] : kind ? lines : []],
    ['Checked:\n\n', checked],
  ] as const
  return parts.map(([heading, texts]) => (texts.length > 0 ? `\n\n${heading}${bullets(texts)}` : '')).join('')
}
