import { inline, plain } from '../answer/markdown'
import { type Candidate, type Candidates, candidatesFor, readLine } from './candidates'
import type { Setting } from './command'
import { otherCommands, spellCommands } from './commands'
import { settingOf } from './setting'
import { lookAround, type SpellName, spellNamed, spells } from './spell'
import { write } from './streams'

/**
 * `spell completion --words INDEX WORD…`, which the scripts for the shells call at each Tab. It prints one candidate a line,
 * with a tab and what it does; or `:file`, `:directory` where the shell offers paths. It never fails and never warns: a
 * line that cannot be understood has no candidates.
 *
 * @param asked the index of the word at the cursor, then the words; where that one is missing it is empty
 * @returns the exit code, always 0
 */
export async function complete([index, ...words]: readonly string[]): Promise<number> {
  const at = Number(index)
  const line = readLine(words.slice(1, at), words[at] ?? '', (name) => commandNamed(name)?.options ?? [])
  const command = line.command === undefined ? undefined : commandNamed(line.command)
  const commands = line.command === undefined ? [...(await spellsNow(line.cwd)), ...others] : []
  write(1, print(candidatesFor(line, command, commands)))
  return 0
}

const others: readonly Candidate[] = otherCommands.map(({ name, summary }) => ({ word: name, about: summary }))

const commandNamed = (word: string) =>
  [...spellCommands, ...otherCommands].find(({ name }) => name === (spellNamed(word) ?? word))

/** The spells that would do something now; none where nobody can tell. */
async function spellsNow(folder: string | undefined) {
  try {
    const here = await lookAround(settingIn(folder))
    return here.spells
      .filter(({ available }) => available)
      .map(({ name, summary }) => ({ word: name, alias: spells[name as SpellName].alias, about: plain(summary) }))
  } catch {
    return []
  }
}

/** A shell gives the words as they are written, with `~` for the user's own folder. */
function settingIn(folder: string | undefined): Setting {
  const setting = settingOf({ quiet: true })
  const cwd = folder?.replace(/^~(?=\/|$)/, setting.env.HOME ?? '~')
  return { ...setting, options: { ...setting.options, ...(cwd && { cwd }) } }
}

function print(candidates: Candidates): string {
  if (typeof candidates === 'string') return `:${candidates}\n`
  return candidates.map(({ word, about }) => `${word}\t${inline(about)}\n`).join('')
}
