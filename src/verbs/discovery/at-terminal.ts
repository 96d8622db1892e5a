import type { CommandContext } from '../../cli/command'

/** @returns whether a person types: in a terminal that no agent has started. A record for readers, not a protection */
export async function isAtTerminal(cli: Pick<CommandContext, 'canAsk' | 'env'>): Promise<boolean> {
  if (!(await cli.canAsk())) return false
  const { agentIn } = await import('../../agents/detect')
  return (await agentIn(cli.env)) === undefined
}
