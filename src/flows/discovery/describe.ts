import { capital } from '../../markdown/code'
import { paragraphs } from '../../markdown/sections'
import { lineOf } from '../../workflow/artifacts/markdown'
import type { AnswerExtras, Phrases, TransitionResult } from '../flow'
import { done } from '../turn'
import { passedOn } from '../words'
import type { Artifact } from './artifact'
import { pointsOf } from './checks'
import { artifactPath, artifactsIn, draftPath, revisionPath } from './files'
import { artifactKey, before, humanReview, looksAt, minutes, type Phase, phaseOf, reviewerIn, titleOf } from './phases'
import { type EventPayload, openIn, type Plan, planIn, triggers } from './plan'
import { hasArtifact, leftOpen, phaseNamed } from './problems'
import { feedbackLines, questionsOf, toReview, withoutYou } from './reviewing'
import { passedOnHeading, pointLines, pointsHeading } from './show'
import { warningsOf } from './warnings'

/** So that the developer can deny it. */
const asYours = 'passed on as your words:'

export function tellIn(folder: string): (taken: TransitionResult, phrases: Phrases) => AnswerExtras {
  return (taken, phrases) => {
    const { from, state, context, probe, rows, payload } = taken
    // In a step, name the files that the agent has read or written in this conversation; in a look, quote all of them.
    const isLook = rows.some((row) => row.startsWith('S.'))
    const plan = planIn(context)
    const phase = phaseOf(state) ?? 'validation'
    const reviewer = reviewerIn(state)
    const artifacts = plan ? artifactsIn(folder, plan, probe) : {}
    const read = (of: Phase): Artifact | undefined => artifacts[of]
    const { points: seen, earlier, said, feedback = [], as, carried, typed = false }: EventPayload = payload
    const points = plan && reviewer ? (plan.approvals[phase]?.points ?? seen ?? pointsOf(phase, plan, artifacts)) : []
    // What is reviewed now, with what a human left for later.
    const reviewed = plan && reviewer === 'human' ? [...leftOpen(plan, phase), phase] : []
    const has = plan !== undefined && plan.acceptance_criteria.length > 0
    const isOpen = reviewer === undefined && state !== 'verified'
    const handed = [...before(phase), ...(isOpen ? [] : [phase])]
    const lost = handed
      .filter((of) => plan && hasArtifact(plan, of) && !plan.stale.includes(of))
      .map((of) => artifactPath(folder, of))
      .filter((path) => probe[path] === undefined)
      .map((path) => `${path} is gone, and the plan builds on it: bring it back, or begin again from its phase.`)
    return {
      values: {
        task: plan?.task ?? folder.slice(folder.lastIndexOf('/') + 1),
        title: shortOf(plan?.title ?? ''),
        phase: titleOf(phase),
        left: titleOf(phaseOf(from) ?? phase),
        asked: plan ? askedIn(plan) : '',
        settle: plan ? settleIn(plan) : '',
        who: typed ? 'You' : 'The agent',
        back: `${as === 'human' && !typed ? `; ${asYours}` : ':'} ${[...feedback].map((text) => `“${lineOf(text)}”`).join(', ')}`,
        changes: lineOf(plan?.restart_context?.changes ?? ''),
        artifact: artifactPath(folder, phase),
        minutes: String(minutes[phase]),
        draft: draftPath(folder, phase),
        onPoints: points.length > 0 ? (phrases.onPoints ?? '') : '',
        findings: [...points.map(({ id }) => id), ...looksAt[phase]].map((name) => ` --finding "${name}: …"`).join(''),
        reviews: phrases[reviewer === 'ai' ? 'agent' : 'you'] ?? '',
        known: before(phase).some((of) => read(of))
          ? (phrases.known ?? '').replace('{{paths}}', () => `${folder}/artifacts/`)
          : (phrases.knownNothing ?? ''),
        again: plan && isOpen ? again(folder, plan, phrases) : '',
        askDone: has ? '' : ` ${phrases.askDone ?? ''}`,
        cover: phrases[has ? 'cover' : 'coverNone'] ?? '',
        compare: phrases[has ? 'compare' : 'compareNone'] ?? '',
        redo: titleOf(plan?.restart_context?.restart_from ?? 'discovery'),
        kept: (plan?.restart_context?.preserve_artifacts ?? []).map(titleOf).join(', ') || 'nothing',
        ...beginningIn(plan, phrases, carried),
        mode: plan?.autonomous_mode ? 'on' : 'off',
        ...fixesOf(folder, plan, payload),
      },
      warnings: [
        ...(said && !typed ? [`${capital(asYours)} “${lineOf(said)}”`] : []),
        ...(plan ? warningsOf(taken, plan, phase, read) : []),
        ...lost,
      ],
      ...(carried !== undefined && { turn: done }),
      reserved: ['autonomous'],
      isGone: rows.includes('stop'),
      brevity: isLook || from === state || rows.includes('start') ? undefined : 'familiar',
      overview: plan
        ? paragraphs(
            ...reviewed.map((of) =>
              of === phase ? toReview(plan, of, artifacts, points, earlier) : toReview(plan, of, artifacts),
            ),
            isLastWord(plan, state) && withoutYou(plan, artifacts),
            state === 'clarification' && !plan.autonomous_mode && questionsOf(artifacts),
          )
        : '',
      quotes: plan
        ? [
            ...(isLook ? quotesOf(plan) : []),
            ...((isLook && isOpen) || reviewer === 'ai' ? feedbackOf(plan, phase) : []),
            ...(isLook || said ? wordsOf(plan) : []),
            ...(reviewer === 'ai' && points.length > 0 ? [{ heading: pointsHeading, text: pointLines(points) }] : []),
          ]
        : [],
      shown: isLook
        ? [
            ...(state === 'verified' ? [] : handed)
              .filter((of) => read(of) && !reviewed.includes(of))
              .map((of) => artifactPath(folder, of)),
            ...(plan && isOpen ? lastVersion(folder, plan) : []),
          ]
        : [],
      fields: {
        kind: 'discovery',
        task: plan?.task ?? null,
        rule: rows.join(' → '),
        pending_review: reviewer ?? null,
        skip_contracts: plan?.skip_contracts ?? false,
        approvals: plan?.approvals ?? {},
        points,
        feedback: plan?.feedback ?? [],
        counters: countersOf(plan),
        next: nextOf(state, plan, folder),
      },
    }
  }
}

