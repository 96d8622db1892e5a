import { CommanderError } from 'commander'
import type { Audience } from '../../answer/render'
import type { CastContext } from '../../cast/cast'
import { documentOutput } from '../../cli/answer-output'
import type { Command, CommandContext, Output } from '../../cli/command'
import { addTo, parser, usage } from '../../cli/commander'

/** A verb of a workflow with what it is to be called with. */
export interface VerbCall {
  readonly workflow: string
  /** All verbs of the workflow. */
  readonly commands: readonly Command[]
  /** The verb, and the words behind it. */
  readonly words: readonly string[]
  /** What a file named `-` holds. */
  readonly input: string
  /** Which part of the answer is asked for, where the words do not say. */
  readonly audience: Audience
}

/**
 * Runs a verb as the command line does, for a client that cannot type it. The folder is that of the client, whatever the words
 * say.
 *
 * @returns what it says, or the page of help that the words ask for; and which part of it is asked for
 * @throws Failure where the words cannot be understood, or as the verb does
 */
export async function runVerb(
  { workflow, commands, words, input, audience }: VerbCall,
  { root, waiting, signal }: CastContext,
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
    if (error.exitCode !== 0) throw usage(error, place, commands)
  }
  return { output: output ?? documentOutput('help', true, {}, help), audience: asked }
}
