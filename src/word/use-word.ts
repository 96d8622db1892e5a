import type { Work } from '../work/work'
import { endGrants, whyOver } from './grant'
import { forEarlier, isStillAt } from './moment'
import { noWord, passedBy, type WantedWord, type WordContext } from './permission'
import { changeIfWritable, type Session } from './sessions'
import { granted, idsLeft, isGrantFor, isSettled, usesIn, withoutUse, withUses } from './uses'
import type { SessionWithWord } from './which-session'

/**
 * Uses a word up for one step, whose entry names it. Of two processes with the same word one makes its step: the file of
 * the account decides, and the lock of the work where a sandbox may not write that file.
 *
 * @throws Failure (notPossible) `no-word` if another process was quicker; as `act` does, after the word was given back
 */
export async function useWord<Context extends WordContext, T>(
  wanted: WantedWord,
  { here, key, session, word: kept, source, found }: SessionWithWord,
  ctx: Context,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { word, work } = wanted
  if (work && source === granted) await refuseOver(word, work, isGrantFor(session, work, found) && session.said, ctx)
  let [use] = idsLeft(session, kept, found)
  await change((now) => {
    use = now?.id === session.id ? idsLeft(now, kept, found)[0] : undefined
    return now && use !== undefined ? withUses(now, [...found, use]) : undefined
  })
  const said = use
  if (said === undefined) throw noWord(word, another)
  try {
    const passed = { ...(await passedBy(source, wanted, ctx, session.said)), said }
    const made = await act({ ...ctx, passed, held: refuseUsed })
    // What had no effect has used no word.
    if (!isSettled(ctx.root, said)) await giveBack()
    return made
  } catch (error) {
    await giveBack()
    throw error
  }

  function giveBack(): Promise<boolean> {
    return change((now) => now && withoutUse(now, said))
  }

  function change(to: (session: Session | undefined) => Session | undefined): Promise<boolean> {
    return changeIfWritable(here, key, ctx.now, to)
  }

  function refuseUsed(now: Work): void {
    if (usesIn(ctx.root, [session.id]).includes(said ?? '')) throw noWord(word, another)
    if (work && !isStillAt(session, now)) throw noWord(word, forEarlier)
  }
}

const another = 'Another step has used this word.'

/** @throws Failure `no-word` if a grant is over, which ends it; `said`: when it was said, unless that was for other work */
async function refuseOver(word: string, work: Work, said: string | false, ctx: WordContext): Promise<void> {
  const why = said ? await whyOver(work, ctx, said) : 'it was said for another piece of work'
  if (!why) return
  await endGrants(ctx)
  const message = `The developer's word for several steps has ended: ${why}.`
  throw noWord(word, message, 'Tell them; they can say it again.')
}
