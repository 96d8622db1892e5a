import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engagements, horizons } from '../../workflows/hope/marker'
import { act, choiceIn, choicesIn, feasibleOption, horizonOption, switchesIn, textsIn } from './session-command'

/** Says how the developer takes part. */
export const command = defineCommand({
  name: 'engage',
  summary: 'says how the developer takes part; without more, as is usual',
  argument: { name: 'level', help: engagements.join(', ') },
  options: [
    horizonOption,
    feasibleOption,
    { key: 'force', flag: '--force', help: 'also where it is settled' },
    waitOption,
  ],
  async run(level, cli) {
    return act(cli, {
      verb: 'engage',
      ...(level !== undefined && { level: choiceIn(engagements, level, 'the level', 'spell hope engage') }),
      ...choicesIn(cli, horizons, 'spell hope engage', 'horizon'),
      ...textsIn(cli, 'feasible'),
      ...switchesIn(cli, 'force'),
    })
  },
})
