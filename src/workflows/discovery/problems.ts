import { triggers } from '../../../templates/discovery/workflow.yaml'
import type { Context, Facts } from '../../engine/definition'
import { codeSpan } from '../../text/markdown/code'
import { withLines } from '../../workflow/artifacts/form'
import { unsaidIn as leftUnsaid, textsAt } from '../../workflow/artifacts/rules'
import { cannotFail } from '../../workflow/criteria/weak-expectation'
import { type Answers, answerMistakes, type Finding, isUnchanged, stillOpen } from '../../workflow/findings/finding'
import { isHollow, isIdle, namesOf } from '../../workflow/hollow'
import type { Settings } from '../../workflow/settings'
import type { Probe } from '../../workflow/transition'
import { type Artifact, readArtifact, recordsIn, schemas } from './artifact'
import { criterionIn } from './coverage'
import {
  before,
  fresh,
  type HandedIn,
  hasArtifact,
  jumpedOver,
  looksAt,
  openIn,
  type Phase,
  type Plan,
  type PlanPayload,
  phaseNamed,
  phases,
  planIn,
  type Restarted,
  type Reviewed,
  reviewerIn,
  type Seen,
} from './plan'

/** The facts of a plan and a payload. Without a payload they are those of a valid one, by whose turn it is. */
export function facts(_: Probe, __: Settings, context: Context, given?: PlanPayload, state = ''): Facts {
  const plan = planIn(context)
  const isWrong = given !== undefined && problems(context, given).length > 0
  const { context_store: store, revisions } = plan ?? fresh
  // Few files are touched, and nothing is integrated.
  const simple = store.complexity_assessment === 'LOW' && Number(store.file_count) <= 3 && store.integration_count === 0
  return {
    started: plan !== undefined,
    artifact: given?.text !== undefined && plan ? artifactProblems(plan, given).kind : 'right',
    restart: given?.from !== undefined && isWrong ? 'wrong' : 'right',
    feedback: given === undefined || ((given.feedback ?? []).length > 0 && feedbackProblems(given).length === 0),
    as: (given ? given.as : reviewerIn(state)) ?? 'ai',
    autonomous: plan?.autonomous_mode ?? false,
    // By default the mode is toggled.
    switch: (given?.on ?? plan?.autonomous_mode === false) ? 'on' : 'off',
    ready: store.ready !== false,
    simple,
    findings: given?.points !== undefined && isWrong ? 'missing' : 'all',
    // The developer may still jump ahead.
    untouched:
      plan !== undefined &&
      given?.force !== true &&
      Object.keys(revisions).length === 0 &&
      !phases.some((one) => hasArtifact(plan, one)),
  }
}

/** @returns all mistakes in a payload with their places; none if it is valid */
export function problems(context: Context, given: PlanPayload): readonly string[] {
  const plan = planIn(context)
  if (!plan) return []
  if (given.text !== undefined) return artifactProblems(plan, given).problems
  if (given.feedback !== undefined) return feedbackProblems(given)
  if (given.points !== undefined) return findingProblems(plan, given)
  return given.from === undefined ? [] : restartProblems(plan, given)
}

interface ArtifactProblems {
  /** The value of the fact. */
  readonly kind: 'right' | 'wrong' | 'unchanged' | 'unsettled'
  readonly problems: readonly string[]
}

/** Why an artifact is not taken: it is wrong, or is what was sent back, or does not settle by name what is open. */
export function artifactProblems(
  plan: Plan,
  { text = '', versions = {}, settled = {}, questions = [] }: HandedIn & Seen,
): ArtifactProblems {
  const { phase } = plan
  const { artifact, problems: wrong, lineOf } = readArtifact(phase, text)
  if (!artifact) return { kind: 'wrong', problems: wrong }
  const unsaid = [
    ...leftUnsaid(schemas[phase], artifact, (text) => criterionIn(text).text),
    ...unanswered(phase, artifact, questions),
    ...unfailingIn(artifact),
  ]
  if (unsaid.length > 0) return { kind: 'wrong', problems: withLines(unsaid, lineOf) }
  const isNow = (version = '') => isUnchanged(readArtifact(phase, version).artifact, artifact)
  const back = plan.feedback.filter((one) => one.phase === phase && isNow(versions[one.revision]))
  if (back.length > 0) return { kind: 'unchanged', problems: back.map(({ id, text }) => `${id}: ${text}`) }
  const problems = answerProblems(openIn(plan, phase).map(asFinding), settled)
  return { kind: problems.length > 0 ? 'unsettled' : 'right', problems }
}

