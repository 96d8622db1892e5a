import { cast } from '../../cast/cast'
import { castContextOf } from '../../cast/cast-context'
import { chosenWork } from '../../cast/chosen-work'
import type { CommandContext, Group } from '../../cli/command'
import type { Option } from '../../cli/options'
import { write } from '../../cli/streams'
import { attemptAsync, Failure } from '../../text/failure'
import { inline, plain } from '../../text/markdown-parts'
import { definedIn } from '../../work/settings/defined-workflows'
import { type SpellName, spellNamed, spells } from '../../workflows/engineer/spells'
import { workflows } from '../../workflows/registry'
import { otherCommands, spellCommands } from '../commands'
import { groups as builtIn, groupsIn } from '../groups'
import { commandContextOf } from '../print'
import { type Candidate, type Candidates, type CommandLine, candidatesFor, readLine } from './candidates'

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
  const line = read((name) => commandNamed(name)?.options ?? [])
  const group = groups.find(({ name }) => name === line.group)
  write(1, print(group ? await candidatesIn(group, read) : await candidatesOf(line, groups)))
  return 0
}

const groupsOf = async (cli: CommandContext): Promise<readonly Group[]> => groupsIn(castContextOf(cli).root)

async function candidatesOf(line: CommandLine, groups: readonly Group[]): Promise<Candidates> {
  const others = [...otherCommands, ...groups].map(candidateOf)
  const command = line.command === undefined ? undefined : commandNamed(line.command)
  const names = await namesAt(line)
  return candidatesFor(line, command, line.command === undefined ? [...(await spellsNow(line)), ...others] : [], names)
}

/** The names of work, or of workflows, that can stand at the cursor; none if a folder is unreadable, undefined where no name belongs. */
async function namesAt(line: CommandLine): Promise<readonly string[] | undefined> {
  const { asked, current, command, words } = line
  const flag = asked?.flag ?? /^[^=]+(?==)/.exec(current)?.[0]
  const isNamed = command === 'work' && words.length === 1 && words[0] !== ''
  const isAtName = flag === '--work' || isNamed
  const isVerified = command === 'verify' && words.length === 0 && flag === undefined
  if (!isAtName && !isVerified && flag !== '--from') return undefined
  const found = await attemptAsync(async () => {
    const { root } = castContextOf(settingIn(line))
    if (isVerified) return [...workflows.map(({ name }) => name), ...definedIn(root)]
    if (!isAtName) return (await import('../../work/handed-over')).namesToHandOver(root)
    const known = await (await import('../../work/use-file')).allNames(root)
    return known.map(({ name }) => name)
  })
  return found instanceof Failure ? [] : found
}

async function candidatesIn(
  group: Group,
  read: (optionsOf: (name: string) => readonly Option[]) => CommandLine,
): Promise<Candidates> {
  const verbs = await group.load()
  const line = read((name) => verbs.find((verb) => verb.name === name)?.options ?? [])
  const command = verbs.find(({ name }) => name === line.command)
  const assigned = line.current.startsWith('--') ? /^[^=]+(?==)/.exec(line.current)?.[0] : undefined
  const at = line.asked?.flag ?? assigned ?? line.words
  const asked = { verb: line.command, at, verbs, cli: settingIn(line) }
  // If the state cannot be read, offer everything.
  const now = await group.completions(asked).catch(() => undefined)
  const words = verbs.filter(({ name }) => now?.includes(name) ?? true).map(candidateOf)
  return candidatesFor(line, command, line.command === undefined ? words : [], now)
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
