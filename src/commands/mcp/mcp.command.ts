import { castContextOf } from '../../cli/cast-context'
import type { Command, Group } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { isTerminal } from '../../cli/streams'

/**
 * Serves the spells to an agent's client until that goes.
 *
 * @param groups the workflows beside the six spells
 */
export const command = (groups: readonly Group[]): Command => ({
  name: 'mcp',
  summary: 'Serve the spells as an MCP server on stdin and stdout',
  options: [waitOption],
  async run(_, cli) {
    // What is wrong with the options is said at once, not with the first call.
    castContextOf(cli)
    const ended = end()
    if (await isTerminal(0)) cli.tell('This waits for an MCP client on stdin; docs/mcp.md tells how to set one up.')
    const { serve } = await import('./server')
    await serve(groups, cli, ended)
    return undefined
  },
})

/** The client closes stdin or stops reading, or somebody ends the program. */
function end(): Promise<void> {
  const { stdin, stdout } = process
  return new Promise((resolve) => {
    // Not only once: a second signal must not end the program in the midst of a step.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    for (const event of ['end', 'close', 'error']) stdin.on(event, () => resolve())
    stdout.on('error', () => resolve())
  })
}
