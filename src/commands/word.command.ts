import { type AgentName, agentNames } from '../agents/agents'
import { type CommandContext, defineCommand } from '../cli/command'
import { readStdin } from '../cli/streams'
import { findRoot, workingFolder } from '../disk/root'
import { messageIn, mostBytes } from '../word/message'
import { report } from '../word/report'

/** Whatever is wrong, the developer's message goes on as it is. */
export const command = defineCommand({
  name: 'word',
  summary: "Tell spell what the developer says to an agent: for the agent's hook",
  options: [
    { key: 'agent', flag: '--agent', value: 'NAME', help: 'whose form the message on stdin has', choices: agentNames },
  ],
  async run(_, cli) {
    await hear(cli, cli.options.agent ?? 'claude').catch(() => undefined)
    return undefined
  },
})

async function hear({ options, env }: CommandContext, agent: AgentName): Promise<void> {
  const message = await messageIn(agent, readStdin(mostBytes).toString())
  if (message) await report({ root: findRoot(workingFolder(options.cwd)), env, now: new Date() }, agent, message)
}
