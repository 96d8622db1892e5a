import { capital } from '../../text/markdown/code'
import { bullets, paragraphs, sections } from '../../text/markdown/sections'
import { countsOf, inMarkdown, lineOf } from '../../workflow/artifacts/markdown'
import { passedOn } from '../../workflow/event-words'
import { changedLines, isUnchanged } from '../../workflow/findings/finding'
import {
  type Artifact,
  type Artifacts,
  isByAgent,
  readArtifact,
  recordsIn,
  schemas,
  textsIn,
  textsOf,
} from './artifact'
import { type IsThere, type Point, pointsOf } from './checks'
import { coverageOf } from './coverage'
import { type Approval, hasArtifact, openIn, type Phase, type Plan, phases, revisionOf, titleOf } from './plan'

export const pointsHeading = 'What the Program Found'
export const passedOnHeading = "Passed On as the Developer's Words"

/** Renders an artifact as its reviewers read it; of a clarification its decisions, then what else was clarified. */
export function toRead(phase: Phase, artifact: Artifact, depth = 3): string {
  if (phase !== 'clarification') return inMarkdown(schemas[phase], artifact, depth)
  const { resolved_ambiguities, decisions, conversation_log: _, clarification_dialogue: __, ...others } = artifact
  const lines = decisionsOf({ resolved_ambiguities, decisions }).map(decisionLine)
  return paragraphs(sections(depth, [['Decisions', lines.join('\n')]]), inMarkdown(schemas[phase], others, depth))
}

/** Those on questions, and the others, which have no words of the developer. */
export const decisionsOf = ({ resolved_ambiguities: resolved, decisions }: Artifact): readonly Artifact[] => [
  ...recordsIn(resolved),
  ...textsOf(decisions).map((text) => ({ final_decision: text })),
]

/** @returns each as one line: the question, empty if none was kept, and what was decided, with who decided */
export function questionAndDecision(one: Artifact): { question: string; decision: string } {
  const { original_question: question, final_decision, clarification, risk_level: level } = one
  const decision = textsOf([final_decision, clarification, 'open'])[0] ?? ''
  const risk = typeof level === 'string' ? `, ${level.toLowerCase()} risk` : ''
  const who = isByAgent(one) ? `the agent decided${risk}` : passedOn(lineOf(String(one.human_response)), false)
  return { question: typeof question === 'string' ? lineOf(question) : '', decision: `${lineOf(decision)} (${who})` }
}

function decisionLine(one: Artifact): string {
  const { question, decision } = questionAndDecision(one)
  return `- ${question && `**${question}** `}${decision}`
}

/** @returns what the agent asks the developer, as the discovery found it; nothing once answers were sent back */
export const questionsOf = (plan: Plan, { discovery }: Artifacts): string =>
  mayAsk(plan) ? bullets(textsIn(discovery?.ambiguities_discovered, 'question').map(lineOf)) : ''

const mayAsk = (plan: Plan): boolean => !plan.autonomous_mode && openIn(plan, 'clarification').length === 0

/** Whether the agent has something to ask: a question of the discovery, or what shows that the task is done. */
export const isAsking = (plan: Plan, artifacts: Artifacts): boolean =>
  mayAsk(plan) && (plan.acceptance_criteria.length === 0 || questionsOf(plan, artifacts) !== '')

/** @returns the decisions that the agent made for the developer: those that it was left, and those that no word is passed on for */
export function withoutYou(plan: Plan, { clarification = {} }: Artifacts): string {
  const own = decisionsOf(clarification).filter(isByAgent)
  if (own.length === 0) return ''
  const object = `spell discovery replan --from clarification --trigger requirements_changed --changes "…" --task ${plan.task}`
  return `#### Decided without You\n\n${own.map(decisionLine).join('\n')}\n\nTo object: \`${object}\`.`
}

/** The most characters of an artifact that an answer shows. */
const maxShown = 12_000

/**
 * @param earlier the version that the developer saw last
 * @returns what a human is to approve: rendered, with what both reviewers said, and with what changed since they saw it
 */
export function toReview(
  plan: Plan,
  phase: Phase,
  artifacts: Artifacts,
  points: readonly Point[] = plan.approvals[phase]?.points ?? [],
  earlier?: string,
): string {
  const { [phase]: artifact } = artifacts
  if (!artifact) return ''
  const text = toRead(phase, artifact, 4)
  const was = earlier === undefined ? undefined : readArtifact(phase, earlier).artifact
  const whole =
    text.length > maxShown &&
    `Only the beginning is shown: \`spell discovery show --task ${plan.task}\` prints all of it.`
  return paragraphs(
    `**${glance(plan, phase, artifacts)}**`,
    feedbackLines(plan, phase),
    was && changedSince(phase, was, artifact, text.length),
    foundBy(points, plan.approvals[phase], 4),
    phase === 'validation' && sections(4, [['Criteria', coverageLines(plan, artifacts)]]),
    whole,
    text.slice(0, maxShown),
  )
}

