import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../text/failure'
import { standard } from '../workflows/registry'

const choices = ['list', 'new', 'copy', 'upgrade'] as const

export const command = defineCommand({
  name: 'workflow',
  summary: 'List the workflows of this repository, write one, or go by today’s',
  argument: { name: 'what', help: `one of: list, new NAME, copy ${standard} NAME, upgrade`, choices },
  further: [{ name: 'name', help: 'what the new workflow is called', many: true }],
  options: [waitOption],
  async run(what = 'list', cli, [name = '', ofCopy = '']) {
    const definitions = await import('./own/definitions')
    if (what === 'list') return definitions.listed(cli)
    if (what === 'upgrade') return definitions.upgrade(cli)
    if (what === 'new') return definitions.begun('small', name, cli)
    if (what === 'copy' && name === standard) return definitions.begun('copy', ofCopy, cli)
    const [message, fix] =
      what === 'copy'
        ? [`Only the ${standard} can be copied.`, `spell workflow copy ${standard} mine`]
        : [`There is no “${what}” here; there is ${choices.join(', ')}.`, 'spell workflow list']
    throw new Failure(exit.usage, 'usage', message, fix)
  },
})
