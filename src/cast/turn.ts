import type { Facts, Kind } from '../engine/definition'
import { isGoal } from '../engine/place'
import { commandsLeftOf } from '../proof/consent/left'
import { proofsOf } from '../proof/status/proofs'
import { attemptAsync, Failure } from '../text/failure'
import type { WordReport } from '../word/answer-part'
import { isSeenHere, messageSources, seeingClone } from '../word/message-sources'
import type { WordContext } from '../word/permission'
import { planOf } from '../word/plan-list'
import { areAsPlanned } from '../work/history/listed-criteria'
import type { TurnOf } from '../work/piece'
import { settingsOf } from '../work/settings/settings'
import type { FileReport } from '../work/state/plan-effects'
import type { Work } from '../work/work'
import type { ProofsNow } from '../workflow/criteria/proofs-now'
import type { Settings } from '../workflow/settings'
import type { CommandsLeft, TransitionResult, TurnInput } from '../workflow/transition'
import type { Turn } from '../workflow/turn'
import { agent, done, you } from '../workflow/turn'
import { turnLine } from './answer/turn'
import { wordingOf } from './answer/words-here'
import type { CastContext } from './cast'

/**
 * @param event for which its proofs are looked at (default: a look, which does not ask git for what they are of)
 * @returns who acts next on a piece of work as it is on disk
 * @throws Failure if it, its proofs or the settings cannot be read
 */
export async function turnOf(work: Work, given: WordContext, event = work.flow.look): Promise<Turn> {
  if (work.isArchived) return done
  const asking = { ...given, clone: seeingClone(work.root, given.now) }
  const settings = await settingsOf(asking)
  const turn = await turnNow(work, settings, asking, event)
  const words = await wordingOf(settings)
  const isSeen = messageSources(asking).includes('host')
  const agent = isSeen && (await (await import('../word/with-words')).agentOf(work, asking))
  return { ...turn, does: words(turn.does), ...(agent && { agent }) }
}

async function turnNow(work: Work, settings: Settings, asking: WordContext, event: string): Promise<Turn> {
  const { flow, probe } = work
  const { current: state, context } = work.saved
  const proofs = await proofsOf(work, [event], settings, asking.env)
  const facts = { ...flow.facts(probe, settings, context, undefined, state), ...proofs?.facts }
  const now = { state, context, facts, probe, proofs, hasTasks: hasTasks(work) }
  const isPassedOn = messageSources(asking).length > 0
  const grants = isPassedOn ? await import('../word/with-words') : undefined
  const granted = await grants?.turnGranted(work, asking)
  if (granted?.who === 'agent') return waiting(work, granted)
  const left = await commandsLeftOf(work, now, settings, asking.env, () => asking.clone?.().git)
  const mayAllow = isPassedOn && (left?.waiting ?? 0) > 0
  const isByWord = mayAllow && (await (await import('../word/with-words')).allowingNext(work, asking)).length > 0
  const usual = await turnIn(work, undefined, now, isByWord ? undefined : left, asking)
  // What the agent has asked before it stopped nobody knows; what only the developer can run is known.
  return granted && usual.command === undefined ? waiting(work, granted) : usual
}

/** Whether a task of it was archived, be it by the step that has just moved files. */
export function hasTasks({ flow, listing }: Work, moved: FileReport['moved'] = []): boolean {
  const tasks = `${flow.folder}/tasks`
  return listing.kindOf(tasks) !== undefined || moved.some(({ to }) => to.startsWith(`${tasks}/`))
}

/** Asks it of any piece of work in any worktree, each with its own settings. */
export const turnsFor =
  ({ settings: _, listing: __, ...asking }: WordContext): TurnOf =>
  (work) =>
    turnOf(work, { ...asking, root: work.root })

/**
 * @param told `open` is what is so, `facts` and `paths` what will be so once the agent has written what the answer asks for, and what it writes
 * @returns who acts next when an answer is read, and the same as its last line
 */
