import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engagements, horizons } from '../../flows/hope/marker'
import { act, feasibleOption, horizonOption, optionIn } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'engage',
  summary: 'Set how the developer takes part (default: as usual)',
  argument: { name: 'level', help: engagements.join(', ') },
  options: [
    horizonOption,
    feasibleOption,
    { key: 'force', flag: '--force', help: 'also where it is settled' },
    waitOption,
  ],
  async run(level, cli) {
    const { horizon, feasible, force } = cli.options
    return act(cli, {
      verb: 'engage',
      level: optionIn(engagements, level, 'the level', 'spell hope engage'),
      horizon: optionIn(horizons, horizon, '--horizon', 'spell hope engage'),
      feasible,
      force,
    })
  },
})
