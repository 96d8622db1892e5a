import type { Command, Group } from '../cli/command'
import { edgeOf } from '../cli/edge'
import { waitOption } from '../cli/options'
import { isTerminal } from '../cli/streams'
import type { Proving } from '../mcp/tools'

export const command = (groupsIn: (root: string) => Promise<readonly Group[]>): Command => ({
  name: 'mcp',
  summary: 'Serve the spells as an MCP server on stdin and stdout',
  options: [waitOption],
  async run(_, cli) {
    // Report wrong options now, rather than at the first call.
    edgeOf(cli)
    const ended = end()
    if (await isTerminal(0)) cli.tell('This waits for an MCP client on stdin; docs/mcp.md tells how to set one up.')
    const { serve } = await import('../mcp/server')
    const prove: Proving = async (...given) => (await import('../commands/prove/prove')).prove(...given)
    await serve({ groupsIn, prove }, cli, ended)
    return undefined
  },
})

/** Resolves when the client closes stdin or stops reading, or on a signal. */
function end(): Promise<void> {
  const { stdin, stdout } = process
  return new Promise((resolve) => {
    // Not `once`: a second signal must not kill the process in the middle of a step.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    for (const event of ['end', 'close', 'error']) stdin.on(event, () => resolve())
    stdout.on('error', () => resolve())
  })
}
