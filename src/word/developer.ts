import type { CommandContext } from '../cli/command'
import { isTerminal } from '../cli/streams'
import { exit, Failure } from '../text/failure'

type Typing = Pick<CommandContext, 'env' | 'canAsk'>

/** @returns whether the developer has typed the command: in a terminal that no agent has started */
export const isTyped = async (cli: Typing): Promise<boolean> =>
  (await cli.canAsk()) && (await agentOf(cli)) === undefined

/** @returns whether one end is a terminal that no agent has started, and the other is none */
export const isPiped = async (cli: Typing): Promise<boolean> =>
  (await isTerminal(0)) !== (await isTerminal(1)) && (await agentOf(cli)) === undefined

/** Loaded for a terminal only. */
const agentOf = async ({ env }: Typing): Promise<string | undefined> =>
  (await import('../install/agents/detect')).agentIn(env)

/**
 * Refuses a command that only the developer gives: an agent that has a terminal is still no developer.
 *
 * @param does what it does with the developer, and in a terminal: `['asks the developer', 'asks in a terminal']`
 * @throws Failure (notPossible) `asks-in-terminal`
 */
export async function refuseWithoutDeveloper(
  cli: Typing,
  command: string,
  [withDeveloper, inTerminal]: readonly [string, string],
): Promise<void> {
  if (await isTyped(cli)) return
  const isAgent = await cli.canAsk()
  const does = isAgent ? `${withDeveloper}, and ${await agentOf(cli)} has started this terminal` : inTerminal
  const fix = `${command}   # in a terminal of your own`
  throw new Failure(exit.notPossible, 'asks-in-terminal', `\`${command}\` ${does}.`, fix)
}
