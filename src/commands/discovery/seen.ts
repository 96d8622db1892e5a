import { isThere, readText } from '../../disk/read'
import { attempt, Failure } from '../../text/failure'
import { carriedOutIn, isAtGoal } from '../../work/carried-out'
import type { Work } from '../../work/work'
import { readArtifact, schemas, textsIn } from '../../workflows/discovery/artifact'
import { type IsThere, pointsOf } from '../../workflows/discovery/checks'
import { artifactsIn, revisionPath } from '../../workflows/discovery/files'
import { planIn, reviewerIn, type Seen } from '../../workflows/discovery/plan'

/** What carries a verified plan out. */
export async function carriedBy(work: Work): Promise<Seen> {
  const carried = isAtGoal(work) ? (await carriedOutIn(work.root))(work) : undefined
  return carried === undefined ? {} : { carried }
}

/** The points of the artifact that is, or is about to be, in review, and its versions that count. */
export function seenOf(work: Work, event: string, given?: string): Seen {
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
export const isThereIn =
  (root: string): IsThere =>
  (path) =>
    !isOfHere.test(path) || isThere(root, path)

/** A path inside the repository; of others, and of patterns, nothing is looked up. */
const isOfHere = /^(?![~/\\]|[A-Za-z]:|.*\.\.)[^*?<>{}\s]+$/
