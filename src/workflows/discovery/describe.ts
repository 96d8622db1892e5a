import { isRecord } from '../../failure/json'
import type { AnswerExtras, Phrases, TransitionResult } from '../workflow'
import { type Artifact, listIn, readArtifact } from './artifact'
import { type Artifacts, type Point, pointsOf } from './checks'
import { decisionLine, decisionsIn, isByAgent } from './decisions'
import { artifactPath, artifactsIn, draftPath, revisionPath } from './files'
import { artifactKey, before, minutes, type Phase, phaseOf, phases, reviewerIn, titleOf } from './phases'
import { type EventPayload, type Plan, planIn, triggers } from './plan'
import { hasArtifact, leftOpen, phaseNamed } from './problems'
import { lineOf, renderArtifact, renderChanges } from './render'
import { glance, pointLines, revisionOf } from './show'

/** The number of restarts from which an answer asks whether it is still the right plan. */
const restartsToWarn = 4

/** What an answer says about a plan, besides its texts. */
export function tellIn(folder: string): (taken: TransitionResult, phrases: Phrases) => AnswerExtras {
  return (taken, phrases) => {
    const { state, context, probe, rows, payload } = taken
    // In a step, name the files that the agent has read or written in this conversation; in a look, quote all of them.
    const isLook = rows.some((row) => row.startsWith('S.'))
    const plan = planIn(context)
    const phase = phaseOf(state) ?? 'validation'
    const reviewer = reviewerIn(state)
    const artifacts = plan ? artifactsIn(folder, plan, probe) : {}
    const read = (of: Phase): Artifact | undefined => artifacts[of]
    const { points: seen, earlier, said }: EventPayload = payload
    const points = plan && reviewer ? (plan.approvals[phase]?.points ?? seen ?? pointsOf(phase, plan, artifacts)) : []
    // What is reviewed now, with what a human left for later.
    const reviewed = plan && reviewer === 'human' ? [...leftOpen(plan, phase), phase] : []
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
        title: plan?.title ?? '',
        phase: titleOf(phase),
        artifact: artifactPath(folder, phase),
        minutes: String(minutes[phase]),
        draft: draftPath(folder, phase),
        findings: points.map(({ id }) => ` --finding "${id}: …"`).join(''),
        reviews: phrases[reviewer === 'ai' ? 'agent' : 'you'] ?? '',
        known: known(
          before(phase)
            .filter((of) => read(of))
            .map((of) => artifactPath(folder, of)),
          phrases,
        ),
        again: plan && isOpen ? again(folder, plan, phrases) : '',
        redo: titleOf(plan?.restart_context?.restart_from ?? 'discovery'),
        kept: (plan?.restart_context?.preserve_artifacts ?? []).map(titleOf).join(', ') || 'nothing',
        mode: plan?.autonomous_mode ? 'on' : 'off',
        ...fixesOf(folder, plan, payload),
      },
      warnings: [...(plan ? warningsOf(taken, plan, phase, read) : []), ...lost],
      reserved: ['autonomous'],
      isGone: rows.includes('stop'),
      overview: plan
        ? [
            ...reviewed.map((of) =>
              of === phase ? toReview(plan, of, artifacts, points, earlier) : toReview(plan, of, artifacts),
            ),
            reviewer === 'human' || state === 'verified' ? withoutYou(plan, artifacts, state) : '',
          ]
            .filter(Boolean)
            .join('\n\n')
        : '',
      quotes: plan
        ? [
            ...(isLook ? quotesOf(plan, reviewer === undefined) : []),
            ...(isLook || said ? wordsOf(plan) : []),
            ...(reviewer === 'ai' && points.length > 0
              ? [{ heading: 'What the Program Found', text: pointLines(points) }]
              : []),
          ]
        : [],
      shown: isLook
        ? [
            ...handed.filter((of) => read(of) && !reviewed.includes(of)).map((of) => artifactPath(folder, of)),
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
        next: nextOf(state, plan, folder),
      },
    }
  }
}

const known = (paths: readonly string[], { known = '', knownNothing = '' }: Phrases): string =>
  paths.length > 0 ? known.replace('{{paths}}', () => paths.map((path) => `\`${path}\``).join(', ')) : knownNothing

/** The input of a phase that is repeated. */
function again(folder: string, plan: Plan, phrases: Phrases): string {
  if (!plan.feedback && !plan.restart_context) return ''
  const [earlier] = lastVersion(folder, plan)
  const phrase = phrases[`${plan.feedback ? 'again' : 'restarted'}${earlier ? 'From' : ''}`] ?? ''
  return ` ${phrase.replace('{{earlier}}', () => earlier ?? '')}`
}

function quotesOf(plan: Plan, isWork: boolean): { heading: string; text: string }[] {
  const { title, goal, acceptance_criteria: criteria, feedback, restart_context: restart } = plan
  const list = (heading: string, items: readonly string[]) =>
    items.length > 0 ? [heading, ...items.map((item) => `- ${item}`)] : []
  const quotes = [
    { heading: 'The Task', text: [title, goal, ...list('Acceptance criteria:', criteria)].filter(Boolean).join('\n') },
    isWork && feedback && { heading: 'Feedback to Work In', text: feedback.text },
    restart && {
      heading: 'What Has Changed',
      text: [restart.changes, ...list('No longer true:', restart.invalidated)].join('\n'),
    },
  ]
  return quotes.filter((quote) => quote !== false && quote !== null)
}

