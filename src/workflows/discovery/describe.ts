import { isRecord } from '../../failure/json'
import type { AnswerExtras, Phrases, TransitionResult } from '../workflow'
import { type Artifact, listIn, readArtifact } from './artifact'
import { artifactPath, draftPath, revisionPath } from './files'
import { artifactKey, before, minutes, type Phase, phaseOf, phases, reviewerIn, titleOf } from './phases'
import { type EventPayload, type Plan, planIn, triggers } from './plan'
import { hasArtifact, phaseNamed } from './problems'

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
    const read = (of: Phase): Artifact | undefined => {
      const text = plan?.stale.includes(of) ? undefined : probe[artifactPath(folder, of)]
      return typeof text === 'string' ? readArtifact(of, text).artifact : undefined
    }
    const isOpen = reviewer === undefined && state !== 'verified'
    const handed = [...before(phase), ...(isOpen ? [] : [phase])]
    const lost = handed
      .filter((of) => plan && hasArtifact(plan, of) && !plan.stale.includes(of))
      .map((of) => artifactPath(folder, of))
      .filter((path) => probe[path] === undefined)
      .map((path) => `${path} is gone, and the plan builds on it: bring it back, or begin again from its phase.`)
    return {
      values: {
        task: plan?.task ?? '',
        title: plan?.title ?? '',
        phase: titleOf(phase),
        artifact: artifactPath(folder, phase),
        minutes: String(minutes[phase]),
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
      quotes: plan && isLook ? quotesOf(plan, reviewer === undefined) : [],
      shown: isLook
        ? [
            ...handed.filter((of) => read(of)).map((of) => artifactPath(folder, of)),
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

/** The arguments of the commands that fix a refusal: the given values if they are valid, otherwise the current ones. */
function fixesOf(folder: string, plan: Plan | undefined, payload: TransitionResult['payload']): Record<string, string> {
  const { source = '', from = '', trigger = '' }: EventPayload = payload
  const why = trigger.toLowerCase()
  const asked = phaseNamed(from)
  const isReachable = asked && plan && before(asked).every((phase) => hasArtifact(plan, phase))
  return {
    source: source === '' ? draftPath(folder) : /^[\w./~-]+$/.test(source) ? source : JSON.stringify(source),
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
  const asked = textsIn(read('discovery')?.ambiguities_discovered, 'question')
  const clarified = read('clarification')
  const resolved = listIn(clarified?.resolved_ambiguities)
  const answered = new Set(textsIn(resolved, 'original_question').map(plain))
  const open = phase === 'clarification' && clarified ? asked.filter((one) => !answered.has(plain(one))) : []
  const risky = plan.autonomous_mode && state !== 'verified' ? resolved.filter(isRecord) : []
  const warnings = [
    left &&
      elapsed > minutes[left] &&
      `The ${titleOf(left)} phase has taken ${Math.floor(elapsed)} minutes; ${minutes[left]} are planned for it.`,
    (phase === 'discovery' || phase === 'clarification') &&
      store.discovery_partial === true &&
      `Discovery is partial: ${listIn(store.tool_failures).length} of its tools failed. There may be gaps.`,
    phase === 'discovery' &&
      store.complexity_assessment === 'LOW' &&
      (Number(store.file_count) > 3 || Number(store.integration_count) > 0) &&
      'The complexity is called LOW, yet there are more than three files or an integration point: contracts will not be skipped.',
    phase === 'validation' && store.ready === false && 'The validation itself says that the plan is not ready.',
    ...open.map((question) => `A question of the discovery has no answer: ${question}`),
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
    : { by: 'ai', command: `spell discovery submit ${draftPath(folder)} --task ${plan.task}` }
}

/** The first field of each value that is a text. */
const textsIn = (list: unknown, ...keys: readonly string[]): string[] =>
  listIn(list).flatMap((one) =>
    isRecord(one) ? (keys.map((key) => one[key]).find((value) => typeof value === 'string') ?? []) : [],
  )
const plain = (question: string): string => question.trim().toLowerCase().replace(/\s+/g, ' ')
