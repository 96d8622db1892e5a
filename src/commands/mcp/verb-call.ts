import { CommanderError } from 'commander'
import type { CastContext } from '../../cast/cast'
import type { Command, CommandContext, Group, Output } from '../../cli/command'
import { addTo, parser, usage } from '../../cli/commander'
import type { GlobalOptions } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import type { Others, VerbCall } from './workflow-tool'

/** The verbs of the workflows beside the spells, for a client that cannot type them. */
export function others(groups: readonly Group[], cli: CommandContext): Others {
  const commandsOf = async (workflow: string) => (await groups.find(({ name }) => name === workflow)?.load()) ?? []
  return {
    verbsOf: commandsOf,
    run: async (call, ctx) => {
      const { document, markdown, exact } = await run(call, await commandsOf(call.workflow), ctx, cli)
      return { document, text: exact ?? markdown }
    },
  }
}

/** Throws Failure where the words cannot be understood, or as the verb does. */
async function run(
  { workflow, verb, words, input }: VerbCall,
  commands: readonly Command[],
  ctx: CastContext,
  cli: CommandContext,
): Promise<Output> {
  let output: Output | undefined
  const named = parser('spell', () => {})
  for (const command of commands) {
    addTo(named, command, async ({ run: act }, argument, options, further) => {
      output = await act(argument, settingOf(options, input, ctx, cli), further)
    })
  }
  try {
    await named.parseAsync([verb, ...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw error.exitCode === 0 ? helpElsewhere() : usage(error, `spell ${workflow}`, commands)
  }
  if (!output) throw helpElsewhere()
  return output
}

const helpElsewhere = (): Failure =>
  new Failure(exit.usage, 'usage', 'There is no help here.', 'Read the description of the tool.')

/** The folder is that of the client, whatever the words say. */
const settingOf = (
  options: GlobalOptions,
  input: string,
  { root, waiting, signal }: CastContext,
  cli: CommandContext,
): CommandContext => ({
  ...cli,
  options: { ...cli.options, ...options, cwd: root },
  client: { waiting, signal },
  stdin: () => new TextEncoder().encode(input),
  tell: () => {},
  canAsk: async () => false,
  show: async () => {},
})
