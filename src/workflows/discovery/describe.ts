import { triggers } from '../../../templates/discovery/workflow.yaml'
import { capital, paragraphs } from '../../text/markdown-parts'
import { lineOf } from '../../workflow/artifacts/markdown'
import { passedOn } from '../../workflow/event-words'
import { type AnswerExtras, type Phrases, saying } from '../../workflow/texts'
import type { TransitionResult } from '../../workflow/transition'
import { done } from '../../workflow/turn'
import { type Artifacts, recordsIn, textsOf } from './artifact'
import { pointsOf } from './checks'
import { artifactPath, artifactsIn, counting, draftPath, revisionPath } from './files'
import {
  artifactKey,
  before,
  fresh,
  hasArtifact,
  humanReview,
  leftOpen,
  looksAt,
  minutes,
  openIn,
  type Phase,
  type Plan,
  type PlanPayload,
  phaseNamed,
  phaseOf,
  phases,
  planIn,
  reviewerIn,
  titleOf,
} from './plan'
import { feedbackLines, passedOnHeading, pointLines, pointsHeading, questionsOf, toReview, withoutYou } from './show'

/** So that the developer can deny it. */
const asYours = 'passed on as your words:'

export function tellIn(folder: string): (taken: TransitionResult<PlanPayload>, phrases: Phrases) => AnswerExtras {
  return (taken, phrases) => {
    const { from, state, context, probe, rows, payload } = taken
    // A look quotes all files; a step names what the agent has read or written in this conversation.
    const isLook = rows.some((row) => row.startsWith('S.'))
    const begun = planIn(context)
    const plan = begun ?? fresh
    const phase = phaseOf(state) ?? 'validation'
    const reviewer = reviewerIn(state)
    const isOpen = reviewer === undefined && state !== 'verified'
    const artifacts = artifactsIn(folder, plan, probe)
    const { points: seen, earlier: shownLast, said, feedback = [], as, carried, typed = false } = payload
    const points = reviewer ? (plan.approvals[phase]?.points ?? seen ?? pointsOf(phase, plan, artifacts)) : []
    const reviewed = reviewer === 'human' ? [...leftOpen(plan, phase), phase] : []
    const handed = [...before(phase), ...(isOpen ? [] : [phase])]
    const isWanted = plan.acceptance_criteria.length > 0
    const isLastWord =
      state === humanReview('validation') || (state === 'verified' && plan.approvals.validation?.by === 'autonomous')
    const earlier = lastVersion(folder, plan) ?? ''
    const settle = settleIn(plan)
    const filled = { task: plan.task, carried: carried ?? '', earlier, settle: settle.trim() }
    const say = saying(phrases, filled)
    return {
      values: {
        task: begun?.task ?? folder.slice(folder.lastIndexOf('/') + 1),
        title: shortOf(plan.title),
        phase: titleOf(phase),
        left: titleOf(phaseOf(from) ?? phase),
        asked: askedIn(plan),
        settle,
        who: typed ? 'You' : 'The agent',
        back: `${as === 'human' && !typed ? `; ${asYours}` : ':'} ${feedback.map((text) => `“${lineOf(text)}”`).join(', ')}`,
        changes: lineOf(plan.restart_context?.changes ?? ''),
        artifact: artifactPath(folder, phase),
        draft: draftPath(folder, phase),
        onPoints: say('onPoints', points.length > 0),
        findings: [...points.map(({ id }) => id), ...looksAt[phase]].map((name) => ` --finding "${name}: …"`).join(''),
        reviews: say(reviewer === 'ai' ? 'agent' : 'you'),
        known: say(before(phase).some((of) => artifacts[of]) ? 'known' : 'knownNothing'),
        again: say(
          `${settle ? 'again' : 'restarted'}${earlier && 'From'}`,
          isOpen && (settle !== '' || plan.restart_context !== null),
        ),
        askDone: say('askDone', !isWanted),
        cover: say(isWanted ? 'cover' : 'coverNone'),
        compare: say(isWanted ? 'compare' : 'compareNone'),
        redo: titleOf(plan.restart_context?.restart_from ?? 'discovery'),
        kept: plan.restart_context?.preserve_artifacts.map(titleOf).join(', ') || 'nothing',
        begin: say(carried === undefined ? 'begin' : 'begun'),
        beginAi: say(carried === undefined ? 'beginAi' : 'begun'),
        mode: plan.autonomous_mode ? 'on' : 'off',
        ...fixesOf(folder, plan, payload),
      },
      warnings: [
        ...(said && !typed ? [`${capital(asYours)} “${lineOf(said)}”`] : []),
        ...warningsOf(taken, plan, phase, artifacts),
        ...counting(plan)
          .filter((of) => handed.includes(of))
          .map((of) => artifactPath(folder, of))
          .filter((path) => probe[path] === undefined)
          .map((path) => `${path} is gone, and the plan builds on it: bring it back, or begin again from its phase.`),
      ],
      ...(carried !== undefined && { turn: done }),
      leftOut: { developer: ['submit'], agent: ['autonomous'] },
      isGone: rows.includes('stop'),
      brevity:
        isLook || from === state || rows.includes('start') ? undefined : phase === 'discovery' ? 'familiar' : 'again',
      overview: paragraphs(
        ...reviewed.map((of) =>
          of === phase ? toReview(plan, of, artifacts, points, shownLast) : toReview(plan, of, artifacts),
        ),
        isLastWord && withoutYou(plan, artifacts),
        state === 'clarification' && questionsOf(plan, artifacts),
      ),
      quotes: [
        ...(isLook && begun ? taskOf(plan) : []),
        ...quote(
          'What It Was Sent Back With',
          (isLook && isOpen) || reviewer === 'ai' ? feedbackLines(plan, phase) : '',
        ),
        ...quote(passedOnHeading, isLook || said ? notesOf(plan) : ''),
        ...quote(pointsHeading, reviewer === 'ai' ? pointLines(points) : ''),
      ],
      shown: isLook
        ? [
            ...(state === 'verified' ? [] : handed)
              .filter((of) => artifacts[of] && !reviewed.includes(of))
              .map((of) => artifactPath(folder, of)),
            ...(isOpen && earlier ? [earlier] : []),
          ]
        : [],
      fields: {
        kind: 'discovery',
        task: begun?.task ?? null,
        rule: rows.join(' → '),
        pending_review: reviewer ?? null,
        skip_contracts: plan.skip_contracts,
        approvals: plan.approvals,
        points,
        feedback: plan.feedback,
        // What the plan knows; an artifact is a file.
        counters: Object.fromEntries(
          Object.entries(plan.context_store).filter(([key]) => !Object.values(artifactKey).includes(key)),
        ),
        next: nextOf(state, begun, folder),
      },
    }
  }
}

