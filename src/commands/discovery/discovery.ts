import { triggers } from '../../../templates/discovery/workflow.yaml'
import type { Answer } from '../../cast/answer/answer'
import { answerToCommand } from '../../cast/answer-command'
import { castContextOf } from '../../cast/cast-context'
import { type ChosenWork, chosenWork } from '../../cast/chosen-work'
import { type CommandContext, documentOutput, type Output } from '../../cli/command'
import { freePath } from '../../disk/free-path'
import { isThere, readText } from '../../disk/read'
import { readHistory } from '../../show/history/history'
import { attempt, exit, Failure } from '../../text/failure'
import { fromJson } from '../../text/json'
import { code } from '../../text/markdown-parts'
import { carriedOutIn, isAtGoal } from '../../work/carried-out'
import { loadSettings } from '../../work/settings/settings'
import { refuseTampered } from '../../work/state/tampering'
import type { Work } from '../../work/work'
import { isSeen } from '../../workflow/event-words'
import { nearest } from '../../workflow/nearest'
import { slug } from '../../workflow/slug'
import { placeOf } from '../../workflow/texts'
import { readArtifact, schemas, textsIn } from '../../workflows/discovery/artifact'
import { type IsThere, pointsOf } from '../../workflows/discovery/checks'
import { archiveOf, artifactPath, artifactsIn, draftPath, revisionPath } from '../../workflows/discovery/files'
import {
  fresh,
  type Plan,
  type PlanPayload,
  phaseNamed,
  phases,
  planIn,
  type Reviewed,
  reviewerIn,
  type Seen,
  wordForms,
} from '../../workflows/discovery/plan'
import { showPlan } from '../../workflows/discovery/show'
import { entryOf } from '../../workflows/registry'
import { begin, castOn } from '../instances'
import { archiveWork } from '../new'
import type { WordArguments } from '../read-word'
import type { Parts } from '../word-commands'

const entry = entryOf('discovery')

export const parts: Parts = {
  entry,
  words: wordForms,
  naming: { key: 'task', flag: '--task', value: 'ID', help: 'which plan', fallback: 'the one in use' },
  meant: (cli: CommandContext<{ readonly task?: string }>) =>
    chosenWork(cli, { workflow: 'discovery', asked: cli.options.task }),
  async begin({ task: typed, ...given }, cli) {
    const task = slug(String(typed ?? ''))
    if (task === '') {
      const message = 'Which task? It needs a name with letters or digits.'
      throw new Failure(exit.usage, 'usage', message, 'spell discovery start "Add CSV export"')
    }
    return begin(entry, task, castContextOf(cli, 'discovery'), { title: typed, ...given, task })
  },
  say: (piece, word, given) => (word === 'stop' ? stop(piece, given) : step(piece, word, given)),
  prints: { artifact, show },
  draft: ({ folder, saved }) => draftPath(folder, (planIn(saved.context) ?? fresh).phase),
}

/** What a word takes; of `revise` both are lists. */
type StepGiven = Omit<PlanPayload, 'said'> & { readonly said?: unknown; readonly note?: unknown }

/** Casts a word, with what a look at the repository tells of the artifact. */
async function step(piece: ChosenWork, word: string, given: StepGiven) {
  if (word === 'replan' && given.from === undefined) throw noPhase(given.trigger ?? '')
  const brought: PlanPayload = word === 'revise' ? feedbackIn(given) : (given as PlanPayload)
  const isWorded = brought.said !== undefined || brought.changes !== undefined || brought.as === 'human'
  return castOn(piece, word, {
    ...brought,
    ...seenOf(piece.work, word, brought.text),
    ...(word === 'status' && (await carriedBy(piece.work))),
    ...(isWorded && (await piece.ctx.isTyped?.()) && { typed: true }),
  })
}

function feedbackIn({ said, note }: StepGiven): Reviewed {
  const [developers = [], agents = []] = [said, note] as (readonly string[])[]
  if (developers.length > 0 && agents.length > 0) {
    const message = 'Give --said, the developer’s words, or --note, the agent’s; not both.'
    throw new Failure(exit.usage, 'two-reviewers', message, 'spell discovery revise --note "…"')
  }
  return { feedback: [...developers, ...agents], as: developers.length > 0 ? 'human' : 'ai' }
}

/** The caller must name a phase; the reason suggests one. */
function noPhase(trigger: string): Failure {
  const why = trigger.toLowerCase()
  const start = Object.hasOwn(triggers, why) ? triggers[why] : 'discovery'
  const fix = `spell discovery replan --from ${start} --trigger ${trigger || 'requirements_changed'} --changes "…"`
  return new Failure(exit.usage, 'usage', `From which phase? There is ${phases.join(', ')}.`, fix)
}

/** Archives a plan with its files. Throws Failure as `archiveWork` does, and `no-plan`. */
async function stop({ work, ctx }: ChosenWork, { said }: StepGiven): Promise<Answer> {
  const { definition, folder } = work.flow
  refuseTampered(work)
  const now = work.again()
  const { task, title } = startedIn(now)
  const { current: from } = now.saved
  const settings = await loadSettings(ctx.root, ctx.env)
  const archive = await archiveWork(work, ctx, {
    verb: 'stop',
    from,
    place: (id) => freePath(ctx.root, archiveOf(task, id)),
    note: said as string | undefined,
    look: `spell discovery status --task ${task}`,
  })
  return answerToCommand(work, ctx, settings, {
    verb: 'stop',
    from,
    to: definition.initial,
    files: { created: [], kept: [], moved: [{ from: folder, to: archive }] },
    values: { task, title, where: placeOf(work.flow, from, ctx.texts).title ?? from },
    warnings: [],
  })
}

