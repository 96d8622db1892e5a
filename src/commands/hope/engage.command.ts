import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engagements } from '../../flows/hope/marker'
import { act, participation } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'engage',
  summary: 'Set how the developer takes part (default: as usual)',
  argument: { name: 'level', help: engagements.join(', ') },
  options: [...participation, { key: 'force', flag: '--force', help: 'also where it is settled' }, waitOption],
  run: (level, cli) => act(cli, { verb: 'engage', ...cli.options, level }),
})
