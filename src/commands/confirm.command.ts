import { chosenWork } from '../cast/chosen-work'
import { defineCommand } from '../cli/command'
import { givenWords } from './given-words'

export const command = defineCommand({
  name: 'confirm',
  summary: 'Confirm criteria that have no command; asks you',
  argument: {
    name: 'n',
    help: 'which criteria, such as 2 or 3-5, as the plan numbers them (default: all with `by: developer` that wait)',
    many: true,
  },
  options: [],
  async run(first, cli, further) {
    const { confirm } = await import('./confirm')
    return confirm(cli, givenWords(first, further), await chosenWork(cli, { withArchives: true, withOwn: true }))
  },
})
