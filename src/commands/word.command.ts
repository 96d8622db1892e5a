import { clock } from '../cli/cast-context'
import { type CommandContext, defineCommand } from '../cli/command'
import { readStdin } from '../cli/streams'
import { findRoot, workingFolder } from '../disk/root'
import { type AgentName, agentNames, loadAgent } from '../install/agents/agents'
import type { Message } from '../install/agents/message'
import { messageIn, mostBytes } from '../word/hook-message'
import type { OnlyWord } from '../word/only-word'
import type { Asking } from '../word/permission'
import { type Received, receiveMessage } from '../word/receive-message'

/** A message whose word is cast, repeated or kept, and the session that it belongs to. */
export interface SaidWord {
  readonly agent: AgentName
  readonly message: Message
  readonly received: Exclude<Received, { do: 'nothing' }>
  readonly key: string
}

/** Who knows all commands, any of which a word may stand for. */
export interface Casting {
  /** Whether a word is meant for spell. Throws Failure if the work cannot be read. */
  isTheirs(said: OnlyWord, asking: Asking): Promise<boolean>
  /** Casts it, and returns what the hook prints; undefined if it is kept for the agent. */
  tellWord(cli: CommandContext, said: SaidWord): Promise<string | undefined>
}

/** @param loadCasting called only for a message that is one word */
export const command = (loadCasting: () => Promise<Casting>) =>
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
      const exact = await hear(cli, cli.options.agent ?? 'claude', loadCasting).catch(() => undefined)
      if (!exact) return undefined
      return { document: { schemaVersion: 1, kind: 'word', ok: true, warnings: [] }, markdown: '', exact, exitCode: 0 }
    },
  })

/** @returns what the hook prints; undefined if it is silent */
async function hear(
  cli: CommandContext,
  agent: AgentName,
  loadCasting: () => Promise<Casting>,
): Promise<string | undefined> {
  const { options, env } = cli
  const input = await messageIn(agent, readStdin(mostBytes).toString(), env)
  if (!input) return undefined
  const { message, project } = input
  const asking = { root: findRoot(workingFolder(options.cwd ?? project)), env, now: clock.now() }
  const mayCast = async (said: OnlyWord) => {
    const { answers } = await loadAgent(agent)
    return answers.word !== undefined && (await (await loadCasting()).isTheirs(said, asking))
  }
  const { received, key } = await receiveMessage(asking, agent, message, mayCast)
  if (received.do === 'nothing' || (received.do === 'keep' && !received.isAtWork && received.words.length === 0))
    return undefined
  const { cwd: _, ...others } = options
  const here = { ...cli, options: { ...others, cwd: asking.root } }
  return (await loadCasting()).tellWord(here, { agent, message, received, key })
}
