import type { Command } from '../cli/command'
import { globalOptions, readOptions } from '../cli/options'
import { exit } from '../text/failure'
import { workflows } from '../workflows/registry'
import { commandContextOf, print } from './print'

type CommandNamed = (word: string | undefined) => Promise<Command | undefined>

/**
 * Runs the command line, and returns the exit code. Frequent calls of agents and hooks with plain options take the fast
 * path; everything else goes through commander, which is loaded only then.
 */
export async function main(argv: readonly string[], commandNamed: CommandNamed): Promise<number> {
  if (argv[0] === 'completion' && argv[1] === '--words') {
    const { complete } = await import('./completion/complete')
    return complete(argv.slice(2))
  }
  // A host calls a workflow's hook often, and an error in it must not block the user.
  const hooked = argv[1] === 'hook' && workflows.find(({ name, hooks }) => hooks && name === argv[0])
  if (hooked) return (await import('../commands/answer-host')).answerHost(hooked, argv.slice(2))
  const plain = await readPlain(argv, commandNamed)
  if (!plain) {
    const { runProgram } = await import('./program')
    return runProgram(argv)
  }
  const { command, words, options } = plain
  try {
    const output = await command.run(words[0], commandContextOf(options), words.slice(1))
    if (output) await print(output, options, process.env)
    return output?.exitCode ?? exit.done
  } catch (error) {
    const { printFailure } = await import('./print-failure')
    return printFailure(error, options)
  }
}

/** Parses a known command with plain options; undefined for anything else. */
async function readPlain([word, ...rest]: readonly string[], commandNamed: CommandNamed) {
  const command = await commandNamed(word)
  if (!command) return undefined
  const { choices = [], many } = command.argument ?? {}
  const first = rest.findIndex((each) => each.startsWith('-'))
  const words = many
    ? rest.splice(0, first < 0 ? rest.length : first)
    : rest.splice(0, choices.includes(rest[0] ?? '') ? 1 : 0)
  if (command.argument && words.length === 0 && !many) return undefined
  const options = readOptions(rest, [...globalOptions, ...command.options])
  return options && { command, words, options }
}
