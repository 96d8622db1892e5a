import { hasPassed } from './mark'
import type { Asking } from './pass'
import { changeSession, type SessionsHere, sessionsHere, typedIn } from './sessions'
import { ownSession } from './witness'

/** @returns the sessions with a grant that this process could use: that of its host, and what the developer has typed */
export async function grantsHere({
  root,
  env,
  now,
}: Asking): Promise<{ here: SessionsHere; keys: readonly string[] } | undefined> {
  if (!hasPassed(root, 'host', now) && !hasPassed(root, 'typed', now)) return undefined
  const here = sessionsHere(root, env)
  const keys = [await ownSession(here, env), typedIn(here.top)]
  return { here, keys: keys.filter((key): key is string => key !== undefined && here.all[key]?.grant !== undefined) }
}

/** Ends the grants that this process could use. Returns how many there were; throws Failure as `changeSession` does. */
export async function endGrants(asking: Asking): Promise<number> {
  const found = await grantsHere(asking)
  if (!found) return 0
  for (const key of found.keys)
    await changeSession(found.here, key, asking.now, (session) => {
      if (!session?.grant) return undefined
      const { grant: _, ...others } = session
      return others
    })
  return found.keys.length
}
