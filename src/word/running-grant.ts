import { isGoal } from '../engine/place'
import type { Turn } from '../flows/flow'
import { agent, you } from '../flows/turn'
import type { Work } from '../work/work'
import { isGood, passedHere } from './mark'
import type { Asking } from './pass'
import { isStillAt } from './place'
import { type SessionsHere, sessionsHere, typedIn } from './sessions'
import { granted, idsLeft, isGrantFor } from './uses'
import { ownSession } from './witness'

/**
 * @param work if given, grants for other pieces of work are left out
 * @returns the sessions with a grant that this process could use: that of its host, and what the developer has typed
 */
export async function grantsHere(
  { root, env, now }: Asking,
  work?: Work,
): Promise<{ here: SessionsHere; keys: readonly string[] } | undefined> {
  if (passedHere(root, now).length === 0) return undefined
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
export const stepsGranted = async (work: Work, asking: Asking): Promise<number | undefined> =>
  (await grantFor(work, asking))?.left

/** @returns who acts next while a grant is running: the developer, if the agent has stopped; undefined without one */
export async function turnGranted(work: Work, asking: Asking): Promise<Turn | undefined> {
  const found = await grantFor(work, asking)
  if (!found) return undefined
  const { left, hasStopped } = found
  return hasStopped ? you('answer the agent, which then goes on by your word, or say “wait”') : agent(goingOn(left))
}

async function grantFor(work: Work, asking: Asking) {
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
  return left === 0 ? undefined : { left, hasStopped: granting.message?.isOver === true }
}

/** @returns what the agent is doing while a grant is running */
export const goingOn = (left: number): string =>
  `going on by your word, ${stepsText(left)} at most; say “wait” to end that`

/** @returns `one step`, `17 steps` */
export const stepsText = (count: number): string => (count === 1 ? 'one step' : `${count} steps`)
