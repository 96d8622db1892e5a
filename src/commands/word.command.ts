import { type AgentName, agentNames, loadAgent } from '../agents/agents'
import { clock } from '../cli/cast-context'
import { type CommandContext, defineCommand, type Group } from '../cli/command'
import { readStdin } from '../cli/streams'
import { findRoot, workingFolder } from '../disk/root'
import { messageIn, mostBytes } from '../word/message'
import type { OnlyWord } from '../word/only-word'
import { report } from '../word/report'

/** @param groupsIn the commands of the workflows besides the six spells, which are further in */
export const command = (groupsIn: (root: string) => Promise<readonly Group[]>) =>
  defineCommand({
    name: 'word',
    summary: "Cast what the developer says to an agent, or keep it: for the agent's hook",
    options: [
      {
        key: 'agent',
        flag: '--agent',
        value: 'NAME',
        help: 'whose form the message on stdin has',
        choices: agentNames,
      },
    ],
    async run(_, cli) {
      // Whatever is wrong, the developer's message goes on as it is.
      const exact = await hear(cli, cli.options.agent ?? 'claude', groupsIn).catch(() => undefined)
      if (!exact) return undefined
      return { document: { schemaVersion: 1, kind: 'word', ok: true, warnings: [] }, markdown: '', exact, exitCode: 0 }
    },
  })

/** @returns what the hook prints; undefined if it is silent */
async function hear(
  cli: CommandContext,
  agent: AgentName,
  groupsIn: (root: string) => Promise<readonly Group[]>,
): Promise<string | undefined> {
  const { options, env } = cli
  const input = await messageIn(agent, readStdin(mostBytes).toString(), env)
  if (!input) return undefined
  const { message, project } = input
  const asking = { root: findRoot(workingFolder(options.cwd ?? project)), env, now: clock.now() }
  const mayCast = async (said: OnlyWord) => {
    const { answers } = await loadAgent(agent)
    return answers.word !== undefined && (await (await import('./said-word')).isTheirs(said, asking, groupsIn))
  }
  const { received, key } = await report(asking, agent, message, mayCast)
  if (received.do === 'nothing' || (received.do === 'keep' && !received.isAtWork)) return undefined
  const { tellWord } = await import('./said-word')
  const { cwd: _, ...others } = options
  const here = { ...cli, options: { ...others, cwd: asking.root } }
  return tellWord(here, { agent, message, received, key }, groupsIn)
}