/** What differs from the version that the developer saw, as it was and as it is; white space is no change. */
function changedSince(phase: Phase, was: Artifact, now: Artifact, length: number): string {
  const linesOf = (one: Artifact, other: Artifact) => {
    const changed = Object.entries(one).filter(([key, value]) => !isUnchanged(value, other[key]))
    return toRead(phase, Object.fromEntries(changed), 4)
      .split('\n')
      .filter((line) => line.trim())
  }
  const { gone, added } = changedLines(linesOf(was, now), linesOf(now, was))
  if (isUnchanged(was, now)) return 'Nothing has changed since you saw it.'
  // Lines were moved, or something is in a field that is not shown.
  if (gone.length + added.length === 0) return 'No line of it has changed since you saw it.'
  // What is new is then read below.
  const isNew = added.join('\n').length + 2 * added.length > length / 2
  if (isNew && gone.length === 0) return 'Most of it is new since you saw it.'
  const what = isNew ? 'Most of it has changed since you saw it; these lines are gone:' : 'Changed since you saw it:'
  const lines = [...gone.map((line) => `- ${line}`), ...(isNew ? [] : added.map((line) => `+ ${line}`))].join('\n')
  return `${what}\n\n\`\`\`diff\n${lines.replaceAll('```', "'''").slice(0, maxShown / 4)}\n\`\`\``
}

/** @returns what a phase was sent back with, each with how it was settled */
export const feedbackLines = ({ feedback }: Plan, phase: Phase): string =>
  bullets(
    feedback
      .filter((one) => one.phase === phase)
      .map(({ id, text, by, settled }) => {
        const who = by === 'ai' ? ` by the agent: “${lineOf(text)}”` : `; ${passedOn(lineOf(text), by === 'developer')}`
        return `${id}, sent back${who}${settled ? `. Settled: ${lineOf(settled)}` : ''}`
      }),
  )

/** Which subtasks meet each criterion, as the program compares them. */
const coverageLines = (plan: Plan, artifacts: Artifacts): string =>
  bullets(
    coverageOf(plan.acceptance_criteria, artifacts).map(
      ({ text, verify, ids }) =>
        `${lineOf(text)}${verify && ` (${lineOf(verify)})`}: ${ids.join(', ') || 'no subtask'}`,
    ),
  )

/** @returns which phase and revision of an artifact it is, and how much is in it */
export function glance(plan: Plan, phase: Phase, { [phase]: artifact = {} }: Artifacts): string {
  const counts = countsOf(schemas[phase], artifact)
  return `${capital(titleOf(phase))}, revision ${revisionOf(plan, phase)}${counts && ` (${counts})`}.`
}

/** What the program and the agent's review found, each under its heading. */
function foundBy(points: readonly Point[], approval: Approval | undefined, depth: number): string {
  const own = Object.entries(approval?.findings ?? {}).filter(([id]) => !points.some((point) => point.id === id))
  return sections(depth, [
    [pointsHeading, pointLines(points, approval)],
    ["The Agent's Review", bullets(own.map(([id, text]) => `${id}: ${lineOf(text)}`))],
  ])
}

/** @returns the points as a list, each with what its reviewer found */
export const pointLines = (points: readonly Point[], { findings = {} }: Approval = {}): string =>
  bullets(
    points.map(({ id, text }) => `${id}: ${lineOf(text)}${findings[id] ? ` The agent: ${lineOf(findings[id])}` : ''}`),
  )

/** Whether spell has seen the developer's word for an approval of that time. */
type IsSeen = (time: string) => boolean

/** @returns who has approved a phase, and whether spell has seen the developer's word for it */
export function approvedBy({ ai, human, by }: Approval = {}, isSeen: IsSeen): string {
  if (!ai) return 'Not reviewed yet.'
  if (!human) return 'Approved by the agent; the developer has not.'
  if (by === 'autonomous') return 'Approved by the agent alone, in autonomous mode.'
  return isSeen(human)
    ? 'Approved by the agent and by the developer.'
    : 'Approved by the agent, for the developer, too: their word was not seen.'
}

/**
 * Writes a whole plan as one document, for a pull request or an issue.
 *
 * @param state the title of the plan's state
 * @param artifacts those that count
 * @param isThere for artifacts without a review; without it nothing is said of files
 */
export function showPlan(
  plan: Plan,
  state: string,
  artifacts: Artifacts,
  isThere?: IsThere,
  isSeen: IsSeen = () => false,
): string {
  const section = (phase: Phase) => {
    const { [phase]: artifact } = artifacts
    const { [phase]: approval } = plan.approvals
    if (!artifact) return missing(plan, phase)
    const taken = approval?.human && isSeen(approval.human) ? 'approve' : undefined
    const notes = (plan.notes ?? []).filter((note) => note.phase === phase)
    const said = notes.map(({ text, typed = false }) => passedOn(lineOf(text), typed, taken))
    // Once it is approved, the work itself changes the files.
    const found = approval?.points ?? pointsOf(phase, plan, artifacts, approval?.ai ? undefined : isThere)
    return paragraphs(
      `${glance(plan, phase, artifacts)} ${approvedBy(approval, isSeen)}`,
      toRead(phase, artifact),
      foundBy(found, approval, 3),
      sections(3, [[passedOnHeading, bullets(said)]]),
    )
  }
  const text = paragraphs(
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`,
    `State: ${state}. ${plan.autonomous_mode ? 'Autonomous mode is on: no review is asked of you.' : ''}`.trim(),
    sections(2, [
      ['Acceptance Criteria', bullets(plan.acceptance_criteria.map(lineOf))],
      ...phases.map((phase) => [capital(titleOf(phase)), section(phase)] as const),
      ['Begun Again', plan.restart_context !== null && lineOf(plan.restart_context.changes)],
    ]),
  )
  return `${text}\n`
}

function missing(plan: Plan, phase: Phase): string {
  if (plan.stale.includes(phase)) return 'Stale: it is from before the plan began again, and counts no more.'
  if (phase === 'contracts' && plan.skip_contracts) return 'Skipped: low complexity.'
  return hasArtifact(plan, phase) ? 'Its file is missing or cannot be read.' : 'Missing: not submitted yet.'
}
