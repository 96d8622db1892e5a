import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import { endGrants, whyOver } from './grant'
import type { Asking, Wanted } from './pass'
import { noWord, passedBy } from './pass'
import { forEarlier, isStillAt } from './place'
import { changeIfWritable, type Grant, type Session } from './sessions'
import { granted, idsLeft, usesIn, withUses } from './uses'
import type { Witness } from './witness'

/**
 * Uses a word up for one step, whose entry names it. Of two processes with the same word one makes its step: the file of
 * the account decides, and the lock of the work where a sandbox may not write that file.
 *
 * @throws Failure (notPossible) `no-word` if another process was quicker; as `act` does, after the word was given back
 */
export async function useWord<Context extends Asking, T>(
  wanted: Wanted,
  { here, key, session: { id, grant }, session, word: kept, source }: Witness,
  ctx: Context,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { word, work } = wanted
  const found = usesIn(ctx.root, [id])
  if (source === granted && grant) await refuseOver(wanted, grant, found, ctx)
  let [use] = idsLeft(session, kept, found)
  await change((now) => {
    use = now.id === id ? idsLeft(now, kept, found)[0] : undefined
    return use === undefined ? undefined : withUses(boundTo(now, work), [...found, use])
  })
  const said = use
  if (said === undefined) throw noWord(word, another)
  try {
    const passed = { ...(await passedBy(source, wanted, ctx)), said }
    return await act({ ...ctx, passed, held: refuseUsed })
  } catch (error) {
    await change((now) => ({ ...now, uses: now.uses.filter((each) => each !== said) }))
    throw error
  }

  function change(to: (session: Session) => Session | undefined): Promise<boolean> {
    return changeIfWritable(here, key, ctx.now, (now) => now && to(now))
  }

  function refuseUsed(now: Work): void {
    if (usesIn(ctx.root, [id]).includes(said ?? '')) throw noWord(word, another)
    if (work && !isStillAt(session, now)) throw noWord(word, forEarlier)
  }
}

const another = 'Another step has used this word.'

/** @param found what has used it or its word; throws Failure `no-word` if a grant is over, which ends it */
async function refuseOver({ word, work }: Wanted, grant: Grant, found: readonly string[], ctx: Asking): Promise<void> {
  if (!work) return
  // Where a sandbox could not keep which piece of work the grant is for, its steps say that.
  const isOther = !grant.work && found.length > 0 && !work.saved.history.some(({ said = '' }) => found.includes(said))
  const why = isOther ? 'it was said for another piece of work' : await whyOver(work, grant, ctx)
  if (!why) return
  await endGrants(ctx)
  throw noWord(word, `The developer's word for several steps has ended: ${why}. They can say it again.`)
}

/** A grant is for the piece of work that its first step is made in. */
const boundTo = (session: Session, work: Work | undefined): Session => {
  const id = work && idOf(work)
  return id === undefined || !session.grant ? session : { ...session, grant: { work: id, ...session.grant } }
}
