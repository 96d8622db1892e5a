import type { Command } from '../../cli/command'
import { globalOptions, type Option } from '../../cli/options'

/** One way to go on with a command line. */
export interface Candidate {
  readonly word: string
  /** What it does, in a few words; empty where the word says it. */
  readonly about: string
}

/** What may stand at the cursor: words of ours, or a path, which the shell knows better. */
export type Candidates = readonly Candidate[] | 'file' | 'directory'

/** A command line up to the cursor, as far as it is understood. */
export interface CommandLine {
  /** The workflow whose verb the command is, where one is named before it. */
  readonly group: string | undefined
  /** The first word that is no option; undefined while there is none. */
  readonly command: string | undefined
  /** What the command has been given, beside options. */
  readonly words: readonly string[]
  /** The flags that stand there. */
  readonly given: ReadonlySet<string>
  /** The values of options, by their keys; of one that stands there again the last. */
  readonly values: Readonly<Record<string, string>>
  /** The option whose value the cursor is at. */
  readonly asked: Option | undefined
  /** The word at the cursor, as far as it is written. */
  readonly current: string
}

/** What commander answers by itself. */
const everywhere: Candidate = { word: '--help', about: 'print this help' }
const alone: Candidate = { word: '--version', about: 'print the version' }

/**
 * Reads a command line that is still being written.
 *
 * @param before the words before the one at the cursor, without the program's name
 * @param current the word at the cursor, perhaps empty
 * @param optionsOf the options of a command beside those of all
 * @param groups the workflows whose verbs stand behind their names
 */
export function readLine(
  before: readonly string[],
  current: string,
  optionsOf: (command: string) => readonly Option[],
  groups: readonly string[] = [],
): CommandLine {
  let group: string | undefined
  let command: string | undefined
  const given: string[] = []
  const values: Record<string, string> = {}
  let asked: Option | undefined
  const flags = new Set<string>()
  // bash makes three words of `--for=ai`.
  const all = before.filter((word, index) => word !== '=' || !before[index - 1]?.startsWith('--'))
  for (const word of all) {
    if (asked) {
      values[asked.key] = word
      asked = undefined
    } else if (word.startsWith('-')) {
      const [flag = '', value] = split(word)
      const option = everywhereOr(optionsOf(command ?? '')).find((known) => known.flag === flag)
      flags.add(flag)
      if (value === undefined && option?.value) asked = option
      if (value !== undefined && option) values[option.key] = value
    } else if (command === undefined && group === undefined && groups.includes(word)) {
      group = word
    } else if (command === undefined) {
      command = word
    } else {
      given.push(word)
    }
  }
  return { group, command, words: given, given: flags, values, asked, current }
}

const everywhereOr = (own: readonly Option[]): readonly Option[] => [...globalOptions, ...own]

/** `--for=ai` as its flag and its value. */
function split(word: string): readonly [flag: string, value?: string] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

/**
 * @param line what stands before the cursor
 * @param command the one that the line names; undefined where it names none that there is
 * @param commands what can stand where no command stands yet, with other names for the same
 * @param now what can stand at this place, where more is known of it than the command says
 * @returns what begins like the word at the cursor, in the order of the help
 */
export function candidatesFor(
  { group, command: name, words, given, asked, current }: CommandLine,
  command: Command | undefined,
  commands: readonly (Candidate & { readonly alias?: string })[],
  now?: readonly string[],
): Candidates {
  if (asked) return valuesOf(asked, now, current)
  const own = command?.options ?? []
  const [flag, value] = split(current)
  const assigned = value === undefined ? undefined : everywhereOr(own).find((option) => option.flag === flag)
  if (assigned?.value) return valuesOf(assigned, now, current, `${flag}=`)

  if (name !== undefined && !command) return []
  const options = [...own, ...globalOptions]
    .filter((option) => !given.has(option.flag))
    .map((option) => ({ word: option.flag, about: option.help }))
  const flags = [...options, everywhere, ...(command || group ? [] : [alone])]
  if (current.startsWith('-')) return startingWith(current, flags)
  if (!command) {
    // Two names for each would be twice as long to look through; who writes the plain word gets it.
    const names = commands.flatMap(({ word, alias, about }) =>
      [word, ...(alias && current !== '' ? [alias] : [])].map((either) => ({ word: either, about })),
    )
    return startingWith(current, names)
  }
  const argument = words.length === 0 ? command.argument : command.further?.[words.length - 1]
  if (argument?.name === 'file') return 'file'
  const fitting = startingWith(current, (now ?? argument?.choices ?? []).map(named))
  return fitting.length === 0 && current === '' ? flags : fitting
}

const named = (word: string): Candidate => ({ word, about: '' })

const startingWith = (start: string, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ word }) => word.startsWith(start))

/** The values of an option, as the help names them. */
function valuesOf(
  { value, choices = [], known = [] }: Option,
  now: readonly string[] = [...choices, ...known],
  current: string,
  before = '',
): Candidates {
  if (value === 'DIR') return 'directory'
  if (value === 'FILE') return 'file'
  const written = value === 'LIST' ? current.slice(before.length).split(',').slice(0, -1) : []
  const start = before + written.map((word) => `${word},`).join('')
  const left = now.filter((word) => !written.includes(word)).map((word) => named(start + word))
  return startingWith(current, left)
}
