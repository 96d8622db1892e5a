import { type Command as Commander, CommanderError } from 'commander'
import { version } from '../../package.json'
import { wordsHere } from '../cast/answer/words-here'
import type { Group } from '../cli/command'
import { addTo, type Called, fold, parser, usage } from '../cli/commander'
import { commandsHere } from '../cli/launcher'
import { type GlobalOptions, globalOptions, type Option } from '../cli/options'
import { write } from '../cli/streams'
import { menu } from '../commands/menu'
import { builtJson } from '../disk/built'
import { findRoot, workingFolder } from '../disk/root'
import { readInstalled } from '../install/pieces/record'
import { exit, ifPossible } from '../text/failure'
import { isUnderWay, ownWorkflowOf } from '../work/choice'
import { allWork } from '../work/open'
import { loadSettings } from '../work/settings/settings'
import type { Examples } from '../workflow/words'
import { isLatin, type SpellName, spellNamed, spells } from '../workflows/engineer/spells'
import { standard } from '../workflows/registry'
import { forPrograms, listed, otherCommands, spellCommands, unlisted } from './commands'
import { groups as builtIn, groupsIn } from './groups'
import { commandContextOf, print } from './print'

const rest = 'More commands:'
const othersHeading = 'Other workflows:'

/** Runs any command line; see `main` for the fast one. Returns the exit code. */
export async function runProgram(given: readonly string[]): Promise<number> {
  // The output options of a command line, even of one that cannot be parsed.
  let asked: GlobalOptions = {
    ...(given.includes('--json') && { json: true }),
    ...(given.includes('--debug') && { debug: true }),
  }
  let exitCode: number = exit.done

  const run: Called = async (options, act) => {
    asked = options
    const output = await act(commandContextOf(options))
    if (output) await print(output, options, process.env)
    exitCode = output?.exitCode ?? exit.done
  }

  // A folder that cannot be read, or is in no worktree, is no reason to be without help.
  const groups = await (ifPossible(() => groupsIn(rootOf(given)).catch(() => builtIn)) ?? builtIn)
  const parse = async (asked: readonly string[]) => {
    const [asksHelp, about] = asked
    const isKnown = spellNamed(about) !== undefined || [...otherCommands, ...groups].some(({ name }) => name === about)
    const help = about === undefined || isKnown ? ['--help'] : []
    const argv = asksHelp === 'help' ? [...asked.slice(1), ...help] : asked
    const first = argv[firstWord(argv)]
    const called = groups.find(({ name }) => name === first)
    // Damaged settings are no reason to be without help.
    const own = first === undefined ? await workflowHere(argv).catch(() => undefined) : undefined
    const overview = () => program.helpInformation()
    const helpOf = (group: string) =>
      program.commands.find((sub) => sub.name() === group)?.helpInformation() ?? overview()
    const printed: string[] = []
    const program = parser('spell', (text) => printed.push(text), argv.includes('--all') || first !== undefined)
      .description('Good engineering with an AI coding agent, one step at a time.')
      .version(version, '--version', 'print the version')

    const examples = builtJson<Readonly<Record<string, Examples>>>('examples.json')
    program.commandsGroup('What you say:')
    for (const command of spellCommands) {
      const { alias } = spells[command.name as SpellName]
      addTo(program, command, run, { alias, examples: examples[command.name] })
    }
    for (const [heading, commands] of Object.entries({ ...listed, [rest]: unlisted })) {
      program.commandsGroup(heading)
      for (const command of commands) addTo(program, command, run, { examples: examples[command.name] })
    }
    for (const command of forPrograms)
      addTo(program, command, run, { examples: examples[command.name], isHidden: true })
    const others = groups.filter(({ name }) => name !== own)
    for (const group of [...groups.filter((each) => !others.includes(each)), ...others]) {
      program.commandsGroup(group.name === own ? 'The workflow of this repository:' : othersHeading)
      const sub = program.command(group.name).description(group.summary).helpCommand(false)
      if (group !== called) continue
      for (const command of await group.load()) addTo(sub, command, run)
    }
    if (first === undefined) program.option('--all', 'with --help: every command')
    if (!argv.includes('--all')) {
      fold(program, rest, 'More commands, options and workflows: spell --help --all')
      fold(program, othersHeading, '')
    }

    try {
      await program.parseAsync([...argv], { from: 'user' })
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      // Without a command, commander prints the help as an error; for `--help` it has printed it already.
      if (error.code === 'commander.help' && called) printed.push(helpOf(called.name))
      else if (error.code === 'commander.help')
        await run(program.optsWithGlobals(), (cli) =>
          menu(cli, overview, { commands: otherCommands, isSetUp: (root) => readInstalled(root) !== undefined }),
        )
      else if (error.exitCode !== 0) {
        if (error.code === 'commander.unknownCommand') await called?.refuse?.()
        const verbs = called ? await called.load() : [...spellCommands, ...otherCommands, ...groups]
        throw usage(error, placeIn(program, argv), verbs)
      }
      if (printed.length > 0) write(1, commandsHere((await wordsHere(cwdIn(argv), process.env))(printed.join(''))))
    }
  }

  try {
    await parse(await inDefault(given, groups))
    return exitCode
  } catch (error) {
    const { printFailure } = await import('./print-failure')
    return printFailure(error, asked)
  }
}

