import type { Command } from '../cli/command'
import { globalOptions, readOptions } from '../cli/options'
import { streams } from '../cli/streams'
import { command as spell } from '../commands/spell.command'
import { isFolder } from '../disk/read'
import { findRoot, workingFolder } from '../disk/root'
import { attempt, exit } from '../text/failure'
import { definitionsFolder } from '../work/settings/settings'
import { isLatin, spellNamed } from '../workflows/engineer/spells'
import { workflows } from '../workflows/registry'
import { commandContextOf, print } from './print'

const definesNone = (argv: readonly string[]): boolean =>
  !argv.some((each) => each.startsWith('--cwd')) && !isFolder(findRoot(workingFolder(undefined)), definitionsFolder)

/**
 * Runs a command line. Loading this file has no effect.
 *
 * @param io streams in place of those of this process
 * @returns the exit code: all output was written synchronously, so that nothing is lost if the process ends now
 */
export function run(argv: readonly string[], io: Partial<typeof streams> = {}): Promise<number> {
  Object.assign(streams, io)
  const isPlain = () => attempt(() => definesNone(argv)) === true
  return main(argv, async (word) => {
    const name = spellNamed(word)
    // A plain word may be one of the repository's own workflow, which takes the settings to know.
    if (name) return isLatin(word) || isPlain() ? spell(name) : undefined
    if (word === 'guard') return (await import('../commands/guard.command')).command
    if (word === 'word') {
      const { command } = await import('../commands/word.command')
      return command(() => import('./cast-word'))
    }
    if (word === 'statusline') return (await import('../commands/statusline.command')).command
    if (word === 'work') return (await import('../commands/work.command')).command
    // So may this one.
    if (word === 'prove' && isPlain()) return (await import('../commands/prove.command')).command
    return undefined
  })
}

type CommandNamed = (word: string | undefined) => Promise<Command | undefined>

/**
 * Runs the command line, and returns the exit code. Frequent calls of agents and hooks with plain options take the fast
 * path; everything else goes through commander, which is loaded only then.
 */
async function main(argv: readonly string[], commandNamed: CommandNamed): Promise<number> {
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
