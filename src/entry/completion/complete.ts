import { cast } from '../../cast/cast'
import { castContextOf } from '../../cast/cast-context'
import { chosenWork } from '../../cast/chosen-work'
import type { Command, CommandContext, Group } from '../../cli/command'
import { globalOptions, type Option } from '../../cli/options'
import { write } from '../../cli/streams'
import { attemptAsync, Failure } from '../../text/failure'
import { inline, plain } from '../../text/markdown-parts'
import { type SpellName, spellNamed, spells } from '../../workflows/engineer/spells'
import { otherCommands, spellCommands } from '../commands'
import { groups as builtIn, groupsIn } from '../groups'
import { commandContextOf } from '../print'

/**
 * `spell completion --words INDEX WORD…`, which the completion scripts call at each Tab. Prints one candidate per line,
 * with a tab and its description; or `:file`, `:directory` if the shell should complete paths. Never fails or warns: a
 * line that cannot be parsed has no candidates. The exit code is always 0.
 */
export async function complete([index, ...words]: readonly string[]): Promise<number> {
  const at = Number(index)
  // The folder may be one of the words: without one that can be read, the built-in ones are known.
  const here = settingIn(readLine(words.slice(1, at), words[at] ?? '', () => []))
  const groups = await groupsOf(here).catch(() => builtIn)
  const names = groups.map(({ name }) => name)
  const read = (optionsOf: (name: string) => readonly Option[]) =>
    readLine(words.slice(1, at), words[at] ?? '', optionsOf, names)
  const first = read((name) => commandNamed(name)?.options ?? [])
  const group = groups.find(({ name }) => name === first.group)
  const verbs = group ? await group.load() : []
  const line = group ? read((name) => verbs.find((verb) => verb.name === name)?.options ?? []) : first
  write(1, print(await candidatesOf(line, groups, verbs)))
  return 0
}

const groupsOf = async (cli: CommandContext): Promise<readonly Group[]> => groupsIn(castContextOf(cli).root)

async function candidatesOf(
  line: CommandLine,
  groups: readonly Group[],
  verbs: readonly Command[],
): Promise<Candidates> {
  const { group, command: name } = line
  const commands = group === undefined ? [...otherCommands, ...groups] : verbs
  const known = group === undefined ? commandNamed : (word: string) => verbs.find((verb) => verb.name === word)
  const now = name === undefined && group === undefined ? await spellsNow(line) : []
  const words = name === undefined ? [...now, ...commands.map(candidateOf)] : []
  return candidatesFor(line, name === undefined ? undefined : known(name), words, await namesAt(line))
}

/** The names of work, or of workflows, that can stand at the cursor; none if a folder is unreadable, undefined where no name belongs. */
async function namesAt(line: CommandLine): Promise<readonly string[] | undefined> {
  const { group, asked, current, command, words } = line
  const flag = asked?.flag ?? /^[^=]+(?==)/.exec(current)?.[0]
  const isNamed = group === undefined && command === 'work' && words.length === 1 && words[0] !== ''
  if (!isNamed && !['--work', '--task', '--session'].includes(flag ?? '')) return undefined
  const found = await attemptAsync(async () => {
    const known = await (await import('../../work/use-file')).allNames(castContextOf(settingIn(line)).root)
    return known.filter(({ entry }) => group === undefined || entry.name === group).map(({ name }) => name)
  })
  return found instanceof Failure ? [] : found
}

const candidateOf = ({ name, summary }: { readonly name: string; readonly summary: string }): Candidate => ({
  word: name,
  about: plain(summary),
})

const commandNamed = (word: string) =>
  [...spellCommands, ...otherCommands].find(({ name }) => name === (spellNamed(word) ?? word))

/** The spells that would have an effect now; none if the state cannot be read. */
async function spellsNow(line: CommandLine) {
  try {
    const { work, ctx } = await chosenWork(settingIn(line), { isLook: true })
    const here = await cast(work, work.flow.look, ctx)
    return here.spells
      .filter(({ available }) => available)
      .map((spell) => ({ ...candidateOf(spell), alias: spells[spell.name as SpellName].alias }))
  } catch {
    return []
  }
}

/** The shell passes words unexpanded, so `~` is still the user's home. */
function settingIn({ values }: CommandLine): CommandContext {
  const cli = commandContextOf({ quiet: true })
  const cwd = values.cwd?.replace(/^~(?=\/|$)/, cli.env.HOME ?? '~')
  return { ...cli, options: { ...cli.options, ...values, ...(cwd && { cwd }) } }
}

function print(candidates: Candidates): string {
  if (typeof candidates === 'string') return `:${candidates}\n`
  return candidates.map(({ word, about }) => `${word}\t${inline(about)}\n`).join('')
}

interface Candidate {
  readonly word: string
  /** A short description; empty if the word explains itself. */
  readonly about: string
}

/** What can be completed at the cursor: our words, or a path, which the shell completes. */
export type Candidates = readonly Candidate[] | 'file' | 'directory'

/** A command line up to the cursor, as far as it could be parsed. */
interface CommandLine {
  readonly group: string | undefined
  /** The first word that is no option; undefined if there is none yet. */
  readonly command: string | undefined
  readonly words: readonly string[]
  readonly given: ReadonlySet<string>
  /** The values of options by key; the last one of a repeated option. */
  readonly values: Readonly<Record<string, string>>
  readonly asked: Option | undefined
  readonly current: string
}

/** The option that commander adds to every command. */
const everywhere: Candidate = { word: '--help', about: 'print this help' }
const alone: Candidate = { word: '--version', about: 'print the version' }

/** Parses an incomplete command line: the words before the one at the cursor, and that word, which may be empty. */
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
  // bash splits `--for=ai` into three words.
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

/** Splits `--for=ai` into flag and value. */
function split(word: string): readonly [flag: string, value?: string] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

/**
 * The candidates that begin like the word at the cursor, in the order of the help.
 *
 * @param commands the possible commands with their aliases, if the line has none yet
 * @param now what is possible at this place, if more is known than the command declares
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
    // Listing the aliases as well would double the list; an alias is offered once its beginning is typed.
    const names = commands.flatMap(({ word, alias, about }) =>
      [word, ...(alias && current !== '' ? [alias] : [])].map((either) => ({ word: either, about })),
    )
    return startingWith(current, names)
  }
  const argument = words.length === 0 ? command.argument : command.further?.[words.length - 1]
  if (argument?.name === 'file') return 'file'
  const fitting = startingWith(current, (now ?? argument?.choices ?? argument?.known ?? []).map(named))
  return fitting.length === 0 && current === '' ? flags : fitting
}

const named = (word: string): Candidate => ({ word, about: '' })

const startingWith = (start: string, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ word }) => word.startsWith(start))

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
