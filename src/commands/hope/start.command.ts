import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engagements, horizons } from '../../flows/hope/marker'
import { touched } from '../../flows/hope/session'
import { types } from '../../flows/hope/session-type'
import {
  act,
  choiceIn,
  feasibleOption,
  headHere,
  horizonOption,
  numberIn,
  optionIn,
  splitList,
} from '../../verbs/hope/session-command'

const beginning = (name: string, summary: string, full?: true) =>
  defineCommand({
    name,
    summary,
    argument: { name: 'text', help: 'what is wanted, in the words of the developer' },
    options: [
      { key: 'type', flag: '--type', value: 'TYPE', help: `${types.join(', ')} (default: by the request)` },
      {
        key: 'engagement',
        flag: '--engagement',
        value: 'LEVEL',
        help: `${engagements.join(', ')} (default: it is asked)`,
      },
      horizonOption,
      feasibleOption,
      { key: 'points', flag: '--points', value: 'N', help: 'the effort in points' },
      { key: 'irreversible', flag: '--irreversible', help: 'it cannot be taken back' },
      { key: 'touches', flag: '--touches', value: 'LIST', help: `${touched.join(', ')}, with commas` },
      { key: 'approach', flag: '--approach', value: 'known|unknown', help: 'whether it is known how to do it' },
      { key: 'total', flag: '--total', value: 'N', help: 'how clear it is already, 0 to 10' },
      { key: 'maxWaves', flag: '--max-waves', value: 'N', help: 'after how many waves you are asked', fallback: '10' },
      { key: 'budget', flag: '--budget', value: 'N', help: 'after which cost you are asked' },
      waitOption,
    ],
    async run(text = '', cli) {
      const { type, engagement, horizon, touches = '', approach, points, total, maxWaves, budget } = cli.options
      const { feasible, irreversible } = cli.options
      const fix = 'spell hope start "…"'
      return act(cli, {
        verb: 'start',
        text,
        type: optionIn(types, type, '--type', fix),
        engagement: optionIn(engagements, engagement, '--engagement', fix),
        horizon: optionIn(horizons, horizon, '--horizon', fix),
        touches: splitList(touches).map((word) => choiceIn(touched, word, '--touches', fix)),
        approach: optionIn(['known', 'unknown'], approach, '--approach', fix),
        feasible,
        irreversible,
        points: numberIn(points),
        total: numberIn(total),
        maxWaves: numberIn(maxWaves),
        budget: numberIn(budget),
        full,
        head: headHere(cli),
      })
    },
  })

export const command = beginning('start', 'Start a session with what is wanted')
export const full = beginning('full', 'Start a session, and list all stages of its type', true)
