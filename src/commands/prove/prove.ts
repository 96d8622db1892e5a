import { wordingOf } from '../../cast/answer/words-here'
import type { ChosenWork } from '../../cast/chosen-work'
import type { CommandContext, Output } from '../../cli/command'
import { clock } from '../../cli/edge'
import { progressOn } from '../../cli/progress'
import { provingPath } from '../../disk/local'
import type { Lock } from '../../disk/lock/lock'
import { type Git, openGit } from '../../git/git'
import { agentIn } from '../../install/agents/detect'
import { type BoundCommand, waitingIn, waitingText } from '../../proof/consent/bound-command'
import { lapsed } from '../../proof/consent/consent'
import { allowCommand, speakingOf } from '../../proof/consent/current-commands'
import { keepResult, mostNamedFiles } from '../../proof/keep-result'
import { filesNamed, unknownToGit } from '../../proof/named-files'
import { CalledOff, type CommandResult, type Ran, runItem } from '../../proof/run-item'
import { recordsOf, type Snapshot, takeSnapshot } from '../../proof/snapshot'
import { listenForStop } from '../../proof/stop-request'
import {
  chosenOf,
  isSamePlan,
  lookAt,
  numbered,
  ofNumbers,
  type StandingItem,
  type WorkHere,
} from '../../proof/work-here'
import { exit, Failure } from '../../text/failure'
import type { WordContext } from '../../word/permission'
import { settingsOf } from '../../work/settings/settings'
import { change, withLock } from '../../work/writing'
import type { ProofSettings } from '../../workflow/criteria/proofs-now'
import { askConsent, notAllowed } from './ask-consent'
import { type News, newsOf } from './news'
import { earlyText, staleText } from './passed-otherwise'
import { proveList } from './prove-list'
import { proveOutput } from './prove-output'

type ProveContext = CommandContext<{ readonly list?: true; readonly all?: true; readonly wait?: string }>

export interface Proving {
  readonly work: WorkHere
  /** Those that were to be proven, with where they are now. */
  readonly chosen: readonly StandingItem[]
  readonly results: readonly CommandResult[]
  /** Why some are stale; empty if none is. */
  readonly stale: string
  /** What has passed before any work, as a sentence; empty if nothing has. */
  readonly early: string
  /** What was changed of the criteria, and no word has agreed to; absent without any. */
  readonly news?: News | undefined
}

/**
 * Runs the commands of a piece of work, keeps a proof of each that ran, and ticks and opens boxes by them. The
 * developer is asked before a command runs for the first time.
 *
 * @param words the numbers or ids of criteria that were typed
 * @throws Failure (notPossible) `no-plan`, `no-commands`, `not-allowed`, `not-agreed`, `files-hidden`; (usage)
 *   `unknown-number`; (unreadable) `proofs-broken`, before anything runs; (busy) if another prove is running here, or if it
 *   was called off
 */
export async function prove(cli: ProveContext, words: readonly string[], meant: ChosenWork): Promise<Output> {
  const { list, all } = cli.options
  const { work: opened, ctx } = meant
  const { command } = speakingOf(opened.flow)
  if (list && all) throw new Failure(exit.usage, 'usage', 'Give --list or --all, not both.', `${command} --list`)
  const { root, env, wait, waiting, signal } = ctx
  const settings = await settingsOf(ctx)
  const { proof } = settings
  const look = () => lookAt(opened.reread(), openGit(root, env), proof)
  if (list) {
    const seen = await look()
    return proveList(seen, words.length > 0 ? numbered(seen, words) : seen.items, proof, env)
  }
  const progress = await progressOn(cli)
  const act = async ({ renew }: Lock) => {
    const beat = setInterval(() => renew(clock.now()), beatMs)
    try {
      const seen = await look()
      // What ran then could not be kept.
      if (seen.broken) throw seen.broken
      const numbers = chosenOf(seen, words, all === true).map(({ number }) => number)
      const wasAsked = await consent(cli, seen, ofNumbers(seen.items, numbers), { ...ctx, now: clock.now() })
      const results: CommandResult[] = []
      const asked = wasAsked ? await look() : seen
      const obeyed = { cli, proof, progress, wait, results }
      const ran = await obeying(cli.client?.signal, (abort) => run(asked, numbers, { ...obeyed, abort }))
      const { here, git } = ran
      // Of another plan, or none, the numbers would say something else.
      const { consents } = asked
      const isGone = here.plan === undefined && asked.items.some(({ isAlways }) => !isAlways)
      const after = isGone ? asked : await lookAt(ran.work, git, proof, { here, consents })
      const work = isSamePlan(asked, after) ? after : asked
      const now = clock.now()
      const news = await newsOf(work, { ...ctx, now }, cli.options.for)
      const told = { results, news, stale: await staleText(work, git), early: await earlyText(work, git) }
      const output = proveOutput({ work, chosen: ofNumbers(work.items, numbers), ...told }, cli.options.for)
      return { ...output, words: await wordingOf(settings) }
    } finally {
      clearInterval(beat)
    }
  }
  try {
    return await withLock(root, 'prove', { now: clock.now(), wait, waiting, signal }, act, provingPath)
  } catch (error) {
    if (!(error instanceof CalledOff)) throw error
    progress.end()
    // Everything is cleared away by now, so the signal may end this process; a server ends by itself.
    if (error.by && !cli.client) process.kill(process.pid, error.by)
    throw new Failure(exit.busy, 'called-off', 'It was called off; what has run by then is kept.', command)
  } finally {
    progress.end()
  }
}

