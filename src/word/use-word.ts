import { idOf } from '../work/history/work-id'
import { endGrants, whyOver } from './grant'
import type { Asking, Wanted } from './pass'
import { noWord, passedBy } from './pass'
import { changeSession, type Grant, type Session } from './sessions'
import type { Witness } from './witness'

/**
 * Uses a word up for one step. Of two processes with the same word one makes its step.
 *
 * @throws Failure (notPossible) `no-word` if another process was quicker; as `act` does, after the word was given back
 */
export async function useWord<Context extends Asking, T>(
  wanted: Wanted,
  { here, key, session: { grant }, word: said, source }: Witness,
  ctx: Context,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { word } = wanted
  if (source === 'granted' && grant) await refuseOver(wanted, grant, ctx)
  const isLeft = await count(-1)
  if (!isLeft) throw noWord(word, 'Another step has used this word.')
  try {
    return await act({ ...ctx, passed: await passedBy(source, wanted, ctx) })
  } catch (error) {
    await count(1)
    throw error
  }

  async function count(by: number): Promise<boolean> {
    let changed: Session | undefined
    await changeSession(here, key, ctx.now, (session) => {
      changed = session && counted(session, { ...wanted, word: said }, source, by)
      return changed
    })
    return changed !== undefined
  }
}

/** @throws Failure `no-word` if a grant is over, which ends it */
async function refuseOver({ word, work }: Wanted, grant: Grant, ctx: Asking): Promise<void> {
  const why = work && (await whyOver(work, grant, ctx))
  if (!why) return
  await endGrants(ctx)
  throw noWord(word, `The developer's word for several steps has ended: ${why}. They can say it again.`)
}

/** @returns the session with one word, or one granted step, less or more; undefined if none is left */
function counted(session: Session, { word, work }: Wanted, source: Witness['source'], by: number): Session | undefined {
  const { words } = session
  const id = work && idOf(work)
  // A grant is for the piece of work that its first step is made in.
  const grant = session.grant && { ...(id !== undefined && { work: id }), ...session.grant }
  if (source === 'granted') {
    const left = (grant?.left ?? 0) + by
    return grant && left >= 0 ? { ...session, grant: { ...grant, left } } : undefined
  }
  const left = (words[word] ?? 0) + by
  return left >= 0 ? { ...session, words: { ...words, [word]: left }, ...(grant && { grant }) } : undefined
}