/** A title that repeats in every part: its first words. */
function shortOf(title: string): string {
  const line = lineOf(title)
  return line.length <= longestTitle ? line : `${line.slice(0, line.lastIndexOf(' ', longestTitle))}…`
}
const longestTitle = 72

const settleIn = (plan: Plan): string =>
  openIn(plan, plan.phase)
    .map(({ id }) => ` --settled "${id}: how"`)
    .join('')

/** The task for one who knows nothing of it. */
const askedIn = ({ title, goal, acceptance_criteria: criteria }: Plan): string =>
  [title && `“${lineOf(title)}”`, goal.trim() && lineOf(goal), ...criteria.map((one) => `“${lineOf(one)}”`)]
    .filter(Boolean)
    .join('; ')

const quote = (heading: string, text: string) => (text ? [{ heading, text }] : [])

function taskOf({ title, goal, acceptance_criteria: criteria, restart_context: restart }: Plan) {
  const list = (heading: string, items: readonly string[]) =>
    items.length > 0 ? [heading, ...items.map((item) => `- ${item}`)] : []
  const changed = restart ? [restart.changes, ...list('No longer true:', restart.invalidated)] : []
  return [
    ...quote('The Task', [title, goal, ...list('Acceptance criteria:', criteria)].filter(Boolean).join('\n')),
    ...quote('What Has Changed', changed.join('\n')),
  ]
}

