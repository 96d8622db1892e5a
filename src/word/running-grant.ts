import { isGoal } from '../engine/place'
import type { Work } from '../work/work'
import { hasPassedAny, isGood } from './mark'
import type { Asking } from './pass'
import { type SessionsHere, sessionsHere, typedIn } from './sessions'
import { ownSession } from './witness'

/** @returns the sessions with a grant that this process could use: that of its host, and what the developer has typed */
export async function grantsHere({
  root,
  env,
  now,
}: Asking): Promise<{ here: SessionsHere; keys: readonly string[] } | undefined> {
  if (!hasPassedAny(root, now)) return undefined
  const here = sessionsHere(root, env)
  // Most words grant nothing: then no agent is asked which session this is.
  if (Object.values(here.all).every(({ grant }) => !grant)) return undefined
  const keys = [await ownSession(here, env), typedIn(here.top)]
  return { here, keys: keys.filter((key): key is string => key !== undefined && here.all[key]?.grant !== undefined) }
}

/**
 * Reads the developer's word for several steps of a piece of work.
 *
 * @returns how many steps it is still good for; undefined if no grant is running
 * @throws Failure as `sessionsHere` does
 */
export async function stepsGranted({ flow, saved: { current } }: Work, asking: Asking): Promise<number | undefined> {
  const { definition, words } = flow
  if (!('accio' in words) || isGoal(definition, current) || definition.errors.includes(current)) return undefined
  const { here, keys = [] } = (await grantsHere(asking)) ?? {}
  const granting = keys.map((key) => here?.all[key]).find((session) => session?.grant && session.grant.left > 0)
  return granting && isGood(Date.parse(granting.said), asking.now) ? granting.grant?.left : undefined
}

/** @returns what the developer reads while a grant is running, as Markdown */
export const grantText = (left: number): string =>
  `By your word the agent goes on, ${stepsText(left)} at most. \`spell grant --end\` ends it.`

/** @returns `one step`, `17 steps` */
export const stepsText = (count: number): string => (count === 1 ? 'one step' : `${count} steps`)
