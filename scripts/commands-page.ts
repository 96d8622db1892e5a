import type { Argument, Command } from '../src/cli/command'
import { globalOptions, type Option } from '../src/cli/options'
import { otherCommands, spellCommands } from '../src/entry/commands'
import { groups } from '../src/entry/groups'
import { type SpellName, spells } from '../src/flows/engineer/spells'
import { compileExamples } from './compile-templates'

/** Every command with its arguments, options and examples, as `--help` has them. */
export async function commandReference(): Promise<string> {
  const others = await Promise.all(
    groups.map(async ({ name, load }) => [
      `## ${name}`,
      ...(await load()).map((command) => partOf(`${name} ${command.name}`, command)),
    ]),
  )
  const examples = compileExamples('templates/help/examples.md')
  return [
    'Every command takes:',
    list(globalOptions.map(optionLine)),
    '## Spells',
    ...spellCommands.map((spell) =>
      partOf(spell.name, spell, examples[spell.name], spells[spell.name as SpellName].alias),
    ),
    '## Commands',
    ...otherCommands.map((command) => partOf(command.name, command, examples[command.name])),
    ...others.flat(),
  ].join('\n\n')
}

function partOf(called: string, command: Command, examples = command.examples ?? [], alias?: string): string {
  const words = [...(command.argument ? [command.argument] : []), ...(command.further ?? [])]
  const usage = ['spell', called, ...words.map(({ name, many }) => `[${name}${many ? '…' : ''}]`)].join(' ')
  return [
    `### \`${usage}\``,
    `${command.summary}${alias ? `; in plain words \`spell ${alias}\`` : ''}.`,
    list([...words.map(argumentLine), ...command.options.map(optionLine)]),
    examples.length > 0 ? ['```bash', ...examples.map(([line, what]) => `${line}   # ${what}`), '```'].join('\n') : '',
  ]
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
