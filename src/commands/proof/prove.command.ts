import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'

/** Runs the commands of the plan, and keeps what came of them. */
export const command = defineCommand({
  name: 'prove',
  summary: 'Run the commands of the criteria, and tick what they show',
  argument: {
    name: 'n',
    help: 'which criteria, as --list numbers them (default: all that are not proven)',
    many: true,
  },
  options: [
    { key: 'list', flag: '--list', help: 'show the criteria with their commands, and run nothing' },
    { key: 'all', flag: '--all', help: 'run the commands of proven criteria again, too' },
    waitOption,
  ],
  async run(first, cli, further) {
    const { prove } = await import('./prove')
    return prove(
      cli,
      [first, ...further].filter((word) => word !== undefined),
    )
  },
})
