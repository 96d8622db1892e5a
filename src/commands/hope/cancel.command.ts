import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { act } from './session-command'

/** Stops what is being carried out. */
export const command = defineCommand({
  name: 'cancel',
  summary: 'stops what is being carried out: after the wave that is under way, or at once',
  options: [{ key: 'now', flag: '--now', help: 'at once, without a report of the wave' }, waitOption],
  run: (_, cli) => act(cli, { verb: 'cancel', now: cli.options.now }),
})