/** What was passed on with approvals, for the steps after it. */
const notesOf = ({ notes = [] }: Plan): string =>
  notes.map((note) => `${titleOf(note.phase)}: ${passedOn(note.text, note.typed === true)}`).join('\n')

/** The arguments of the commands that fix a refusal: the given values if they are valid, otherwise the current ones. */
function fixesOf(folder: string, plan: Plan, { source, from = '', trigger = '' }: PlanPayload) {
  const why = trigger.toLowerCase()
  const asked = phaseNamed(from)
  const isReachable = asked && before(asked).every((phase) => hasArtifact(plan, phase))
  const file = source || draftPath(folder, plan.phase)
  return {
    source: !source || /^[\w./~-]+$/.test(file) ? file : JSON.stringify(file),
    start: isReachable ? asked : plan.phase,
    trigger: Object.hasOwn(triggers, why) ? why : 'requirements_changed',
  }
}

/** The version that was sent back, on which the next one builds. */
function lastVersion(folder: string, plan: Plan): string | undefined {
  const { phase, revisions, restart_context: restart } = plan
  const count = revisions[artifactKey[phase]] ?? 0
  return count > 0 && (openIn(plan, phase).length > 0 || restart) ? revisionPath(folder, phase, count) : undefined
}

function nextOf(state: string, plan: Plan | undefined, folder: string) {
  if (!plan) return { by: 'human', command: 'spell discovery start "…"' }
  if (state === 'verified') return { by: null, command: null }
  const reviewer = reviewerIn(state)
  const does = reviewer ? `approve --as ${reviewer}` : `submit ${draftPath(folder, plan.phase)}`
  return { by: reviewer ?? 'ai', command: `spell discovery ${does} --task ${plan.task}` }
}

/** The number of restarts from which an answer asks whether it is still the right plan. */
const restartsToWarn = 4

/** Nothing happens by timer: a deadline is checked in the next answer. */
function warningsOf(
  { from, state, before: known, rows, now }: TransitionResult<PlanPayload>,
  { context_store: store, autonomous_mode: isUnasked, restarts }: Plan,
  phase: Phase,
  { clarification }: Artifacts,
): string[] {
  const was = planIn(known)
  const left = phases.find((work) => work === from)
  const elapsed = was && left ? (now.getTime() - Date.parse(was.state_entered_at)) / 60_000 : 0
  const guesses = isUnasked && state !== 'verified' ? recordsIn(clarification?.resolved_ambiguities) : []
  const warnings = [
    left &&
      elapsed > minutes[left] &&
      `The ${titleOf(left)} phase has taken ${duration(elapsed)}; ${minutes[left]} minutes are planned for it.`,
    (phase === 'discovery' || phase === 'clarification') &&
      store.discovery_partial === true &&
      `Discovery is partial: ${String(store.tool_failures)} of its tools failed. There may be gaps.`,
    state === 'verified' && store.ready === false && 'The validation itself says that the plan is not ready.',
    ...guesses
      .filter(({ risk_level: risk }) => risk === 'HIGH')
      .flatMap(({ final_decision: decision, original_question: question }) => textsOf([decision, question]).slice(0, 1))
      .map((decision) => `Decided without you, at a high risk: ${decision}`),
    restarts >= restartsToWarn &&
      rows.includes('RP') &&
      `This plan begins again for the ${restarts}th time: it may be better to cut the task differently.`,
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}

/** A time span in the unit that a reader would use. */
function duration(of: number): string {
  if (of < 120) return `${Math.floor(of)} minutes`
  return of < 48 * 60 ? `${Math.floor(of / 60)} hours` : `${Math.floor(of / (24 * 60))} days`
}
