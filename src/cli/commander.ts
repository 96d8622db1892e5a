import { Command as Commander, type CommanderError, Option as CommanderOption, type Help } from 'commander'
import { exit, Failure } from '../text/failure'
import { capital } from '../text/markdown-parts'
import { isMistyped } from '../workflow/nearest'
import type { Examples } from '../workflow/words'
import { workflows } from '../workflows/registry'
import type { Command, CommandContext, Output } from './command'
import { type GlobalOptions, globalOptions, type Option } from './options'

/** Called with the parsed options, and a function that runs the command in a context. */
export type Called = (
  options: GlobalOptions,
  act: (cli: CommandContext) => Promise<Output | undefined>,
) => Promise<void>
/**
 * @param isFull whether its help has the options, too, that every command takes
 * @returns a parser that prints only its help, through `writeOut`, and throws a CommanderError for an invalid line
 */
export function parser(name: string, writeOut: (text: string) => unknown, isFull = true): Commander {
  const made = new Commander(name)
    .helpOption('-h, --help', 'print this help')
    // Never reached: the program reads the word itself. A typing error finds it.
    .helpCommand('help')
    .configureHelp({ formatHelp, subcommandTerm })
    .configureOutput({ writeOut, writeErr: () => {} })
    .exitOverride()
  for (const option of globalOptions) made.addOption(toCommander(option).hideHelp(!isFull))
  return made
}

const examplesOf = new WeakMap<Commander, Examples>()

const foldedOf = new WeakMap<Commander, Map<string, string>>()

/** Lists a line in the help, or none, instead of the commands under a heading, which are known as before. */
export function fold(command: Commander, heading: string, line: string): void {
  foldedOf.set(command, new Map([...(foldedOf.get(command) ?? []), [heading, line]]))
}

/** A command with its arguments: Commander would add `[options]` to each. */
function subcommandTerm(sub: Commander): string {
  const names = [sub.name(), ...sub.aliases()].join('|')
  return [names, ...sub.registeredArguments.map((one) => `[${one.name()}${one.variadic ? '...' : ''}]`)].join(' ')
}

/** A page of help: description, subcommands, the command's own options, examples; global options are only mentioned. */
function formatHelp(command: Commander, helper: Help): string {
  const width = helper.padWidth(command, helper)
  const itemOf = (term: string, said: string) => helper.formatItem(term, width, said, helper)
  const list = <Item>(title: string, items: readonly Item[], rowOf: (item: Item) => [term: string, said: string]) =>
    items.length === 0 ? [] : [title, ...items.map((item) => itemOf(...rowOf(item))), '']
  const subs = helper.groupItems(
    [...command.commands],
    helper.visibleCommands(command).filter((sub) => sub.name() !== 'help'),
    (sub) => sub.helpGroup() || 'Commands:',
  )
  const shown = (examplesOf.get(command) ?? []).flatMap(([line, what]) => [
    `  ${inShell(line, (helper.helpWidth ?? 80) - 2)}`,
    `      ${what}`,
  ])
  const folded = foldedOf.get(command)
  const globals = command.parent ? globalOptions.map(({ flag }) => flag).join(', ') : ''
  return [
    `Usage: ${helper.commandUsage(command)}`,
    '',
    helper.boxWrap(helper.commandDescription(command), helper.helpWidth ?? 80),
    '',
    ...list('Arguments:', helper.visibleArguments(command), (one) => [
      helper.argumentTerm(one),
      helper.argumentDescription(one),
    ]),
    ...[...subs].flatMap(([group, all]) => {
      const line = folded?.get(group)
      return line === undefined
        ? list(group, all, (sub) => [helper.subcommandTerm(sub), helper.subcommandDescription(sub)])
        : line === ''
          ? []
          : [line, '']
    }),
    ...list('Options:', helper.visibleOptions(command), (one) => [
      helper.optionTerm(one),
      helper.optionDescription(one),
    ]),
    ...(shown.length > 0 ? ['Examples:', ...shown, ''] : []),
    ...(globals
      ? [helper.boxWrap(`Every command also takes ${globals}: spell --help`, helper.helpWidth ?? 80), '']
      : []),
  ].join('\n')
}

/** Breaks a long line before one of its options, so that it can still be pasted. */
function inShell(line: string, width: number): string {
  const at = line.length > width ? line.lastIndexOf(' --', width - 2) : -1
  return at === -1 ? line : `${line.slice(0, at)} \\\n    ${line.slice(at + 1)}`
}

