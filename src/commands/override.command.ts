import { outputOf } from '../cli/answer-output'
import { defineCommand } from '../cli/command'
import { needed } from '../cli/given-words'
import { waitOption } from '../cli/options'
import { workMeant } from '../cli/work-meant'
import { standardFlow } from '../flows/registry'
import { override } from '../steps/override'

export const command = defineCommand({
  name: 'override',
  isDestructive: true,
  summary: 'Set the state by hand; the reason stays in the history',
  argument: {
    name: 'state',
    help: 'the name of the state, as `spell lumos --json` has it',
    choices: standardFlow.definition.states,
  },
  options: [{ key: 'reason', flag: '--reason', value: 'TEXT', help: 'why; at most 2,000 characters' }, waitOption],
  async run(state, cli) {
    const wanted = needed(state, 'Which state? Its name is needed.', 'spell override --help')
    const { work, ctx } = await workMeant(cli)
    return outputOf(await override(work, ctx, wanted, cli.options.reason), cli.options.for)
  },
})
