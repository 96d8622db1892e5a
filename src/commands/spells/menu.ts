import { plain } from '../../answer/markdown'
import { answerTo } from '../../cli/ask'
import { castContextOf } from '../../cli/cast-context'
import type { Command, CommandContext, Group, Output } from '../../cli/command'
import { write } from '../../cli/streams'
import { exit, Failure } from '../../failure/failure'
import { visible } from '../../markdown/visible'
import { loadSettings } from '../../store/settings/settings'
import { engineer } from '../../workflows/engineer'
import { canUndo } from '../work/undo'
import { castSpell, lookAround } from './cast-spell'
import type { SpellName } from './spells'

/** What the menu knows beside the spells. */
interface MenuCommands {
  readonly newWork: Command
  readonly undo: Command
  readonly groups: readonly Group[]
}

/**
 * `spell` alone: in a terminal a choice of what can be cast now, or where the workflow stands that the settings name;
 * elsewhere the help.
 *
 * @param help the text of `--help`
 * @param commands what can be chosen beside the spells, and where the other workflows are
 * @returns the answer of what was chosen; undefined where nothing was
 * @throws Failure `no-command` where a document was asked for
 */
export async function menu(
  cli: CommandContext,
  help: () => string,
  { newWork, undo, groups }: MenuCommands,
): Promise<Output | undefined> {
  if (cli.options.json) {
    throw new Failure(exit.usage, 'no-command', 'There is no command to answer.', 'spell lumos --json')
  }
  if (!(await cli.canAsk())) {
    write(1, help())
    return undefined
  }
  const own = await defaultStatus(cli, groups)
  if (own) return own.run(undefined, cli, [])
  const here = await lookAround(cli)
  const { default: inquirer } = await import('inquirer')
  const castable = here.spells.filter(({ available }) => available)
  // Before the first spell there is nothing to put away.
  const verbs = [
    ...(here.to === engineer.definition.initial ? [] : [newWork]),
    ...(canUndo(castContextOf(cli).root, engineer) ? [undo] : []),
  ]
  const choices = [...castable, ...verbs].map(({ name, summary }) => {
    return { name: visible(`${name.padEnd(8)} ${plain(summary)}`), value: name, short: name }
  })
  const answer = await answerTo(
    inquirer.prompt([
      { type: 'select', name: 'chosen', message: 'What do you want to cast?', choices, pageSize: 12, loop: false },
    ]),
  )
  if (answer === undefined) return undefined
  const { chosen } = answer
  const verb = verbs.find(({ name }) => name === chosen)
  return verb ? verb.run(undefined, cli, []) : castSpell(chosen as SpellName, cli)
}

/** Where the settings name another workflow than that of the spells: what tells where it stands. */
async function defaultStatus(cli: CommandContext, groups: readonly Group[]): Promise<Command | undefined> {
  const { root, env } = castContextOf(cli)
  const { workflow } = await loadSettings(root, env)
  return (await groups.find(({ name }) => name === workflow)?.load())?.find(({ name }) => name === 'status')
}
