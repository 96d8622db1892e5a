import { isGoal } from '../engine/place'
import type { CommandsLeft, Turn, TurnInput, Workflow } from '../flows/flow'
import { proofsOf } from '../proof/standing/proofs'
import { settingsOf } from '../settings/settings'
import { passedHere } from '../word/mark'
import type { Asking } from '../word/pass'
import type { TurnOf } from '../work/piece'
import type { Work } from '../work/work'

type Env = Pick<Asking, 'env'>

/** @returns who acts next on a piece of work as it is on disk. Throws Failure if it, its proofs or the settings cannot be read */
export async function turnOf(work: Work, asking: Asking): Promise<Turn> {
  const { flow, isArchived, root } = work
  if (isArchived) return { who: 'nobody', does: '' }
  const settings = await settingsOf(asking)
  const { probe } = work
  const { current: state, context } = work.saved
  const proofs = await proofsOf(work, flow.look, settings, asking.env)
  const facts = { ...flow.facts(probe, settings, context, undefined, state), ...proofs?.facts }
  const now = { state, context, facts, probe, proofs }
  const grants = passedHere(root, asking.now).length > 0 ? await import('../word/running-grant') : undefined
  const granted = await grants?.stepsGranted(work, asking)
  if (grants && granted !== undefined) return waiting(work, { who: 'agent', does: grants.goingOn(granted) })
  const left = await commandsLeftOf(work, now, settings, asking)
  return turnIn(work, undefined, now, left, asking)
}

/** Asks it of any piece of work in any worktree, each with its own settings. */
export const turnsFor =
  ({ settings: _, ...asking }: Asking): TurnOf =>
  (work) =>
    turnOf(work, { ...asking, root: work.root })

/** Counts the commands that are not shown yet; without any, nothing is read. */
export async function commandsLeftOf(
  work: Work,
  now: Omit<TurnInput, 'facts'>,
  settings: Parameters<Workflow['facts']>[1],
  { env }: Env,
): Promise<CommandsLeft | undefined> {
  const { plan, provable } = work.flow
  const isAsked = plan
    ? now.proofs !== undefined
    : provable?.criteria(now.context, now.state).some(({ by, isClaimed }) => by !== '' && !isClaimed)
  if (!isAsked) return undefined
  const { commandsLeft } = await import('../proof/consent/commands-left')
  return commandsLeft(work, now, settings.proof, env)
}

/** @returns who acts next, as the workflow says if it is not known better, with what only the developer can do: allow commands, commit what is done */
export async function turnIn(
  work: Work,
  known: Turn | undefined,
  now: TurnInput,
  left: CommandsLeft | undefined,
  { env }: Env,
): Promise<Turn> {
  const turn = known ?? work.flow.turn(now)
  if (left && left.waiting > 0) {
    const allow = `run \`spell allow\` for ${left.waiting === 1 ? '1 command' : `${left.waiting} commands`}`
    return waiting(work, { who: 'you', does: turn.who === 'you' ? `${allow}, then ${turn.does}` : allow })
  }
  if (turn.who !== 'nobody' || !isGoal(work.flow.definition, now.state)) return waiting(work, turn)
  const { isCommitted } = await import('../git/committed')
  const isOver = await isCommitted(work.root, work.folder, env)
  return waiting(work, isOver ? turn : { who: 'you', does: 'run `git commit`, with `.ai/`' })
}

const waiting = ({ saved }: Work, turn: Turn): Turn => {
  const since = saved.history.at(-1)?.timestamp
  return since === undefined ? turn : { ...turn, since }
}
