import { basename, dirname } from 'node:path'
import { type CommandContext, defineCommand } from '../cli/command'
import { clock } from '../cli/edge'
import { readStdin } from '../cli/streams'
import type { Environment } from '../disk/environment'
import { readBeginning } from '../disk/read'
import { findRoot, workingFolder } from '../disk/root'
import { type AgentName, agentNames, loadAgent } from '../install/agents/agents'
import { isHookOf } from '../install/agents/detect'
import { isStopReason, type Message } from '../install/agents/message'
import { ifPossible } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import type { OnlyWord } from '../word/only-word'
import type { WordContext } from '../word/permission'
import { type Received, receiveMessage } from '../word/receive-message'

/** A message whose word is cast, repeated or kept, and the session that it belongs to. */
export interface SaidWord {
  readonly agent: AgentName
  readonly message: Message
  readonly received: Exclude<Received, { do: 'nothing' }>
  readonly key: string
}

/** Who knows all commands, any of which a word may stand for. */
interface Casting {
  /** Whether a word is meant for spell. Throws Failure if the work cannot be read. */
  isTheirs(said: OnlyWord, asking: WordContext): Promise<boolean>
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

/** Of the input: room for a message of 10 MB whose every character is escaped. */
const mostBytes = 64 * 1024 * 1024

/** Of the conversation's file: who has begun it stands in its first line. In bytes. */
const beginningBytes = 4096

function beginningOf(path: unknown): string {
  if (typeof path !== 'string') return ''
  return ifPossible(() => readBeginning(dirname(path), basename(path), beginningBytes))?.text ?? ''
}

/** A message, and the folder of the project that it was written in, if the host names one. */
interface HookInput {
  readonly message: Message
  readonly project: string | undefined
}

/**
 * Reads what an agent's hook gets on stdin when the developer has written something.
 *
 * @returns undefined if it is no message of the developer's, for whatever reason: an agent may have started the hook, or
 *   the host that it runs in
 */
export async function messageIn(agent: AgentName, input: string, env: Environment): Promise<HookInput | undefined> {
  const payload = input.length > mostBytes ? undefined : fromJson(input)
  if (!isRecord(payload)) return undefined
  if (!(await isHookOf(agent, env, payload))) return undefined
  const all = await Promise.all(agentNames.map(loadAgent))
  if (all.some(({ shellVariables }) => shellVariables.some((variable) => env[variable]))) return undefined
  const { message: read, sessionVariables, projectIn, isShown } = await loadAgent(agent)
  const message = read?.(payload, env, () => beginningOf(payload.transcript_path))
  const named = sessionVariables.map((variable) => env[variable]).find(Boolean)
  if (!message || isStopReason(message.text) || (named !== undefined && named !== message.session)) return undefined
  const isWhole = message.isHeadless !== true && isShown?.(env, message) === true
  return { message: { ...message, isShown: isWhole }, project: projectIn?.(payload, env) }
}
