import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../failure/failure'

export const command = defineCommand({
  name: 'workflow',
  summary: 'List the workflows of this repository, write one, or go by today’s',
  argument: { name: 'what', help: 'one of: list, new NAME, upgrade', choices: ['list', 'new', 'upgrade'] },
  further: [{ name: 'name', help: 'what the new workflow is called' }],
  options: [waitOption],
  async run(what = 'list', cli, [name]) {
    const definitions = await import('../verbs/own/definitions')
    if (what === 'list') return definitions.listed(cli)
    if (what === 'upgrade') return definitions.upgrade(cli)
    if (what === 'new') return definitions.begun(name ?? '', cli)
    const message = `There is no “${what}” here; there is list, new and upgrade.`
    throw new Failure(exit.usage, 'usage', message, 'spell workflow list')
  },
})
