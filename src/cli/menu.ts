import type { Output, Setting } from './command'
import { command as newWork } from './new'
import { castSpell, lookAround, type SpellName } from './spell'
import { write } from './streams'

/**
 * `spell` alone: in a terminal a choice of what can be cast now, elsewhere the help.
 *
 * @param help the text of `--help`
 * @returns the answer of what was chosen
 */
export async function menu(setting: Setting, help: () => string): Promise<Output | undefined> {
  if (!(await setting.canAsk())) {
    write(1, help())
    return undefined
  }
  const here = await lookAround(setting)
  const { default: inquirer } = await import('inquirer')
  const choices = here.spells
    .filter(({ available }) => available)
    .map(({ name, summary }) => ({ name: `${name.padEnd(8)} ${plain(summary)}`, value: name, short: name }))
  const put = { name: `${'new'.padEnd(8)} ${newWork.summary}`, value: 'new', short: 'new' }
  const { chosen } = await inquirer.prompt([
    {
      type: 'select',
      name: 'chosen',
      message: 'What do you want to cast?',
      choices: [...choices, put],
      pageSize: 12,
      loop: false,
    },
  ])
  return chosen === 'new' ? newWork.run(undefined, setting) : castSpell(chosen as SpellName, setting)
}

const plain = (markdown: string) => markdown.replace(/[`*]/g, '')
