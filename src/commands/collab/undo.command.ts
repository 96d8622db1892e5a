import { outputOf } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { undo } from '../../steps/undo'
import { writeDiagram } from '../../verbs/collab/diagram-file'
import { changing, sessionOf } from '../../verbs/collab/session-command'

export const command = defineCommand({
  name: 'undo',
  isDestructive: true,
  summary: 'Undo the last step of the session with its files',
  options: changing,
  async run(_, cli) {
    const meant = await sessionOf(cli)
    return outputOf(await writeDiagram(meant, await undo(meant.work, meant.ctx)), cli.options.for)
  },
})
