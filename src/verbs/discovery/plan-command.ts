import type { CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { type WorkMeant, workMeant } from '../../cli/work-meant'
import { isThere, readText } from '../../disk/read'
import { attempt, exit, Failure } from '../../failure/failure'
import { discovery } from '../../flows/discovery'
import { readArtifact } from '../../flows/discovery/artifact'
import { type IsThere, pointsOf, textsIn } from '../../flows/discovery/checks'
import { fieldNames } from '../../flows/discovery/fields'
import { artifactsIn, revisionPath } from '../../flows/discovery/files'
import { reviewerIn } from '../../flows/discovery/phases'
import { type EventPayload, type Plan, planIn } from '../../flows/discovery/plan'
import { carriedOutIn, isAtGoal } from '../../work/carried-out'
import type { InstanceKind } from '../../work/instances'
import type { Work } from '../../work/work'
import { castOn, outputOfWork } from '../instances'

export const plans: InstanceKind = { workflow: 'discovery', folder: '.ai/discovery', open: discovery, flag: '--task' }

export const taskOption = {
  key: 'task',
  flag: '--task',
  value: 'ID',
  help: 'which plan',
  fallback: 'the one in use',
} as const satisfies Option

type PlanContext = CommandContext<OptionsOf<typeof changing>>

/** The options of every command that changes something. */
export const changing = [taskOption, waitOption] as const

/** @returns the plan that is meant, and the context of a cast. Throws Failure as `workMeant` does */
export const planOf = (cli: PlanContext): Promise<WorkMeant> =>
  workMeant(cli, { workflow: 'discovery', asked: cli.options.task })

/** @returns the plan of a piece of work. Throws Failure (notPossible) `no-plan` if it was never started */
export function startedIn({ saved }: Work): Plan {
  const plan = planIn(saved.context)
  if (plan) return plan
  const message = 'No plan of this name has been started.'
  throw new Failure(exit.notPossible, 'no-plan', message, 'spell discovery start "Add CSV export"')
}

export const act = async (cli: PlanContext, event: string, brought: EventPayload): Promise<Output> =>
  actOn(await planOf(cli), cli, event, brought)

/** Casts an event on a plan, with what a look at the repository tells of its artifact. */
export async function actOn(piece: WorkMeant, cli: PlanContext, event: string, brought: EventPayload) {
  const isWorded = brought.said !== undefined || brought.changes !== undefined || brought.as === 'human'
  const seen = {
    ...seenOf(piece.work, event, brought.text),
    ...(event === 'status' && (await carriedBy(piece.work))),
    ...(isWorded && (await piece.ctx.isTyped?.()) && { typed: true }),
  }
  return outputOfWork(await castOn(piece, event, { ...brought, ...seen }), cli)
}

/** What carries a verified plan out. */
async function carriedBy(work: Work): Promise<EventPayload> {
  if (!isAtGoal(work)) return {}
  const carried = (await carriedOutIn(work.root))(work)
  return carried === undefined ? {} : { carried }
}

/** The points of the artifact that is, or is about to be, in review, and its versions that count. */
function seenOf(work: Work, event: string, given?: string): EventPayload {
  if (!['submit', 'approve', 'status'].includes(event)) return {}
  const { root } = work
  const saved = attempt(() => work.saved)
  if (saved instanceof Failure) return {}
  const plan = planIn(saved.context)
  if (!plan) return {}
  const { phase } = plan
  const stored = artifactsIn(work.folder, plan, work.probe)
  const { artifact } = given === undefined ? { artifact: stored[phase] } : readArtifact(phase, given)
  if (!artifact || (given === undefined && reviewerIn(saved.current) === undefined)) return {}
  const points = pointsOf(phase, plan, { ...stored, [phase]: artifact }, isThereIn(root))
  const version = (revision: number) => readText(root, revisionPath(work.folder, phase, revision))
  const back = plan.feedback.filter((one) => one.phase === phase).map(({ revision }) => [revision, version(revision)])
  if (event === 'submit') {
    const questions = textsIn(stored.discovery?.ambiguities_discovered, 'question')
    return { points, questions, versions: Object.fromEntries(back) }
  }
  const earlier = plan.seen[phase] === undefined ? undefined : version(plan.seen[phase])
  // Only a review by the agent has to judge them.
  const isJudged = event !== 'approve' || reviewerIn(saved.current) === 'ai'
  const reviewed = JSON.stringify([plan.title, plan.goal, plan.acceptance_criteria, stored, points, fieldNames(phase)])
  return { ...(isJudged && { points, reviewed }), ...(earlier !== undefined && { earlier }) }
}

/** @returns whether a file exists; what is no path inside the repository counts as one that does */
export const isThereIn =
  (root: string): IsThere =>
  (path) =>
    !isOfHere.test(path) || isThere(root, path)

/** A path inside the repository; of others, and of patterns, nothing is looked up. */
const isOfHere = /^(?![~/\\]|[A-Za-z]:|.*\.\.)[^*?<>{}\s]+$/

/** The longest input of a command, so that state and history stay small. In bytes. */
export const maxWordsBytes = 64 * 1024

/** @throws Failure (usage) `too-large` if the texts together are too long */
export function refuseTooLong(what: string, texts: readonly string[], fix: string): void {
  if (Buffer.byteLength(texts.join('')) <= maxWordsBytes) return
  throw new Failure(exit.usage, 'too-large', `${what} is longer than 64 KiB.`, fix)
}
