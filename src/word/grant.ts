import { isGoal } from '../engine/place'
import { waitingIn } from '../proof/consent/bound-command'
import { proofsOf } from '../proof/status/proofs'
import { beginningOf, inline } from '../text/markdown-parts'
import { agreedIn } from '../work/history/agreed'
import { knownIn } from '../work/known'
import { proofLogOf } from '../work/proof-log'
import { settingsOf } from '../work/settings/settings'
import type { Work } from '../work/work'
import type { Standing } from '../workflow/criteria/counts'
import type { PlannedCriterion } from '../workflow/criteria/criterion'
import { type Identity, isOf } from '../workflow/criteria/status'
import { agent, type Turn, you } from '../workflow/turn'
import { changesSince, type PlanChanges } from './changes'
import { isGood, messageSources } from './message-sources'
import { isStillAt } from './moment'
import type { WordContext } from './permission'
import { type Proposal, proposalOf } from './proposal'
import { changeIfWritable, type SessionsHere, sessionsHere, typedIn } from './sessions'
import { granted, idsLeft, isGrantFor } from './uses'
import { ownSession } from './which-session'

/**
 * @param work if given, grants for other pieces of work are left out
 * @returns the sessions with a grant that this process could use: that of its host, and what the developer has typed
 */
export async function grantsHere(
  asking: WordContext,
  work?: Work,
): Promise<{ here: SessionsHere; keys: readonly string[] } | undefined> {
  if (messageSources(asking).length === 0) return undefined
  const { root, env } = asking
  const here = sessionsHere(root, env)
  // Most words grant nothing: then no agent is asked which session this is.
  if (Object.values(here.all).every(({ grant }) => !grant)) return undefined
  const keys = [await ownSession(here, env), typedIn(here.top)]
  const isGranting = (key: string | undefined): key is string => {
    const session = key === undefined ? undefined : here.all[key]
    return session?.grant !== undefined && (!work || isGrantFor(session, work))
  }
  return { here, keys: keys.filter(isGranting) }
}

/**
 * Reads the developer's word for several steps of a piece of work.
 *
 * @returns how many steps it is still good for; undefined if no grant is running
 */
export const stepsGranted = async (work: Work, asking: WordContext): Promise<number | undefined> =>
  (await grantFor(work, asking))?.left

/** @returns the same; undefined, too, if the next step would be refused: one that the word itself makes is not */
export async function stepsGoingOn(work: Work, asking: WordContext): Promise<number | undefined> {
  const found = await grantFor(work, asking)
  return found && (found.hasWord || !(await whyOver(work, asking, found.said))) ? found.left : undefined
}

/** @returns who acts next while a grant is running: the developer, if the agent has stopped; undefined without one */
export async function turnGranted(work: Work, asking: WordContext): Promise<Turn | undefined> {
  const found = await grantFor(work, asking)
  if (!found) return undefined
  const { left, hasStopped } = found
  return hasStopped ? you('answer the agent') : { ...agent(goingOn(left)), short: 'going on by your word' }
}

async function grantFor(work: Work, asking: WordContext) {
  const { definition, words } = work.flow
  const { current } = work.saved
  if (!('accio' in words) || isGoal(definition, current) || definition.errors.includes(current)) return undefined
  // There a question of spell waits for its answer.
  if (definition.rows.some(({ kind, to }) => kind === 'confirm' && to === current)) return undefined
  const { here, keys = [] } = (await grantsHere(asking, work)) ?? {}
  const granting = keys.map((key) => here?.all[key]).find((session) => session?.grant)
  if (!granting || !isGood(Date.parse(granting.said), asking.now) || !isStillAt(granting, work)) return undefined
  // A grant is for one piece of work, so its own history says what is used.
  const used = work.saved.history.flatMap(({ said }) => said ?? [])
  const left = idsLeft(granting, granted, used).length
  const hasWord = idsLeft(granting, 'accio', used).length > 0
  const { said, message } = granting
  return left === 0 ? undefined : { left, hasWord, said, hasStopped: message?.isOver === true }
}

/** @returns what the agent is doing while a grant is running */
export const goingOn = (left: number): string =>
  `going on by your word, ${stepsText(left)} at most; say “wait” to end that`

/** @returns `one step`, `17 steps` */
export const stepsText = (count: number): string => (count === 1 ? 'one step' : `${count} steps`)

/**
 * Ends the grants that this process could use, of a piece of work or of all. Returns how many there were; throws Failure
 * as `changeIfWritable` does.
 */
export async function endGrants(asking: WordContext, work?: Work): Promise<number> {
  const found = await grantsHere(asking, work)
  if (!found) return 0
  for (const key of found.keys)
    await changeIfWritable(found.here, key, asking.now, (session) => {
      if (!session?.grant) return undefined
      const { grant: _, ...others } = session
      return others
    })
  return found.keys.length
}

/**
 * Finds out whether a grant is over before the next step.
 *
 * @param said when it was said, ISO 8601 in UTC: what had failed before, the developer could know
 * @returns the reason, as a clause; undefined if it is not
 * @throws Failure as `proposalOf` and `proofsOf` do
 */
export async function whyOver(work: Work, asking: WordContext, said: string): Promise<string | undefined> {
  const { flow, saved } = work
  if (isGoal(flow.definition, saved.current)) return 'the work is complete'
  const proposal = await proposalOf(work, asking.env)
  const news = changesSince(agreedIn(saved.history, flow), proposal)
  const waiting = notAllowed(proposal)
  if (waiting) return waiting
  const asked = news && whatIsNew(news)
  if (asked) return asked
  const proofs = await proofsOf(work, ['accio'], await settingsOf(asking), asking.env)
  const standings = proofs?.standings ?? []
  const criteria = proposal.plan?.criteria ?? []
  const failed = failedSince(work, standings, criteria, Date.parse(said))
  if (failed > 0) return `the command of criterion ${failed} has failed`
  const isStale = criteria.some(({ ticked }, index) => ticked && standings[index] === 'stale')
  return isStale ? 'the result of a ticked criterion is out of date' : undefined
}

/** @returns that a command of the plan waits for the developer, as a clause */
export function notAllowed(proposal: Proposal): string | undefined {
  const [waiting] = waitingIn(proposal)
  if (!waiting) return undefined
  const number = (proposal.plan?.criteria ?? []).findIndex(({ text }) => text === waiting.criterion) + 1
  return `${number > 0 ? `the command of criterion ${number}` : 'a command'} is not allowed yet`
}

/** @returns the number of a criterion whose command has failed since; 0 without. A red that is asked for leaves its criterion open */
function failedSince(
  work: Work,
  standings: readonly Standing[],
  criteria: readonly PlannedCriterion[],
  since: number,
): number {
  const failed = proofLogOf(work).proofs.filter(
    ({ outcome, time }) => outcome !== 'passed' && Date.parse(time) >= since,
  )
  const hasFailed = (known: Identity) => failed.some((run) => isOf(known, run))
  return knownIn(criteria).findIndex((known, index) => standings[index] === 'failed' && hasFailed(known)) + 1
}

/** @returns what the developer has not agreed to, as a clause. A box that was ticked is no such news: its work was granted. */
function whatIsNew({ added, reworded, dropped, otherCommands, open }: PlanChanges): string | undefined {
  const [first, ...others] = [...added, ...reworded, ...otherCommands, ...open.map(({ text }) => text)]
  if (first === undefined) return dropped > 0 ? 'a criterion is gone' : undefined
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `something is new: “${beginningOf(inline(first), mostNamed)}”${more}`
}

/** The most characters of a new criterion that a refusal names. */
const mostNamed = 80
