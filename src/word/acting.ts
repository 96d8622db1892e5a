import { agentNames, loadAgent } from '../agents/agents'
import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { Asking } from './pass'
import { sessionsHere } from './sessions'

/**
 * @returns the title of the agent whose host has last reported from the worktree of a piece of work, unless that was for
 *   another one; undefined if none has
 */
export async function agentOf(work: Work, { env }: Pick<Asking, 'env'>): Promise<string | undefined> {
  const { all, top } = sessionsHere(work.root, env)
  const id = idOf(work)
  const reports = Object.entries(all).flatMap(([key, { time, shown, ...session }]) => {
    const name = agentNames.find((each) => key.startsWith(`${each}:`))
    const isHere = session.top === top && (shown === undefined || shown.work === id)
    return name && isHere ? [{ name, time }] : []
  })
  const [last] = reports.sort((one, other) => (one.time < other.time ? 1 : -1))
  return last && (await loadAgent(last.name)).title
}