/** The commands of a plan that end well whatever is done, each with its place */
export const unfailingIn = (artifact: Artifact): readonly string[] =>
  [
    ...textsAt(artifact, 'subtasks[].verify'),
    ...textsAt(artifact, 'subtasks[].acceptance_criteria[]').map(({ place, text }) => ({
      place,
      text: criterionIn(text).verify,
    })),
  ].flatMap(({ place, text }) => {
    const how = codeSpan(text.trim()) ?? text.trim()
    const help = 'name one that fails without the work, or how to look at it'
    return cannotFail(how) ? [`${place}: \`${how}\` cannot fail, so it shows nothing; ${help}`] : []
  })

/** The questions of the discovery that a clarification leaves out; those with another space or capital are the same. */
function unanswered(phase: Phase, artifact: Artifact, questions: readonly string[]): string[] {
  if (phase !== 'clarification') return []
  const resolved = recordsIn(artifact.resolved_ambiguities)
  const plain = (text: unknown) => String(text).trim().toLowerCase().replace(/\s+/g, ' ')
  const answered = new Set(resolved.map((one) => plain(one.original_question)))
  return [
    ...resolved.flatMap(({ human_response: said, delegated }, index) =>
      said === '' && delegated !== true
        ? `resolved_ambiguities[${index}].human_response: is empty; leave it out, with \`delegated\`, where you decided`
        : [],
    ),
    ...questions.filter((one) => !answered.has(plain(one))).map((one) => `resolved_ambiguities: no answer to “${one}”`),
  ]
}

const asFinding = ({ id, text }: { readonly id: string; readonly text: string }): Finding => ({ name: id, text })

/** What was not answered by name, and what is wrong with the answers; a reviewer may have found more: R1 … */
const answerProblems = (asked: readonly Finding[], answers: Answers, known: readonly string[] = []) => [
  ...stillOpen(asked, answers).map(({ name, text }) => `${name}: ${text}`),
  ...answerMistakes(asked, answers, { isFree: (name) => name.startsWith('R') || known.includes(name), isOwn: true }),
]

/** A review says what it saw of each point of the program's list, and of each name of its brief. */
export function findingProblems(
  { phase, feedback }: Plan,
  { points = [], findings = {}, reviewed }: Reviewed & Seen,
): readonly string[] {
  const brief = looksAt[phase].map((name) => ({ name, text: 'what was looked at, and seen?' }))
  const sentBack = feedback.filter((one) => one.phase === phase).map(({ id }) => id)
  const wrong = answerProblems([...points.map(asFinding), ...brief], findings, sentBack)
  if (wrong.length > 0 || reviewed === undefined) return wrong
  return Object.entries(findings)
    .filter(([id, text]) => !id.startsWith('R') && !namesOf(text, reviewed))
    .map(([id, text]) => `${id}: “${text}” names nothing of it: which file, field, subtask or criterion?`)
}

/** What a piece of feedback leaves unsaid: of the developer's words a few are enough. */
export const feedbackProblems = ({ feedback = [], as }: Reviewed): readonly string[] =>
  feedback
    .filter(as === 'human' ? isIdle : isHollow)
    .map((text) => `“${text.trim()}” says nothing; what should be different?`)

/** A restart needs a reason, and a phase before which nothing is missing. */
function restartProblems(
  plan: Plan,
  { from = '', trigger = '', changes = '', preserve = [], force }: Restarted,
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
