import type { Environment } from '../disk/environment'
import { findRoot, workingFolder } from '../disk/root'
import { exit, Failure } from '../text/failure'
import type { CommandContext } from './command'

/** Where and when a command runs. */
export interface Edge {
  readonly root: string
  readonly now: Date
  readonly env: Environment
  /** How long to wait for another process that holds the lock, in seconds. */
  readonly wait: number
}

/** The clock, for commands that take long: the time, and milliseconds from any moment on. */
export const clock = { now: () => new Date(), ticks: () => Number(process.hrtime.bigint()) / 1e6 }

/** How long a spell waits for another process that holds the lock, in seconds. */
const lockTimeoutSeconds = 5

function secondsOf(text: string | undefined): number {
  if (text === undefined) return lockTimeoutSeconds
  if (/^\d{1,5}(\.\d+)?$/.test(text)) return Number(text)
  const message = `--wait must be a number of seconds, not "${text}".`
  throw new Failure(exit.usage, 'usage', message, 'spell accio --wait 30')
}

/** Reads the clock. Throws Failure (usage) for a wrong `--wait`, or as `findRoot` does. */
export function edgeOf({ options, env }: Pick<CommandContext, 'options' | 'env'>): Edge {
  const root = findRoot(workingFolder(options.cwd))
  return { root, now: clock.now(), env, wait: secondsOf(options.wait) }
}
