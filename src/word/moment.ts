import type { Environment } from '../disk/environment'
import { randomDigits } from '../disk/random-digits'
import { attemptAsync, Failure } from '../text/failure'
import { isSettlement } from '../work/history/history-line'
import { idOf, lastEntryIn } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { Session } from './sessions'
import { homesIn } from './uses'

/** When and where a message was heard. */
export interface Moment {
  /** A random one, of the message. */
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly time: string
  /** The top of the worktree. */
  readonly top: string
  /** By the id of each piece of work here: the digest of its last entry. */
  readonly at: Readonly<Record<string, string>>
  /** Who has written it, as git knows them; absent where nobody is counted. */
  readonly person?: string
}

/** @param top of the worktree */
export const momentIn = (root: string, top: string, now: Date): Moment => ({
  id: randomDigits(16),
  time: now.toISOString(),
  top,
  at: Object.fromEntries(
    homesIn(root).flatMap((folder) => {
      const last = lastEntryIn(root, folder)
      return last ? [last] : []
    }),
  ),
})

/**
 * Whether a piece of work stands where it stood when words were said, but for steps that they, or no word, let happen.
 * Of work that was not here then only what is newer than the words counts. Pure, but for what `work` reads.
 */
export function isStillAt({ id, at, said }: Session, work: Work): boolean {
  const { history } = work.saved
  const place = at[idOf(work) ?? '']
  const index = place === undefined ? -1 : history.findLastIndex(({ digest }) => digest === place)
  if (place !== undefined && index < 0) return false
  return history
    .slice(index + 1)
    .every(
      (line) =>
        line.said?.startsWith(`${id}.`) ||
        (line.word === undefined && !isSettlement(line)) ||
        (place === undefined && Date.parse(line.timestamp) < Date.parse(said)),
    )
}

export const forEarlier = 'The word was said for an earlier step: this work has gone on since.'

/**
 * @param own the words of the repository's workflows, which alone count people
 * @returns who says a word, as git knows them, empty if it knows nobody; nothing where nobody is counted
 */
export async function personIn(
  root: string,
  env: Environment,
  own: ReadonlyMap<string, unknown>,
): Promise<Pick<Moment, 'person'>> {
  if (own.size === 0) return {}
  const { personHere } = await import('../git/person')
  const person = await attemptAsync(() => personHere(root, env))
  return { person: person instanceof Failure ? '' : person }
}
