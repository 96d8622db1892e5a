import { CommanderError } from 'commander'
import type { CastContext } from '../../cast/cast'
import type { Command, CommandContext, Output } from '../../cli/command'
import { addTo, parser, usage } from '../../cli/commander'
import { exit, Failure } from '../../failure/failure'

/** A verb of a workflow with what it is to be called with. */
export interface VerbCall {
  readonly workflow: string
  /** All verbs of the workflow. */
  readonly commands: readonly Command[]
  /** The verb, and the words behind it. */
  readonly words: readonly string[]
  /** What a file named `-` holds. */
  readonly input: string
}

/**
 * Runs a verb as the command line does, for a client that cannot type it. The folder is that of the client, whatever the words
 * say.
 *
 * @throws Failure where the words cannot be understood, or as the verb does
 */
export async function runVerb(
  { workflow, commands, words, input }: VerbCall,
  { root, waiting, signal }: CastContext,
  cli: CommandContext,
): Promise<Output> {
  let output: Output | undefined
  const named = parser('spell', () => {})
  for (const command of commands) {
    addTo(named, command, async (options, act) => {
      output = await act({
        ...cli,
        options: { ...cli.options, ...options, cwd: root },
        client: { waiting, signal },
        stdin: () => new TextEncoder().encode(input),
        tell: () => {},
        canAsk: async () => false,
        show: async () => {},
      })
    })
  }
  try {
    await named.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw usage(error, `spell ${workflow}`, commands)
  }
  // Nothing was run if help was asked for.
  if (!output) throw new Failure(exit.usage, 'usage', 'There is no help here.', 'Read the description of the tool.')
  return output
}