export async function turnReport(
  work: Work,
  ctx: WordContext,
  { turn: known, word, isStep, open, facts, paths, ...taken }: Told,
): Promise<{ readonly turn: Turn; readonly turnLine: string }> {
  const { file } = work.flow.plan ?? {}
  // What the developer types no agent has read yet.
  const isTyped = (await ctx.isTyped?.()) === true
  const isUnread = isStep && isTyped
  const isAsNow = !isStep || isUnread
  // What a plan says is in the facts.
  const written = isAsNow ? [] : paths.filter((path) => path !== file).map((path) => [path, true] as const)
  const rows = isTyped ? [] : taken.rows
  const now = {
    ...taken,
    rows,
    facts: isAsNow ? open : facts,
    probe: { ...taken.probe, ...Object.fromEntries(written) },
  }
  const goesOn = word.next === undefined ? known : agent(word.next)
  const next = await turnIn(work, goesOn, now, word.allows || word.next ? undefined : taken.commandsLeft, ctx)
  // What is to be looked at comes before what is to be done.
  const found = word.look && !word.next ? { ...next, ...word.look } : next
  const turn = isStep ? { ...found, since: ctx.now.toISOString() } : found
  const read = () => `${work.flow.entry.look(work.name, work.isOneOfSeveral)} --for ai`
  const tell = isUnread && turn.who === 'agent' ? ` Tell it to do what \`${read()}\` says.` : ''
  return { turn, turnLine: `${turnLine(turn, ctx.now)}.${tell}` }
}

interface Told extends TransitionResult {
  readonly turn: Turn | undefined
  readonly word: WordReport
  readonly isStep: boolean
  /** What is so now. */
  readonly open: Facts
  readonly facts: Facts
  readonly paths: readonly string[]
}

/** @returns who acts next, as the workflow says if it is not known better, with what only the developer can do: allow commands, commit what is done */
async function turnIn(
  work: Work,
  known: Turn | undefined,
  now: TurnInput,
  left: CommandsLeft | undefined,
  asking: WordContext,
): Promise<Turn> {
  const ours = known ?? (await work.flow.turn(now))
  const isTyped = messageSources(asking).includes('typed')
  const turn = isTyped ? await (await import('../word/with-words')).turnGiven(ours, work, asking) : ours
  if (left && left.waiting > 0) {
    const many = left.waiting === 1 ? '1 command' : `${left.waiting} commands`
    return waiting(work, you(`run \`spell allow\` for ${many}`, 'spell allow', 'run `spell allow`'))
  }
  if (turn.who !== 'nobody' || !isGoal(work.flow.definition, now.state)) return waiting(work, turn)
  const { isCommitted } = await import('../git/committed')
  const isOver = await isCommitted(work.root, work.folder, asking.env)
  return waiting(work, isOver ? turn : you('run `git commit`, with `.ai/`', 'git commit', 'run `git commit`'))
}

const waiting = ({ saved }: Work, turn: Turn): Turn => {
  const since = saved.history.at(-1)?.timestamp
  return since === undefined ? turn : { ...turn, since }
}

/** @returns what an answer tells of the developer's words, and a look of a plan that is being written; nothing where neither is */
export async function wordReportOf(
  work: Work,
  kind: Kind,
  ctx: CastContext,
  proofs: ProofsNow | undefined,
): Promise<WordReport> {
  const { isForDeveloper = true } = ctx
  const { plan, states } = work.flow
  const standings = proofs?.standings
  const isPlanned = states.stages?.[work.saved.current] === 'planning'
  const isListed = kind === 'show' && work.plan !== undefined && isPlanned
  const listed = async () => (isListed ? { news: await planOf(work, standings) } : {})
  const isSeen = await isSeenHere(ctx)
  // A step that leaves the planning passes what was planned; before one that has, nothing was agreed to.
  const hasPassed = work.saved.history.some((line) => line.plan !== undefined)
  const mayBeChanged = work.plan !== undefined && hasPassed && (kind === 'show' || !isPlanned)
  const isOther = async (now: Work) => {
    const said = proofs?.said ?? plan?.criteria(now.plan ?? '').map(({ text }) => text) ?? []
    if (areAsPlanned(now.saved.history, now.flow, said)) return false
    return (await import('../proof/status/plan-today')).isOtherThanAgreed(now)
  }
  // The step is made, so what cannot be told does not undo it.
  const told = await attemptAsync(async (): Promise<WordReport> => {
    const isTold = isSeen || (mayBeChanged && (await isOther(work.again())))
    const words = isTold ? await import('../word/with-words') : undefined
    const found = (await words?.wordReport(work.again(), { ...ctx, kind, isForDeveloper, standings })) ?? {}
    return found.news === undefined ? { ...found, ...(await listed()) } : found
  })
  return told instanceof Failure ? {} : told
}
