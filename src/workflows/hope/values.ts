import { mapValues } from '../../engine/records'
import { code } from '../../text/markdown/code'
import { countOf } from '../../text/markdown-parts'
import { reportedCounts, wordOf } from '../../workflow/criteria/reported'
import { isOpen } from '../../workflow/findings/finding'
import { isSame } from '../../workflow/hollow'
import type { Phrases } from '../../workflow/texts'
import { readArtifact } from './artifact'
import { findingsIn, itemIn, type Shape } from './artifacts'
import {
  blockerLine,
  leftFindings,
  openBlockers,
  settledFindings,
  settledText,
  shapeChanges,
  unsettled,
} from './blockers'
import { checkLine, checksOf, gate, type JudgedCheck, nothingElse, uncoveredBy, unproven, wordsOf } from './checks'
import { bullets, inline, partLines, shapeLines, taskLine } from './documents'
import { hasLeft, leftOf } from './handover'
import { reviewBrief, viewIn, wordsHere } from './problems'
import { isTrivial, specBand, tierOf } from './request'
import { type HopeStep, most, openItems, readyItems, roundFolder, type Session } from './session'
import { unshownIn, untouchedIn, waveProblems } from './wave'

/** @returns values for the placeholders in every state; foreign texts without control characters, line by line */
export function valuesOf(step: HopeStep, phrases: Phrases): Record<string, string> {
  const { brought, was, session } = step
  const { items, risk, shape, wave, consult, spec } = session
  const said = (kind: string, which: string) => phrases[`${kind}.${which}`] ?? ''
  const judged = gate(session)
  const unshown = unshownBy(step)
  const ready = readyItems(session)
  const readyIds = ready.map(({ id }) => id).join(',') || 'none'
  // What the agent has just submitted it knows.
  const isGiven = step.rows.some((row) => row.startsWith('L9'))
  const left = openItems(session)
  const settled = settledFindings(session)
  const note = brought.verb === 'answer' && brought.said?.trim() ? inline(brought.said, 200) : ''
  const briefed = `${phrases.briefed}\n\n   \`\`\`text\n${indented(reviewBrief(session, 'shape'))}\n   \`\`\``
  return {
    ...mapValues(listsOf(step), (texts, name) => bullets(texts.length > 0 ? texts : [none[name] ?? 'none'])),
    ...mapValues(addedTo(step), (texts, name) => (texts.length > 0 ? `\n\n${phrases[name]}\n\n${bullets(texts)}` : '')),
    settled: settled.length > 0 ? `\n\n${phrases.settled}\n\n${settled.map(settledText).join('\n')}` : '',
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
    unreviewed: session.reviewed === session.revision ? '' : `\n\n${phrases.unreviewed}`,
    found: foundOf(step),
    reviewer: consult?.stage === 'consult: validate' ? briefed : (phrases.reviewers ?? ''),
    reviewWork: indented(reviewBrief(session, 'work')),
    skip: session.blockers.length === 0 ? ` ${phrases.skip}` : '',
    sentBack: session.sentBack ? ' since the shape was sent back' : '',
    settle: unsettled(session)
      .map(({ name }) => ` --settled "${name}: how"`)
      .join(''),
    roundsLeft: countOf(Math.max(0, 3 - session.rounds), 'round'),
    tries: countOf(Math.max(0, 3 - session.stalls), 'try', 'tries'),
    assumptions: (session.waived && phrases.assumed) || '',
    wave: String(wave),
    waveNow: String(wave + 1),
    limit: String(session.limit),
    more: countOf(session.maxWaves, 'more wave'),
    items: String(items.length),
    done: String(items.length - left.length),
    ready: isGiven
      ? `- ${readyIds}: ${phrases.given}`
      : ready.map(taskLine).join('\n') || '- nothing: every item is done',
    readyIds,
    remaining: left.map(taskLine).join('\n') || '- nothing',
    answers: wordsHere(session).map(code).join(', ') || 'none, as no question is open',
    round: roundFolder(session),
    counts: reportedCounts(gate(session).map(reported)) || 'none',
    proveFirst: judged.some(({ check }) => check.hasCommand) ? `${phrases.proveFirst} ` : '',
    unproven: unshown.map(({ check }) => check.id).join(' '),
    picked: inline((brought.verb === 'consult done' && brought.pick) || 'none'),
    query: inline((consult ?? was.consult)?.query ?? '', 200) || 'what is at hand',
    // A sentence in the template ends with this text, so it needs a final mark.
    note: note && ` “${note}”`,
    echo: inline(session.echo ?? 'not said', most.line),
    revision: String(Math.max(1, session.revision)),
    start: shape?.startAction && wave === 0 ? ` ${phrases.first} ${inline(shape.startAction)}` : '',
    onward: hasLeft(session) ? ` ${phrases.onward}` : '',
    consult: consult?.mode ?? 'none',
    whose: consult?.stage === undefined ? 'Beside the work: it moves nothing.' : 'This step asks for it.',
    outcome: said('outcome', session.outcome ?? 'none'),
    violated: brought.verb === 'wave' ? inline(brought.mustNot ?? '') : '',
  }
}

