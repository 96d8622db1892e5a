import { join } from 'node:path'
import type { SaidNow } from '../cli/command'
import type { Payload } from '../engine/definition'
import { gitFolderOf, readTrimmed } from '../git/head'
import { exit, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { capital, inline } from '../text/markdown-parts'
import type { HistoryLine, WordSource } from '../work/history/history-line'
import { type SettingsSource, settingsOf, settingsPath } from '../work/settings/settings'
import type { LineSource } from '../work/state/commit'
import type { Work } from '../work/work'
import { isSeen, wordFor } from '../workflow/event-words'
import type { Settings } from '../workflow/settings'
import { spellNamed } from '../workflows/engineer/spells'
import { type CloneSeen, messageSources } from './message-sources'
import type { SessionWithWord } from './which-session'

/** What a step knows of the one who asks for it. */
export interface WordContext extends SettingsSource, Pick<LineSource, 'now' | 'passed'> {
  /** What is seen of the clone, once, by what is asked several times. */
  readonly clone?: () => CloneSeen
  /** The developer's message, if that is being cast. */
  readonly said?: SaidNow
  /** Called once the lock is held, with the work as it is then; what it throws refuses the step. */
  readonly held?: (work: Work) => void
  /** Whether the developer has typed the command; absent if there is no terminal. */
  readonly isTyped?: () => Promise<boolean>
  /** Whether the developer may have typed it with a pipe, in which nobody can be asked. */
  readonly isPiped?: () => Promise<boolean>
}

/** A word, and the piece of work that it is said for; absent for what concerns all of them. */
export interface WantedWord {
  readonly word: string
  readonly work?: Work
  /** The time of what the word answers to, ISO 8601: said before that, it does not count. */
  readonly since?: string
  /** Whether it agrees to what was shown: Accio does, and what a workflow of the repository says so of. */
  readonly isAgreeing?: boolean
  /** Who makes the step, where people are counted: the word of another does not count. */
  readonly person?: string
}

/** @returns the word that an event takes for a piece of work, given the rows that answer; undefined if it takes none */
export function wantedFor(
  work: Work,
  event: string,
  payload: Payload | undefined,
  rows: readonly string[],
): WantedWord | undefined {
  const word = wordFor(work.flow.words, event, payload, rows)
  if (!word) return undefined
  // A word that depends on what is decided answers to what the last step has shown.
  const since = typeof work.flow.words[event] === 'function' ? work.saved.history.at(-1)?.timestamp : undefined
  const { person } = payload ?? {}
  return {
    word,
    work,
    isAgreeing: work.flow.agreement?.isBy(event, rows) ?? false,
    ...(typeof person === 'string' && { person }),
    ...(since !== undefined && { since }),
  }
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
export async function withWord<Context extends WordContext, T>(
  wanted: WantedWord | undefined,
  ctx: Context,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!wanted) return act(ctx)
  if (await ctx.isTyped?.()) return act({ ...ctx, passed: await passedBy('typed', wanted, ctx) })
  if (ctx.said && isSaid(wanted, ctx.said.word)) {
    const { use } = ctx.said
    return act({
      ...ctx,
      passed: { ...(await passedBy('said', wanted, ctx)), ...(use !== undefined && { said: use }) },
    })
  }
  const found = await seenOrRefused(wanted, ctx)
  if (!found) return act({ ...ctx, passed: { word: 'unseen' } })
  const { useWord } = await import('./with-words')
  return useWord(wanted, found, ctx, act)
}

/** A workflow of the repository may have the plain word of a spell as one of its own. */
const isSaid = ({ word }: WantedWord, said: string): boolean => word === said || spellNamed(word) === said

/** Refuses what a command does besides its step, if the word for it is missing. Throws Failure as `withWord` does. */
export async function refuseWithoutWord(word: string, ctx: WordContext): Promise<void> {
  if (ctx.said?.word !== word && !(await ctx.isTyped?.())) await seenOrRefused({ word }, ctx)
}

/**
 * @param said when, ISO 8601 in UTC, if not now
 * @returns what the entry of a step says of a word that was seen. Throws Failure as `agreementBy` does
 */
export async function passedBy(
  source: Exclude<WordSource, 'unseen'>,
  wanted: WantedWord,
  ctx: WordContext,
  said?: string,
): Promise<Pick<HistoryLine, 'word' | 'agreed'>> {
  const isAgreeing = ctx.said?.agrees !== false && wanted.isAgreeing === true && source !== 'granted'
  const agreed = isAgreeing ? await (await import('./with-words')).agreementBy(wanted, ctx, said) : undefined
  return { word: source, ...(agreed && { agreed }) }
}

/** @returns the session with a word that was seen; undefined if there is none and none is required, otherwise throws Failure `no-word` */
async function seenOrRefused(wanted: WantedWord, asking: WordContext): Promise<SessionWithWord | undefined> {
  const sources = messageSources(asking)
  const withWords = () => import('./with-words')
  // Where no word was passed on, nothing else is loaded.
  const found = sources.length > 0 ? await (await withWords()).sessionWithWord(wanted, asking, sources) : undefined
  if (found && typeof found !== 'string') return found
  if (!(await isRequired(asking, sources.includes('host')))) return undefined
  const { whyNoWords, sessionsHere } = await withWords()
  const fault = whyNoWords(sessionsHere(asking.root, asking.env))
  const who = wanted.person === undefined ? '' : ` (${inline(wanted.person)})`
  const why = `spell has not seen ${capital(wanted.word)} from the developer${who} ${sinceWhen(wanted)}.`
  if (fault) throw noWord(wanted.word, `${why} If it was said, it could not be kept: ${fault.message}`)
  if (found) throw noWord(wanted.word, found)
  if (await asking.isPiped?.()) throw noWord(wanted.word, why, ...piped)
  throw noWord(wanted.word, why, sources.includes('host') && !isAnswer(wanted) ? castByHost : undefined)
}

/** Whether a word only goes with a command, as “freeze” and “yes” do: no hook casts it. */
const isAnswer = ({ work, word }: WantedWord): boolean =>
  work !== undefined && !work.flow.kept && !work.flow.definition.events.includes(word)

/** True of each host with a hook on messages, also of one that only keeps words. */
const castByHost =
  "It is theirs to say; here their message casts it, or keeps it. If they have just said it, the hook did not run: the folder's trust, `/hooks` in Codex, `spell doctor`."

/** @param why the word does not count, as a sentence */
export const noWord = (
  word: string,
  why: string,
  then = 'Ask the developer to say it.',
  fix = `spell say ${word}   # the developer, in a terminal; or “${word}” as a message`,
): Failure => new Failure(exit.notPossible, 'no-word', `${why} ${then}`, fix)

/** The strictest first. */
const wordSettings: readonly Settings['word'][] = ['required', 'auto', 'recorded']

/** @returns whether one setting asks for less than another */
export const isWeaker = (one: Settings['word'], other: Settings['word']): boolean =>
  wordSettings.indexOf(one) > wordSettings.indexOf(other)

/**
 * Whether a step needs a word that spell has seen: always, or, by default, where a host reports messages in this clone.
 * Of the setting that is committed and the one that is here the stricter counts, so that no edit weakens it.
 *
 * @param isReported whether a host reports here
 * @throws Failure if settings cannot be read
 */
async function isRequired(asking: WordContext, isReported: boolean): Promise<boolean> {
  const { word } = await settingsOf(asking)
  if (word === 'required') return true
  const committed = await committedWord(asking)
  const counts = isWeaker(word, committed) ? committed : word
  return counts === 'required' || (counts === 'auto' && isReported)
}

/** An agent has no terminal at either end. */
const piped: [why: string, fix: string] = [
  'Its input or its output is a pipe or a file, so it counts as started by a program.',
  'If you have typed it, type it again without the pipe.',
]

/** @returns since when a word is missing, as the end of a sentence */
function sinceWhen({ word, work, since }: WantedWord): string {
  const isUsed = work?.saved.history.some(
    ({ trigger, word: seen, about, row = '', via = [] }) =>
      isSeen(seen) && wordFor(work.flow.words, trigger.toLowerCase(), about, [row, ...via]) === word,
  )
  if (isUsed) return 'since the one that an earlier step has used'
  return since === undefined ? 'in this session' : 'since the last step'
}

/** Starting git takes as long as a whole cast, so it is asked only if it may have settings. */
async function committedWord({ root, env, clone }: WordContext): Promise<Settings['word']> {
  if (!mayBeCommitted(clone ? clone().git?.folder : gitFolderOf(root))) return 'auto'
  const [{ committedText }, { openGit }] = await Promise.all([import('../git/committed'), import('../git/git')])
  const document = fromJson((await committedText(openGit(root, env), settingsPath)) ?? '')
  const word = isRecord(document) ? document.word : undefined
  return wordSettings.find((each) => each === word) ?? 'auto'
}

const mayBeCommitted = (gitFolder: string | undefined): boolean =>
  gitFolder !== undefined && readTrimmed(join(gitFolder, 'index'))?.includes('spell.json') === true
