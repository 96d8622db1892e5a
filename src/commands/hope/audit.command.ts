import type { Command } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { act, definedOnly, optionsIn } from './session-command'

/** Checks whether it can go on. */
export const command: Command = {
  name: 'audit',
  summary: 'checks, each turn, whether what is wanted and the way to it are good enough',
  options: [
    { key: 'apply', flag: '--apply', help: 'and go back where they are not; not while anything is carried out' },
    { key: 'confused', flag: '--confused', help: 'the developer seems to have lost the thread' },
    waitOption,
  ],
  async run(_, cli) {
    const { apply, confused } = optionsIn(cli)
    return act(cli, { verb: 'audit', ...definedOnly({ apply, confused }) })
  },
}
