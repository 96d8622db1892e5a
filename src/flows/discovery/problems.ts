import type { Context } from '../../engine/definition'
import { withLines } from '../../workflow/artifacts/read'
import { hollowText, isHollow, isIdle } from '../../workflow/hollow'
import { namesOf } from '../about'
import { type Artifact, readArtifact, recordsIn } from './artifact'
import { unfailingIn, unsaidIn } from './hollow'
import { artifactKey, before, looksAt, type Phase, phases } from './phases'
import { type EventPayload, openIn, type Plan, planIn, triggers } from './plan'

/** @returns all mistakes in a payload with their places; none if it is valid */
export function problems(context: Context, given: EventPayload): readonly string[] {
  const plan = planIn(context)
  if (!plan) return []
  if (given.text !== undefined) return artifactProblems(plan, given).problems
  if (given.feedback !== undefined) return feedbackProblems(given)
  if (given.points !== undefined) return findingProblems(plan, given)
  return given.from === undefined ? [] : restartProblems(plan, given)
}

/** @returns the phase of that name, in any case, with spaces or hyphens instead of underscores */
export const phaseNamed = (name: string): Phase | undefined =>
  phases.find((phase) => phase === name.trim().toLowerCase().replace(/[ -]+/g, '_'))

export const hasArtifact = ({ context_store: store }: Plan, phase: Phase): boolean => artifactKey[phase] in store

/** @returns earlier phases without an artifact that were not skipped on purpose */
export const jumpedOver = (plan: Plan, start: Phase): readonly Phase[] =>
  before(start).filter((phase) => !hasArtifact(plan, phase) && !(phase === 'contracts' && plan.skip_contracts))

/** @returns the phases before one that the agent approved and whose human review comes with this one */
export const leftOpen = (plan: Plan, phase: Phase): readonly Phase[] =>
  before(phase).filter((one) => {
    const { ai, human } = plan.approvals[one] ?? {}
    return ai !== undefined && human === undefined && !plan.stale.includes(one)
  })

interface ArtifactProblems {
  /** The value of the fact. */
  readonly kind: 'right' | 'wrong' | 'unchanged' | 'unsettled'
  readonly problems: readonly string[]
}

/** Why an artifact is not taken: it is wrong, or is what was sent back, or does not settle by name what is open. */
export function artifactProblems(
  plan: Plan,
  { text = '', versions = {}, settled = {}, questions = [] }: EventPayload,
): ArtifactProblems {
  const { phase } = plan
  const { artifact, problems: wrong, lineOf } = readArtifact(phase, text)
  if (!artifact) return { kind: 'wrong', problems: wrong }
  const unsaid = [...unsaidIn(phase, artifact), ...unanswered(phase, artifact, questions), ...unfailingIn(artifact)]
  if (unsaid.length > 0) return { kind: 'wrong', problems: withLines(unsaid, lineOf) }
  const now = JSON.stringify(artifact)
  const isNow = (version = '') => JSON.stringify(readArtifact(phase, version).artifact) === now
  const back = plan.feedback.filter((one) => one.phase === phase && isNow(versions[one.revision]))
  if (back.length > 0) return { kind: 'unchanged', problems: named(back) }
  const problems = answerProblems(openIn(plan, phase), settled)
  return { kind: problems.length > 0 ? 'unsettled' : 'right', problems }
}

/** The questions of the discovery that a clarification leaves out; those with another space or capital are the same. */
function unanswered(
  phase: Phase,
  { resolved_ambiguities: resolved }: Artifact,
  questions: readonly string[],
): string[] {
  if (phase !== 'clarification') return []
  const plain = (text: unknown) => String(text).trim().toLowerCase().replace(/\s+/g, ' ')
  const answered = new Set(recordsIn(resolved).map((one) => plain(one.original_question)))
  const isSilent = ({ human_response: said, delegated }: Artifact) => said === '' && delegated !== true
  const place = (index: number) => `resolved_ambiguities[${index}].human_response`
  return [
    ...recordsIn(resolved).flatMap((one, index) =>
      isSilent(one) ? [`${place(index)}: is empty; leave it out, with \`delegated\`, where you decided`] : [],
    ),
    ...questions.filter((one) => !answered.has(plain(one))).map((one) => `resolved_ambiguities: no answer to “${one}”`),
  ]
}