/** What the developer said with approvals and in sending phases back, for the steps after it. */
const wordsOf = ({ notes = [] }: Plan) =>
  notes.length > 0
    ? [
        {
          heading: "The Developer's Words",
          text: notes.map(({ phase, text }) => `${titleOf(phase)}: ${text}`).join('\n'),
        },
      ]
    : []

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
const lastVersion = (folder: string, { phase, revisions, feedback, restart_context: restart }: Plan): string[] => {
  const count = revisions[artifactKey[phase]] ?? 0
  return count > 0 && (feedback || restart) ? [revisionPath(folder, phase, count)] : []
}

/** Warnings to show before the work continues. Nothing happens by timer: a deadline is checked in the next answer. */
function warningsOf(
  { from, state, before: known, rows, now }: TransitionResult,
  plan: Plan,
  phase: Phase,
  read: (of: Phase) => Artifact | undefined,
): string[] {
  const was = planIn(known)
  const left = phases.find((work) => work === from)
  const elapsed = was && left ? (now.getTime() - Date.parse(was.state_entered_at)) / 60_000 : 0
  const store = plan.context_store
  const resolved = listIn(read('clarification')?.resolved_ambiguities)
  const risky = plan.autonomous_mode && state !== 'verified' ? resolved.filter(isRecord) : []
  const warnings = [
    left &&
      elapsed > minutes[left] &&
      `The ${titleOf(left)} phase has taken ${duration(elapsed)}; ${minutes[left]} minutes are planned for it.`,
    (phase === 'discovery' || phase === 'clarification') &&
      store.discovery_partial === true &&
      `Discovery is partial: ${listIn(store.tool_failures).length} of its tools failed. There may be gaps.`,
    state === 'verified' && store.ready === false && 'The validation itself says that the plan is not ready.',
    ...textsIn(
      risky.filter(({ risk_level: risk }) => risk === 'HIGH'),
      'final_decision',
      'original_question',
    ).map((decision) => `Decided without you, at a high risk: ${decision}`),
    plan.restarts >= restartsToWarn &&
      rows.includes('RP') &&
      `This plan begins anew for the ${plan.restarts}th time: it may be better to cut the task differently.`,
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}

/** A time span in the unit that a reader would use. */
function duration(of: number): string {
  if (of < 120) return `${Math.floor(of)} minutes`
  return of < 48 * 60 ? `${Math.floor(of / 60)} hours` : `${Math.floor(of / (24 * 60))} days`
}

/** The most characters of an artifact that an answer shows. */
const maxShown = 12_000

/** What a human is to approve: rendered, with the points, and with what changed since the version that was sent back. */
function toReview(
  plan: Plan,
  phase: Phase,
  artifacts: Artifacts,
  points: readonly Point[] = plan.approvals[phase]?.points ?? [],
  earlier?: string,
): string {
  const artifact = artifacts[phase]
  if (!artifact) return ''
  const text = phase === 'clarification' ? decisionsIn(artifact, 4) : renderArtifact(phase, artifact, 4)
  const was = earlier === undefined ? undefined : readArtifact(phase, earlier).artifact
  const changed = was && renderChanges(phase, was, artifact)
  const whole =
    text.length > maxShown &&
    `Only the beginning is shown: \`spell discovery artifact ${phase} --format md --task ${plan.task}\` prints all of it.`
  const asked = plan.notes?.findLast((note) => note.phase === phase)?.text
  return [
    `**${glance(plan, phase, artifacts)}**`,
    pointLines(points, plan.approvals[phase]),
    asked && revisionOf(plan, phase) > 1 && `It was sent back with: ${lineOf(asked)}`,
    changed && `Changed since then:\n\n\`\`\`diff\n${changed.replaceAll('```', "'''").slice(0, maxShown / 4)}\n\`\`\``,
    whole,
    text.slice(0, maxShown),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The decisions that the agent made for the developer: all that are risky, and those that it was left. */
function withoutYou(plan: Plan, { clarification }: Artifacts, state: string): string {
  if (!clarification) return ''
  const isUnasked = plan.approvals.clarification?.by === 'autonomous' || plan.autonomous_mode
  const own = listIn(clarification.resolved_ambiguities)
    .filter(isRecord)
    .filter((one) => one.delegated === true || (isUnasked && isByAgent(one)))
  if (own.length === 0) return ''
  const object =
    phaseOf(state) === 'clarification'
      ? `spell discovery revise --feedback "…" --task ${plan.task}`
      : `spell discovery replan --from clarification --trigger requirements_changed --changes "…" --task ${plan.task}`
  return `#### Decided without You\n\n${own.map(decisionLine).join('\n')}\n\nTo object: \`${object}\`.`
}

/** Who acts next, and their next command. */
function nextOf(
  state: string,
  plan: Plan | undefined,
  folder: string,
): { by: 'ai' | 'human' | null; command: string | null } {
  if (!plan) return { by: 'human', command: 'spell discovery start "…"' }
  const reviewer = reviewerIn(state)
  if (reviewer) return { by: reviewer, command: `spell discovery approve --as ${reviewer} --task ${plan.task}` }
  return state === 'verified'
    ? { by: null, command: null }
    : {
        by: 'ai',
        command: `spell discovery submit ${draftPath(folder, plan?.phase ?? 'discovery')} --task ${plan.task}`,
      }
}

/** The first field of each value that is a text. */
const textsIn = (list: unknown, ...keys: readonly string[]): string[] =>
  listIn(list).flatMap((one) =>
    isRecord(one) ? (keys.map((key) => one[key]).find((value) => typeof value === 'string') ?? []) : [],
  )
