import { capital } from '../answer/markdown'
import type { Payload } from '../engine/definition'
import { exit, Failure } from '../failure/failure'
import { wordFor } from '../flows/words'
import type { Reading } from '../settings/settings'
import type { HistoryLine, WordSource } from '../work/history/history-line'
import type { LineSource } from '../work/state/commit'
import type { Work } from '../work/work'
import { type Passing, passedHere } from './mark'
import type { witnessOf } from './witness'

/** What a step knows of the one who asks for it. */
export interface Asking extends Reading, Pick<LineSource, 'now' | 'passed'> {
  /** Called once the lock is held, with the work as it is then; what it throws refuses the step. */
  readonly held?: (work: Work) => void
  /** Whether the developer has typed the command; absent if there is no terminal. */
  readonly isTyped?: () => Promise<boolean>
}

/** A word, and the piece of work that it is said for; absent for what concerns all of them. */
export interface Wanted {
  readonly word: string
  readonly work?: Work
  /** The time of what the word answers to, ISO 8601: said before that, it does not count. */
  readonly since?: string
}

/** @returns the word that an event takes for a piece of work, given the rows that answer; undefined if it takes none */
export function wantedFor(
  work: Work,
  event: string,
  payload: Payload | undefined,
  rows: readonly string[],
): Wanted | undefined {
  const word = wordFor(work.flow.words, event, payload, rows)
  if (!word) return undefined
  // A word that depends on what is decided answers to what the last step has shown.
  const since = typeof work.flow.words[event] === 'function' ? work.saved.history.at(-1)?.timestamp : undefined
  return { word, work, ...(since !== undefined && { since }) }
}

/**
 * Makes a step that takes the developer's word. The only place that asks for it, for the command line, the MCP server
 * and the library alike: before anything is written, and a word is used up by the step that it lets happen.
 *
 * @param wanted undefined if the step takes no word
 * @param act makes the step; its entry says how the word is known
 * @throws Failure (notPossible) `no-word` if a word that spell has seen is required; as `act` does, and the word is
 *   then as good as before
 */
export async function withWord<Context extends Asking, T>(
  wanted: Wanted | undefined,
  ctx: Context,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!wanted) return act(ctx)
  if (await ctx.isTyped?.()) return act({ ...ctx, passed: await passedBy('typed', wanted, ctx) })
  const passing = passedHere(ctx.root, ctx.now)
  const witness = await seenWord(wanted, ctx, passing)
  if (!witness || typeof witness === 'string') {
    await refuseUnseen(wanted, ctx, passing, witness)
    return act({ ...ctx, passed: { word: 'unseen' } })
  }
  const { useWord } = await import('./seen')
  return useWord(wanted, witness, ctx, act)
}

/** Refuses what a command does besides its step, if the word for it is missing. Throws Failure as `withWord` does. */
export async function refuseWithoutWord(word: string, ctx: Asking): Promise<void> {
  if (await ctx.isTyped?.()) return
  const passing = passedHere(ctx.root, ctx.now)
  const witness = await seenWord({ word }, ctx, passing)
  if (!witness || typeof witness === 'string') await refuseUnseen({ word }, ctx, passing, witness)
}

/** @returns what the entry of a step says of a word that was seen. Throws Failure as `agreementBy` does */
export async function passedBy(
  source: Exclude<WordSource, 'unseen'>,
  wanted: Wanted,
  ctx: Asking,
): Promise<Pick<HistoryLine, 'word' | 'agreed'>> {
  // In a workflow of the repository every word of the developer answers to what was shown.
  const isAgreeing = (wanted.word === 'accio' || wanted.work?.flow.own !== undefined) && source !== 'granted'
  const agreed = isAgreeing ? await (await import('./seen')).agreementBy(wanted, ctx) : undefined
  return { word: source, ...(agreed && { agreed }) }
}

async function seenWord(wanted: Wanted, asking: Asking, passing: readonly Passing[]): ReturnType<typeof witnessOf> {
  // Where no word was passed on, nothing else is loaded.
  if (passing.length === 0) return undefined
  return (await import('./seen')).witnessOf(wanted, asking, passing)
}

async function refuseUnseen(
  wanted: Wanted,
  asking: Asking,
  passing: readonly Passing[],
  because: string | undefined,
): Promise<void> {
  const { isRequired, sinceWhen } = await import('./required')
  if (!(await isRequired(asking, passing.includes('host')))) return
  const look = wanted.work?.flow.provable?.look
  const why = because ?? `spell has not seen ${capital(wanted.word)} from the developer ${sinceWhen(wanted)}.`
  throw noWord(wanted.word, why, look)
}

/** @param why the word does not count, as a sentence */
export const noWord = (word: string, why: string, look?: string): Failure =>
  new Failure(
    exit.notPossible,
    'no-word',
    `${why} Show the developer what you have${look ? ` (\`${look}\`)` : ''}, and ask them to say ${capital(word)}.`,
    `spell say ${word}   # the developer, in a terminal; or “${word}” as a message`,
  )