interface Named {
  readonly id: string
  readonly text: string
}

const named = (those: readonly Named[]): string[] => those.map(({ id, text }) => `${id}: ${text}`)

/** What was not answered by name, what was not asked, and answers that say nothing. */
function answerProblems(
  asked: readonly Named[],
  answers: Readonly<Record<string, string>>,
  known: readonly string[] = [],
): readonly string[] {
  const said = Object.entries(answers).map(([id, text]) => ({ id, text: text.trim() }))
  return [
    ...named(asked.filter(({ id }) => !answers[id]?.trim())),
    ...said.flatMap(({ id, text }, index) => {
      const first = said.findIndex((other) => other.text === text)
      const question = asked.find((one) => one.id === id)
      if (!question && !id.startsWith('R') && !known.includes(id)) return [`${id}: there is nothing open of that name`]
      if (isHollow(text)) return text === '' ? [] : [`${id}: ${hollowText(text, 'what was done, or seen?')}`]
      if (question?.text.trim() === text) return [`${id}: only repeats what it answers`]
      return first < index ? [`${id}: says the same as ${said[first]?.id}`] : []
    }),
  ]
}

/** @returns what is wrong with a review: it says what it saw of each point of the program's list, and of each name of its brief */
export function findingProblems(
  { phase, feedback }: Plan,
  { points = [], findings = {}, reviewed }: EventPayload,
): readonly string[] {
  const asked = [...points, ...looksAt[phase].map((id) => ({ id, text: 'what was looked at, and seen?' }))]
  const sentBack = feedback.filter((one) => one.phase === phase).map(({ id }) => id)
  const wrong = answerProblems(asked, findings, sentBack)
  if (wrong.length > 0 || reviewed === undefined) return wrong
  return Object.entries(findings)
    .filter(([id, text]) => !id.startsWith('R') && !namesOf(text, reviewed))
    .map(([id, text]) => `${id}: “${text}” names nothing of it: which file, field, subtask or criterion?`)
}

/** What a piece of feedback leaves unsaid: of the developer's words a few are enough. */
export const feedbackProblems = ({ feedback = [], as }: EventPayload): readonly string[] =>
  feedback
    .filter(as === 'human' ? isIdle : isHollow)
    .map((text) => `“${text.trim()}” says nothing; what should be different?`)

/** A restart needs a reason, and a phase before which nothing is missing. */
function restartProblems(
  plan: Plan,
  { from = '', trigger = '', changes = '', preserve = [], force }: EventPayload,
): string[] {
  const start = phaseNamed(from)
  const kept = start ? preserve.flatMap((name) => phaseNamed(name) ?? []) : []
  const missing = start && !force ? jumpedOver(plan, start) : []
  const found = [
    !Object.hasOwn(triggers, trigger.toLowerCase()) && `--trigger: must be one of ${Object.keys(triggers).join(', ')}`,
    changes.trim() === '' && '--changes: say what has changed',
    !start && `--from: must be one of ${phases.join(', ')}`,
    ...preserve
      .filter((name) => !phaseNamed(name))
      .map((name) => `--preserve: there is no phase "${name}"; there is ${phases.join(', ')}`),
    ...kept.map((phase) => {
      if (start && !before(start).includes(phase)) return `--preserve: ${phase} does not come before ${start}`
      return !hasArtifact(plan, phase) && `--preserve: ${phase} has no artifact`
    }),
    missing.length > 0 &&
      `--from: ${missing.join(', ')} would be jumped over without an artifact; --force does it anyway`,
  ]
  return found.filter((problem) => problem !== false)
}