function again(folder: string, plan: Plan, phrases: Phrases): string {
  const isBack = openIn(plan, plan.phase).length > 0
  if (!isBack && !plan.restart_context) return ''
  const [earlier] = lastVersion(folder, plan)
  const phrase = phrases[`${isBack ? 'again' : 'restarted'}${earlier ? 'From' : ''}`] ?? ''
  return ` ${phrase.replace('{{earlier}}', () => earlier ?? '').replace('{{settle}}', () => settleIn(plan).trim())}`
}

/** A title that repeats in every part: its first words. */
function shortOf(title: string): string {
  const line = lineOf(title)
  return line.length <= longestTitle ? line : `${line.slice(0, line.lastIndexOf(' ', longestTitle))}…`
}
const longestTitle = 72

/** How a verified plan is begun with, or that it is. */
const beginningIn = (plan: Plan | undefined, phrases: Phrases, carried: string | undefined) =>
  Object.fromEntries(
    ['begin', 'beginAi'].map((key) => [
      key,
      (phrases[carried === undefined ? key : 'begun'] ?? '')
        .replaceAll('{{task}}', () => plan?.task ?? '')
        .replace('{{carried}}', () => carried ?? ''),
    ]),
  )

/** Where the developer approves the plan for the last time; that it is verified, if the agent did so for them. */
const isLastWord = ({ approvals }: Plan, state: string): boolean =>
  state === humanReview('validation') || (state === 'verified' && approvals.validation?.by === 'autonomous')

const settleIn = (plan: Plan): string =>
  openIn(plan, plan.phase)
    .map(({ id }) => ` --settled "${id}: how"`)
    .join('')

/** The task for one who knows nothing of it. */
const askedIn = ({ title, goal, acceptance_criteria: criteria }: Plan): string =>
  [`“${lineOf(title)}”`, goal.trim() && lineOf(goal), ...criteria.map((one) => `“${lineOf(one)}”`)]
    .filter(Boolean)
    .join('; ')

/** What the plan has counted so far; an artifact is no count. */
const countersOf = (plan: Plan | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(plan?.context_store ?? {}).filter(([key]) => !Object.values(artifactKey).includes(key)),
  )

/** What the phase was sent back with. */
const feedbackOf = (plan: Plan, phase: Phase) => {
  const text = feedbackLines(plan, phase)
  return text ? [{ heading: 'What It Was Sent Back With', text }] : []
}

function quotesOf(plan: Plan): { heading: string; text: string }[] {
  const { title, goal, acceptance_criteria: criteria, restart_context: restart } = plan
  const list = (heading: string, items: readonly string[]) =>
    items.length > 0 ? [heading, ...items.map((item) => `- ${item}`)] : []
  const quotes = [
    { heading: 'The Task', text: [title, goal, ...list('Acceptance criteria:', criteria)].filter(Boolean).join('\n') },
    restart && {
      heading: 'What Has Changed',
      text: [restart.changes, ...list('No longer true:', restart.invalidated)].join('\n'),
    },
  ]
  return quotes.filter((quote) => quote !== null)
}

/** What was passed on with approvals, for the steps after it. */
function wordsOf({ notes = [] }: Plan) {
  const text = notes.map((note) => `${titleOf(note.phase)}: ${passedOn(note.text, note.typed === true)}`).join('\n')
  return text ? [{ heading: passedOnHeading, text }] : []
}

/** The arguments of the commands that fix a refusal: the given values if they are valid, otherwise the current ones. */
function fixesOf(folder: string, plan: Plan | undefined, payload: TransitionResult['payload']): Record<string, string> {
  const { source = '', from = '', trigger = '' }: EventPayload = payload
  const why = trigger.toLowerCase()
  const asked = phaseNamed(from)
  const isReachable = asked && plan && before(asked).every((phase) => hasArtifact(plan, phase))
  return {
    source:
      source === ''
        ? draftPath(folder, plan?.phase ?? 'discovery')
        : /^[\w./~-]+$/.test(source)
          ? source
          : JSON.stringify(source),
    start: (isReachable ? asked : plan?.phase) ?? 'discovery',
    trigger: Object.hasOwn(triggers, why) ? why : 'requirements_changed',
  }
}

/** The version that was sent back, on which the next one builds. */
const lastVersion = (folder: string, plan: Plan): string[] => {
  const { phase, revisions, restart_context: restart } = plan
  const count = revisions[artifactKey[phase]] ?? 0
  return count > 0 && (openIn(plan, phase).length > 0 || restart) ? [revisionPath(folder, phase, count)] : []
}

function nextOf(state: string, plan: Plan | undefined, folder: string) {
  if (!plan) return { by: 'human', command: 'spell discovery start "…"' }
  if (state === 'verified') return { by: null, command: null }
  const reviewer = reviewerIn(state)
  const does = reviewer ? `approve --as ${reviewer}` : `submit ${draftPath(folder, plan.phase)}`
  return { by: reviewer ?? 'ai', command: `spell discovery ${does} --task ${plan.task}` }
}
