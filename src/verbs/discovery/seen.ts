import { isThere, readText } from '../../disk/read'
import { attempt, Failure } from '../../failure/failure'
import { readArtifact } from '../../flows/discovery/artifact'
import { type IsThere, pointsOf, textsIn } from '../../flows/discovery/checks'
import { fieldNames } from '../../flows/discovery/fields'
import { artifactsIn, revisionPath } from '../../flows/discovery/files'
import { reviewerIn } from '../../flows/discovery/phases'
import { type EventPayload, planIn } from '../../flows/discovery/plan'
import { carriedOutIn, isAtGoal } from '../../work/carried-out'
import type { Work } from '../../work/work'

/** What carries a verified plan out. */
export async function carriedBy(work: Work): Promise<EventPayload> {
  if (!isAtGoal(work)) return {}
  const carried = (await carriedOutIn(work.root))(work)
  return carried === undefined ? {} : { carried }
}

/** The points of the artifact that is, or is about to be, in review, and its versions that count. */
export function seenOf(work: Work, event: string, given?: string): EventPayload {
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