/** What a command does not show: of what a wave reports, otherwise of everything. */
const unshownBy = ({ brought, was, session }: HopeStep) =>
  brought.verb === 'wave' ? unshownIn(was, brought) : unproven(gate(session))

const reported = ({ standing, check: { hasCommand } }: JudgedCheck) => ({ standing, hasCommand })

/** What an empty list says, if it is not that there is none. */
const none: Readonly<Record<string, string>> = { left: 'nothing', judged: 'no criterion' }

function listsOf(step: HopeStep): Readonly<Record<string, readonly string[]>> {
  const { brought, was, session } = step
  const { shape, heard } = session
  const checks = checksOf(shape)
  const untested = shape?.mustNot?.includes(nothingElse) ? [`must not ${nothingElse}`] : []
  return {
    left: leftOf(session),
    problems: brought.verb === 'wave' ? [...waveProblems(was, brought), ...untouchedIn(was, brought)] : [],
    criteria: checks.filter(({ isLimit }) => !isLimit).map(checkLine),
    limits: [...checks.filter(({ isLimit }) => isLimit).map(checkLine), ...untested],
    approving: checks.map(checkLine),
    blocking: unsettled(session).map(blockerLine),
    open: openBlockers(session).map(blockerLine),
    heard: heard.map((name) => `${roundFolder(session)}/${name}`),
    judged: gate(session).map((each) => `${wordOf(reported(each))}: ${inline(wordsOf(each.check))} (${each.because})`),
    unshown: unshownBy(step).map(({ check, because }) => `${check.id}: ${wordsOf(check)} (${because})`),
  }
}

/** Lists at the end of a part, each after the phrase of its name; an empty one is left out. */
function addedTo({ session }: HopeStep): Readonly<Record<string, readonly string[]>> {
  const { brief, shape, seen, warnings } = session
  return {
    warned: warnings.filter(isOpen).map(blockerLine),
    brief: brief ? partLines(brief).filter((line) => !line.endsWith(': none')) : [],
    risks: shape ? risksOf(shape) : [],
    suggested: leftFindings(session),
    fix: unsettled(session).map(blockerLine),
    uncovered: uncoveredBy(shape, brief).map(({ line }) => line),
    since: seen ? orNothing(shapeChanges(seen, shapeLines(session))) : [],
  }
}

/** @returns how much the developer takes part at this point, as a phrase; it never changes which steps there are */
export function densityOf({ main, engagement = 'Collaborative' }: Pick<Session, 'main' | 'engagement'>): string {
  const [part = '', place = ''] = main.split('.')
  if (['stall_detection', 'review_feedback'].includes(place)) return `${place}.${engagement}`
  const stages: Readonly<Record<string, string>> = { loop: 'loop', shape: 'shape', consult: 'shape' }
  return `${stages[part] ?? 'intent'}.${engagement}`
}

const orNothing = (lines: readonly string[]) => (lines.length > 0 ? lines : ['nothing'])

/** Part of a step of the agent's list. */
const indented = (text: string): string => text.replace(/^/gm, '   ')

/** What may go wrong, as the shape says. */
const risksOf = ({ tensions, premortem, rollback }: Shape): readonly string[] => [
  ...[...tensions, ...premortem],
  ...(rollback === undefined ? [] : [`rollback: ${rollback}`]),
]

/** What a review or a view of experts says, for the developer; what is held has its name. */
function foundOf({ brought, was, session }: HopeStep): string {
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
