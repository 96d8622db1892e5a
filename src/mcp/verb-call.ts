import { CommanderError } from 'commander'
import type { Audience } from '../answer/render'
import type { CastContext } from '../cast/context'
import { documentOutput } from '../cli/answer-output'
import type { Client, Command, CommandContext, Output } from '../cli/command'
import { addTo, parser, usage } from '../cli/commander'

/** A command of a workflow with its arguments. */
export interface VerbCall {
  readonly workflow: string
  /** All commands of the workflow. */
  readonly commands: readonly Command[]
  /** The command and its arguments. */
  readonly words: readonly string[]
  /** The content of a file named `-`. */
  readonly input: string
  /** The default part of the answer. */
  readonly audience: Audience
}

/**
 * Runs a command as the command line would, for a client without a shell. The folder is always that of the client.
 *
 * @returns its output, or the requested help; and which part to return
 * @throws Failure if the arguments cannot be parsed, or as the command does
 */
export async function runVerb(
  { workflow, commands, words, input, audience }: VerbCall,
  { root, waiting, signal, progress }: CastContext & Client,
  cli: CommandContext,
): Promise<{ output: Output; audience: Audience }> {
  let output: Output | undefined
  let asked = audience
  let help = ''
  const place = `spell ${workflow}`
  const named = parser(place, (text) => {
    help += text
  })
  for (const command of commands) {
    addTo(named, command, async (options, act) => {
      asked = options.for ?? audience
      output = await act({
        ...cli,
        options: { ...cli.options, ...options, for: asked, cwd: root },
        client: { waiting, signal, ...(progress && { progress }) },
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
    if (error.exitCode !== 0) throw usage(error, place, commands)
  }
  return { output: output ?? documentOutput('help', true, {}, help), audience: asked }
}
