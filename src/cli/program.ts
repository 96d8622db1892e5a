import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander'
import { version } from '../../package.json'
import { exit, Failure } from '../failure'
import type { Command, Output } from './command'
import { otherCommands, spellCommands } from './commands'
import { groups } from './groups'
import { menu } from './menu'
import { globalOptions, type Option, type Options } from './options'
import { print, printFailure } from './print'
import { settingOf } from './setting'
import { type SpellName, spells } from './spell'
import { write } from './streams'

/** Runs any command line; see `main` for the fast one. Returns the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  // What a command line that cannot be understood still says about how to be told so.
  let asked: Options = {
    ...(argv.includes('--json') && { json: true }),
    ...(argv.includes('--debug') && { debug: true }),
  }
  let exitCode: number = exit.done

  const run = async (act: (options: Options) => Promise<Output | undefined>, options: Options) => {
    asked = options
    const output = await act(options)
    if (output) await print(output, options, process.env)
    exitCode = output?.exitCode ?? exit.done
  }

  const help = () => program.helpInformation()
  const helpOf = (group: string) => program.commands.find((sub) => sub.name() === group)?.helpInformation() ?? help()
  const program = new Commander('spell')
    .description('Good engineering with an AI coding agent, one step at a time.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void write(1, text), writeErr: () => {} })
    .exitOverride()
  for (const option of globalOptions) program.addOption(toCommander(option))

  program.commandsGroup('Spells:')
  for (const command of spellCommands) add(command, spells[command.name as SpellName].alias)
  program.commandsGroup('Commands:')
  for (const command of otherCommands) add(command)

  program.commandsGroup('Other workflows:')
  const called = groups.find(({ name }) => name === wordsOf(argv)[0])
  for (const group of groups) {
    const sub = program.command(group.name).description(group.summary).helpCommand(false)
    for (const command of group === called ? await group.load() : []) add(command, undefined, sub)
  }

  function add(command: Command, alias?: string, parent = program) {
    const sub = parent.command(command.name).description(command.summary)
    if (alias) sub.alias(alias)
    if (command.argument) sub.argument(`[${command.argument.name}]`, command.argument.help)
    for (const { name, help } of command.further ?? []) sub.argument(`[${name}]`, help)
    for (const option of command.options) sub.addOption(toCommander(option))
    sub.action((...given) => {
      const words = given.slice(0, sub.registeredArguments.length) as (string | undefined)[]
      const [argument, ...further] = command.argument ? words : [undefined, ...words]
      return run((options) => command.run(argument, settingOf(options), further), read(sub))
    })
  }

  const parse = async () => {
    try {
      await program.parseAsync(argv, { from: 'user' })
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      // Without a command commander would print the help as an error; asked for, it has printed it already.
      if (error.code === 'commander.help' && called) write(1, helpOf(called.name))
      else if (error.code === 'commander.help') await run((options) => menu(settingOf(options), help), read(program))
      else if (error.exitCode !== 0) throw usage(error, placeIn(program, argv), called && (await called.load()))
    }
  }

  try {
    await parse()
    return exitCode
  } catch (error) {
    return printFailure(error, asked)
  }
}

/** The words that are neither options nor the values of those that every command has. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const takesValue = (flag: string | undefined) => globalOptions.some((option) => option.flag === flag && option.value)
  return argv.filter((word, index) => !word.startsWith('-') && !takesValue(argv[index - 1]))
}

function toCommander({ flag, value, help, choices, many }: Option<string>): CommanderOption {
  const option = new CommanderOption(value ? `${flag} <${value}>` : flag, help)
  if (many) option.argParser((given: string, before?: string[]) => [...(before ?? []), given])
  return choices ? option.choices([...choices]) : option
}

/** Commander says `color: false` for `--no-color`; our name for it is `noColor`, and so with others. */
function read(command: Commander): Options {
  const { color, overrides, ...options } = command.optsWithGlobals()
  return {
    ...options,
    ...(color === false && { noColor: true }),
    ...(overrides === false && { noOverrides: true }),
    ...(options.require !== undefined && { requirement: options.require }),
    ...(options.format === 'json' && { json: true }),
  }
}

/** The commands of a command line: `spell discovery approve`, as far as there are such. */
function placeIn(program: Commander, argv: readonly string[]): string {
  const path = [program.name()]
  let at: Commander | undefined = program
  for (const word of wordsOf(argv)) {
    at = at.commands.find((sub) => sub.name() === word || sub.aliases().includes(word))
    if (!at) break
    path.push(at.name())
  }
  return path.join(' ')
}

function usage({ message, code }: CommanderError, place: string, verbs: readonly Command[] = []): Failure {
  const said = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
  const guessed = /\(Did you mean (\w[\w-]*)\?\)$/.exec(said)?.[1]
  // One command to paste is the fix itself; several, or an option, are only named.
  const sentence = guessed ? said.replace(/ \(Did you mean.*$/, '') : said
  // Commander finds slips, no half of a word.
  const typed = code === 'commander.unknownCommand' ? /'(.*)'/.exec(said)?.[1] : undefined
  const half = typed ? verbs.find(({ name }) => name.startsWith(typed))?.name : undefined
  const meant = half ?? guessed
  return new Failure(
    exit.usage,
    'usage',
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    meant ? `${place} ${meant}` : `${place} --help`,
  )
}
