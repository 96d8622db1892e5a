import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { act, changing } from '../../verbs/discovery/plan-command'

export const command = defineCommand({
  name: 'autonomous',
  summary: 'Turn autonomous mode on (no human reviews) or off; developer only',
  argument: { name: 'mode', help: 'on or off' },
  options: changing,
  async run(mode, cli) {
    const wanted = mode?.toLowerCase()
    if (wanted !== 'on' && wanted !== 'off')
      throw new Failure(exit.usage, 'usage', 'The mode is on or off.', 'spell discovery autonomous on')
    return act(cli, 'autonomous', { on: wanted === 'on' })
  },
})