/** Runs commands, from which a signal calls it off at any time. Throws CalledOff; what the signal has broken is no other error. */
async function obeying<T>(caller: AbortSignal | undefined, use: (abort: AbortSignal) => Promise<T>): Promise<T> {
  const stop = listenForStop(caller)
  try {
    const done = await use(stop.abort)
    if (stop.by()) throw new CalledOff(undefined)
    return done
  } catch (error) {
    const by = stop.by()
    throw by ? new CalledOff(by) : error
  } finally {
    stop.forget()
  }
}

/** How often the lock says that its holder is alive, in milliseconds. */
const beatMs = 15_000

/**
 * Asks the developer for what is not allowed yet. What is allowed runs in any case.
 *
 * @returns whether the developer was asked. Throws Failure (notPossible) `not-allowed` or `not-agreed` if nothing may run
 */
async function consent(
  cli: ProveContext,
  here: WorkHere,
  chosen: readonly StandingItem[],
  asking: WordContext,
): Promise<boolean> {
  const { consents, work } = here
  const waiting = waitingIn({ commands: chosen.flatMap(({ commands }) => commands) })
  if (waiting.length === 0) return false
  const asks = (await agentIn(cli.env)) === undefined && (await cli.canAsk())
  const reach = asks ? await askConsent(cli, consents, waiting, asking.now) : undefined
  const isAble = ({ commands }: StandingItem) => commands.length > 0 && waitingIn({ commands }).length === 0
  if (reach !== undefined || chosen.some(isAble)) return asks
  if (asks) throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was run.', allowCommand(work))
  const { allowingNext } = await import('../../word/with-words')
  throw notAllowed(work, chosen, waiting, await allowingNext(work, asking))
}

interface RunContext {
  readonly cli: ProveContext
  readonly proof: ProofSettings
  readonly progress: Awaited<ReturnType<typeof progressOn>>
  /** How long to wait for the lock of the work, in seconds. */
  readonly wait: number
  readonly results: CommandResult[]
  readonly abort: AbortSignal
}

/** @returns why a command must not be started, as a clause; undefined if it may */
const reasonAgainst = (root: string, bound: BoundCommand): string | undefined =>
  waitingText(bound) || lapsed(root, bound)

/** Runs items, whose numbers were chosen, as they are now. Returns the work, what is here then, and git as it was asked. */
async function run(
  { work: before, consents: { work: id }, items, here: seen }: WorkHere,
  numbers: readonly number[],
  { cli, proof, progress, wait, results, abort }: RunContext,
): Promise<Pick<WorkHere, 'work' | 'here'> & { readonly git: Git }> {
  const { root } = before
  let [work, here] = [before, seen]
  const git = openGit(work.root, cli.env)
  const look = (since: bigint) => takeSnapshot(work.reread(), git, since)
  const keep = async (item: StandingItem, result: CommandResult, files: string[]): Promise<Snapshot | undefined> => {
    here = result.here
    const named = await unknownToGit(git, files, here.trees !== undefined)
    const kept =
      named.length > mostNamedFiles
        ? `it names ${named.length} files that git does not track, and ${mostNamedFiles} can be kept in mind`
        : await change(work, 'prove', { now: clock.now(), wait }, async (locked, _, safe) => {
            // Without a step since, what was read after the command ran is still so.
            const { plan, proofs } = result.here
            const now = locked.beside(locked === work ? { ...(locked.flow.plan && { plan }), proofs } : {})
            return keepResult(now, item, result, { id, named, isCi: Boolean(cli.env.CI), now: clock.now(), safe })
          })
    const isRefused = typeof kept === 'string'
    const told: CommandResult = isRefused ? { ...result, verdict: 'changed', because: [kept] } : result
    results.push(told)
    if (result.run && !result.isShared) progress.ended(told)
    work = isRefused ? work.reread() : kept
    here = { ...here, ...recordsOf(work) }
    return isRefused ? undefined : here
  }
  const chosen = ofNumbers(items, numbers)
  const asked = chosen.flatMap(({ commands }) => commands.map(({ command }) => command))
  const ran: Ran = new Map()
  for (const item of chosen) {
    const files = item.commands.map(({ command }) => filesNamed(work, command))
    await runItem(item, here, {
      work,
      ran,
      asked,
      env: cli.env,
      within: proof.within,
      ticks: clock.ticks,
      reasonAgainst: (index) => item.commands[index] && reasonAgainst(root, item.commands[index]),
      look,
      now: clock.now,
      abort,
      onStart: progress.started,
      onResult: (result) => keep(item, result, files[result.index] ?? []),
    })
  }
  return { work, here, git }
}