/** Adds a command to a parser, with further content for its help. */
export function addTo(
  parent: Commander,
  command: Command,
  called: Called,
  {
    alias,
    examples = command.examples ?? [],
    isHidden = false,
  }: { readonly alias?: string; readonly examples?: Examples | undefined; readonly isHidden?: boolean } = {},
): void {
  const sub = parent.command(command.name, { hidden: isHidden }).description(command.summary)
  if (alias) sub.alias(alias)
  const words = [...(command.argument ? [command.argument] : []), ...(command.further ?? [])]
  for (const { name, help, many } of words) sub.argument(`[${name}${many ? '...' : ''}]`, help)
  for (const option of command.options) sub.addOption(toCommander(option))
  examplesOf.set(sub, examples)
  sub.action((...given) => {
    const words: (string | undefined)[] = given.slice(0, sub.registeredArguments.length).flat()
    const [argument, ...further] = command.argument ? words : [undefined, ...words]
    return called(sub.optsWithGlobals(), (cli) => command.run(argument, cli, further))
  })
}

function toCommander({ key, flag, value, help, fallback, choices, many }: Option): CommanderOption {
  const said = fallback === undefined ? help : `${help} (default: ${fallback})`
  const option = new CommanderOption(value ? `${flag} <${value}>` : flag, said)
  // Uses our own key, so that `--no-color` is a switch like any other.
  option.attributeName = () => key
  option.negate = false
  if (many) option.argParser((given: string, before?: string[]) => [...(before ?? []), given])
  return choices ? option.choices([...choices]) : option
}

/** What a command, or an option of one, of an earlier version is called now; `recover` was one of each workflow. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['grant', 'spell say "accio until complete"'],
  ['proofs', 'spell prove --list'],
  ['threads', 'spell reparo --list'],
  ['use', 'spell work use NAME'],
  ['override', 'spell doctor --set STATE --because "why"'],
  ['work --board', 'spell work'],
  ['recover', 'spell doctor --fix'],
  ['collab resume --from-backup', 'spell doctor --fix'],
  ...workflows.map(({ name }) => [`${name} recover`, 'spell doctor --fix'] as const),
])

const spellWords = /^spell (?:accio|expecto|reparo|reverto|finite)$/

/** @returns what was probably meant: Commander guesses by the number of letters alone, `hope` for `nope` */
function guessesOf(unknown: string, names: string): readonly string[] {
  if (names === '') return []
  // Of which session a command is, `--work` says everywhere.
  return unknown === '--session' ? ['--work'] : names.split(', ').filter((name) => isMistyped(unknown, name))
}

/** @returns the mistake in a line with the known commands `place`, with the one of `commands` that was probably meant */
export function usage(
  { message, code }: CommanderError,
  place: string,
  commands: readonly Pick<Command, 'name' | 'soughtAs' | 'isDestructive'>[],
): Failure {
  const refused = (said: string, fix: string) => new Failure(exit.usage, 'usage', said, fix)
  const isExcess = code === 'commander.excessArguments'
  if (isExcess && spellWords.test(place))
    return refused('A note for a spell goes after --note, “until complete” after spell say.', `${place} --note "…"`)
  const given = message.replace(/^error: |\.$/g, '').replace(/\s+/g, ' ')
  const [, problem = '', names = ''] = /^(.*?)(?: \(Did you mean (?:one of )?(.*)\?\))?$/.exec(given) ?? []
  const unknown = /^unknown (?:command|option) '(.*)'$/.exec(problem)?.[1]
  const now = unknown && renamed.get(`${place} ${unknown}`.slice('spell '.length))
  if (now) return refused(`${capital(problem)}: its name is \`${now}\` now.`, now)
  const guesses = guessesOf(unknown ?? '', names)
  // A single command to paste becomes the fix; several, or an option, stay in the message.
  const guessed = guesses.length === 1 && /^\w/.test(guesses[0] ?? '') ? guesses[0] : undefined
  const isAsked = guesses.length > 0 && guessed === undefined
  const sentence = isAsked
    ? `${problem} (Did you mean ${guesses.length > 1 ? 'one of ' : ''}${guesses.join(', ')}?)`
    : problem
  // Commander finds typos, but neither prefixes nor other words.
  const typed = code === 'commander.unknownCommand' ? unknown : undefined
  const other = typed ? commands.find(({ soughtAs }) => soughtAs?.includes(typed)) : undefined
  const half = typed ? commands.find(({ name }) => name.startsWith(typed)) : undefined
  const isRisky = (name?: string) => commands.some((one) => one.name === name && one.isDestructive)
  const near = [other?.name, half?.name, guessed].filter(Boolean)
  const meant = near.find((name) => !isRisky(name))
  // What may lose work is named, and not a line to paste.
  const risky = meant === undefined && near[0] ? ` Did you mean ${near[0]}?` : ''
  const hint = isExcess && / Expected 1 argument /.test(problem) ? ' A text of several words needs quotes.' : risky
  return refused(`${capital(sentence)}.${hint}`, `${place} ${meant ?? '--help'}`)
}
