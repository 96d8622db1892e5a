import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { act } from './session-command'

/** Checks whether it can go on. */
export const command = defineCommand({
  name: 'audit',
  summary: 'checks, each turn, whether what is wanted and the way to it are good enough',
  options: [
    { key: 'apply', flag: '--apply', help: 'and go back where they are not; not while anything is carried out' },
    { key: 'confused', flag: '--confused', help: 'the developer seems to have lost the thread' },
    waitOption,
  ],
  run(_, cli) {
    const { apply, confused } = cli.options
    return act(cli, { verb: 'audit', apply, confused })
  },
})
