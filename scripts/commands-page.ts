import type { Argument, Command } from '../src/cli/command'
import { globalOptions, type Option } from '../src/cli/options'
import { otherCommands, spellCommands } from '../src/entry/commands'
import { groups } from '../src/entry/groups'
import { type SpellName, spells } from '../src/workflows/engineer/spells'

/** An option of as many commands is explained once. */
const many = 4

/** Every command with its arguments and options; what many take is said once. */
export async function commandReference(): Promise<string> {
  const others = await Promise.all(groups.map(async ({ name, load }) => ({ name, commands: await load() })))
  const all = [...spellCommands, ...otherCommands, ...others.flatMap(({ commands }) => commands)]
  const lines = all.flatMap(({ options }) => options.map(optionLine))
  const isShared = (line: string) => lines.filter((other) => other === line).length >= many
  const partOf = partWithout(isShared)
  return [
    'Every command takes:',
    list(globalOptions.map(optionLine)),
    'Many take these, as their `--help` says, which also has examples:',
    list([...new Set(lines)].filter(isShared)),
    '## Spells',
    ...spellCommands.map((spell) => partOf(spell.name, spell, spells[spell.name as SpellName].alias)),
    '## Commands',
    ...otherCommands.map((command) => partOf(command.name, command)),
    ...others.flatMap(({ name, commands }) => [
      `## ${name}`,
      ...commands.map((command) => partOf(`${name} ${command.name}`, command)),
    ]),
  ].join('\n\n')
}

const partWithout =
  (isShared: (line: string) => boolean) =>
  (called: string, command: Command, alias?: string): string => {
    const words = [...(command.argument ? [command.argument] : []), ...(command.further ?? [])]
    const usage = ['spell', called, ...words.map(({ name, many }) => `[${name}${many ? '…' : ''}]`)].join(' ')
    const lines = [...words.map(argumentLine), ...command.options.map(optionLine).filter((line) => !isShared(line))]
    return [`**\`${usage}\`**${alias ? ` (\`${alias}\`)` : ''}: ${command.summary}.`, list(lines)]
      .filter((part) => part !== '')
      .join('\n\n')
  }

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

const choicesOf = (choices: readonly string[] = []): string =>
  choices.length > 0 ? ` (${choices.map((choice) => `\`${choice}\``).join(', ')})` : ''

const argumentLine = ({ name, help, choices }: Argument): string => `\`${name}\`: ${help}${choicesOf(choices)}`

function optionLine({ flag, value, help, fallback, choices }: Option): string {
  const otherwise = fallback === undefined ? '' : ` (default: ${fallback})`
  return `\`${flag}${value ? ` ${value}` : ''}\`: ${help}${otherwise}${choicesOf(choices)}`
}
