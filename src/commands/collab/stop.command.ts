import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { saidOption, words } from '../../cli/said'
import { act, sessionOption } from '../../verbs/collab/session-command'

export const command = defineCommand({
  name: 'stop',
  summary: 'End the session before its work is done; its files stay, undo takes it back',
  options: [saidOption, sessionOption, waitOption],
  async run(_, cli) {
    const said = words(cli.options.said, 'spell collab stop --said "…"')
    return act(cli, { verb: 'stop', ...(said && { said }) })
  },
})