/** Prints the artifact of a phase. Throws Failure (notPossible) `no-artifact`, (usage) `unknown-phase`. */
async function artifact({ work, ctx }: ChosenWork, { phase: asked }: WordArguments): Promise<Output> {
  const plan = planIn(work.saved.context) ?? fresh
  const name = String(asked ?? plan.phase)
  const phase = phaseNamed(name)
  if (!phase) {
    const message = `There is no phase "${name}"; there is ${phases.join(', ')}.`
    throw new Failure(exit.usage, 'unknown-phase', message, `spell discovery artifact ${nearest(name, phases)[0]}`)
  }
  const path = artifactPath(work.folder, phase)
  const text = readText(ctx.root, path)
  if (text === undefined) {
    const message = `The phase ${phase} has no artifact yet: ${code(path)} is not there.`
    throw new Failure(exit.notPossible, 'no-artifact', message, 'spell discovery status')
  }
  const artifact = fromJson(text)
  if (artifact === undefined)
    throw new Failure(exit.unreadable, 'artifact-unreadable', `${path} is not JSON any more.`, 'spell doctor')
  const fields = { workflow: 'discovery', task: plan.task || null, phase, path, artifact }
  return documentOutput('artifact', true, { ...fields, stale: plan.stale.includes(phase) }, text)
}

/** Of a time, ISO 8601. */
const secondsEnd = 'YYYY-MM-DDThh:mm:ss'.length

/** Prints the whole plan as one document. Throws Failure as `startedIn` does. */
async function show({ work, ctx }: ChosenWork): Promise<Output> {
  const { current } = work.saved
  const plan = startedIn(work)
  const artifacts = artifactsIn(work.folder, plan, work.probe)
  const title = placeOf(work.flow, current, ctx.texts).title ?? current
  const { entries } = await readHistory(work)
  const words = new Set(entries.filter(({ word }) => isSeen(word)).map(({ time }) => time.slice(0, secondsEnd)))
  const isSeenAt = (time: string) => words.has(time.slice(0, secondsEnd))
  const markdown = showPlan(plan, title, artifacts, isThereIn(ctx.root), isSeenAt)
  return documentOutput('plan', true, { workflow: 'discovery', task: plan.task, plan: markdown }, markdown)
}

/** @returns the plan of a piece of work. Throws Failure (notPossible) `no-plan` if it was never started */
function startedIn({ saved }: Work): Plan {
  const plan = planIn(saved.context)
  if (plan) return plan
  const message = 'No plan of this name has been started.'
  throw new Failure(exit.notPossible, 'no-plan', message, 'spell discovery start "Add CSV export"')
}

/** What carries a verified plan out. */
async function carriedBy(work: Work): Promise<Seen> {
  const carried = isAtGoal(work) ? (await carriedOutIn(work.root))(work) : undefined
  return carried === undefined ? {} : { carried }
}

/** The points of the artifact that is, or is about to be, in review, and its versions that count. */
function seenOf(work: Work, event: string, given?: string): Seen {
  const saved = ['submit', 'approve', 'status'].includes(event) && attempt(() => work.saved)
  const plan = saved && !(saved instanceof Failure) && planIn(saved.context)
  if (!plan) return {}
  const { phase, title, goal, acceptance_criteria: criteria, seen } = plan
  const reviewer = reviewerIn(saved.current)
  const stored = artifactsIn(work.folder, plan, work.probe)
  const { artifact } = given === undefined ? { artifact: stored[phase] } : readArtifact(phase, given)
  if (!artifact || (given === undefined && reviewer === undefined)) return {}
  const points = pointsOf(phase, plan, { ...stored, [phase]: artifact }, isThereIn(work.root))
  const version = (revision: number) => readText(work.root, revisionPath(work.folder, phase, revision))
  if (event === 'submit') {
    const back = plan.feedback.filter((one) => one.phase === phase).map(({ revision }) => [revision, version(revision)])
    const questions = textsIn(stored.discovery?.ambiguities_discovered, 'question')
    return { points, questions, versions: Object.fromEntries(back) }
  }
  const earlier = seen[phase] === undefined ? undefined : version(seen[phase])
  // Only a review by the agent has to judge them.
  const isJudged = event !== 'approve' || reviewer === 'ai'
  const fields = schemas[phase].fields.map(({ key }) => key)
  const reviewed = JSON.stringify([title, goal, criteria, stored, points, fields])
  return { ...(isJudged && { points, reviewed }), ...(earlier !== undefined && { earlier }) }
}

/** @returns whether a file exists; what is no path inside the repository counts as one that does */
const isThereIn =
  (root: string): IsThere =>
  (path) =>
    !isOfHere.test(path) || isThere(root, path)

/** A path inside the repository; of others, and of patterns, nothing is looked up. */
const isOfHere = /^(?![~/\\]|[A-Za-z]:|.*\.\.)[^*?<>{}\s]+$/