/** The known commands in a command line: `spell discovery approve`. */
function placeIn(program: Commander, argv: readonly string[]): string {
  const path = [program.name()]
  let at: Commander | undefined = program
  for (const word of argv.filter(isWord)) {
    at = at.commands.find((sub) => sub.name() === word || sub.aliases().includes(word))
    if (!at) break
    path.push(at.name())
  }
  return path.join(' ')
}

/**
 * Inserts the workflow that the settings name before one of its commands, if the word has no other meaning.
 *
 * @throws Failure (found) `workflow-unproven`
 */
async function inDefault(argv: readonly string[], groups: readonly Group[]): Promise<readonly string[]> {
  const at = firstWord(argv)
  const word = argv[at]
  const [, called = word, note] = /^([a-z]+): *(\S.*)$/is.exec(word ?? '') ?? []
  const spell = spellNamed(called)
  const asSpell = spell && argv.toSpliced(at, 1, spell, ...(note === undefined ? [] : ['--note', note]))
  // Developers write `Accio: a note` in a conversation.
  if (asSpell && isLatin(called)) return asSpell
  const isShared = asSpell !== undefined || ofEach.includes(word ?? '')
  const isTaken = !isShared && [...otherCommands, ...groups].some(({ name }) => name === word)
  if (word === undefined || isTaken) return asSpell ?? argv
  const named = isShared ? optionIn('--work', argv) : undefined
  const workflow = named === undefined ? await workflowHere(argv) : ownWorkflowOf(rootOf(argv), named)
  if (workflow === undefined) return asSpell ?? argv
  // Words that the six spells have, too, are theirs unless the repository has a workflow of its own, and work of it.
  const group = groups.find(({ name }) => name === workflow)
  const isOwn = group !== undefined && !builtIn.some(({ name }) => name === workflow)
  if (isShared && (!isOwn || (named === undefined && (await isAlone(rootOf(argv), workflow))))) return asSpell ?? argv
  const verbs = (await group?.load()) ?? []
  if (verbs.some(({ name }) => name === word)) return argv.toSpliced(at, 0, workflow)
  // Of a workflow that is not proven no word is known: what is wrong with it helps more than that.
  if (asSpell === undefined && word !== 'help') await group?.refuse?.()
  return asSpell ?? argv
}

/** Whether a workflow has no work, and the six spells have some under way: what both could mean is then about that. */
async function isAlone(root: string, workflow: string): Promise<boolean> {
  const works = (await allWork(root)).map((work) => ({ work, of: work.flow.definition.name }))
  return works.every(({ of }) => of !== workflow) && works.some(({ work, of }) => of === standard && isUnderWay(work))
}

/** The commands that each workflow has, and the six spells by their names alone. */
const ofEach: readonly string[] = ['prove', 'confirm', 'history', 'undo']

/** @returns the name of the workflow that the settings of the folder choose */
async function workflowHere(argv: readonly string[]): Promise<string> {
  return (await loadSettings(rootOf(argv), process.env)).workflow
}

const rootOf = (argv: readonly string[]): string => findRoot(workingFolder(cwdIn(argv)))

const cwdIn = (argv: readonly string[]): string | undefined => optionIn('--cwd', argv)

const optionIn = (flag: string, argv: readonly string[]): string | undefined =>
  argv.includes(flag)
    ? argv[argv.indexOf(flag) + 1]
    : argv.find((each) => each.startsWith(`${flag}=`))?.slice(flag.length + 1)

/** Whether a word is neither an option nor the value of a global one. */
const isWord = (word: string, index: number, argv: readonly string[]): boolean =>
  !word.startsWith('-') &&
  !(globalOptions as readonly Option[]).some(({ flag, value }) => flag === argv[index - 1] && value)

function firstWord(argv: readonly string[]): number {
  const at = argv.findIndex(isWord)
  return at === -1 ? argv.length : at
}
