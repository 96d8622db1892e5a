import { chosenWork } from '../cast/chosen-work'
import { defineCommand } from '../cli/command'
import { proveOptions } from '../cli/options'
import { givenWords } from './given-words'

export const command = defineCommand({
  name: 'prove',
  summary: 'Run the commands of the criteria; tick what holds',
  argument: {
    name: 'n',
    help: 'which criteria, such as 2 or 3-5, as --list numbers them (default: all that have not passed)',
    many: true,
  },
  options: proveOptions,
  async run(first, cli, further) {
    const { prove } = await import('./prove/prove')
    return prove(
      cli,
      givenWords(first, further),
      await chosenWork(cli, { isLook: cli.options.list === true, withArchives: true, withOwn: true }),
    )
  },
})
